import { expect, test } from 'vitest';
import { actionsOf } from '../../src/behaviours/answer.ts';
import { shortId } from '../../src/model/ids.ts';
import { prov } from '../helpers/agent.ts';
import { commit } from '../recorder/site.ts';
import { type Story, withStory } from './story.ts';

// What people see of what behaviours did: in the history of an entry, in its lineage, and in what agents get.

const show = ({ site }: Story, ...args: string[]): string => prov(site.repo, ...args);

test('the history of an entry shows its behaviour, the run and the reason; its lineage says of what', () =>
  withStory(async (story) => {
    const claim = await story.say('claim', 'It is fast');
    await story.dispatch();
    const [{ node, run } = { node: undefined, run: '' }] = actionsOf(story.repo);
    const entry = `task:${node!.id}`;
    const said = [/who +behaviour find-evidence/, `run ${run}`, /because +nothing supports the claim/];
    for (const one of said) expect(show(story, 'history', entry)).toMatch(one);
    expect(show(story, 'trace', entry)).toMatch(new RegExp(`claim:${shortId(claim)} .*"It is fast" +derived_from`));
    commit(story.site.repo);
    for (const one of said) expect(show(story, 'history', entry)).toMatch(one);
    expect(JSON.parse(show(story, 'history', entry, '--json'))).toMatchObject({
      events: [
        {
          event: 'created',
          by: 'behaviour find-evidence',
          agent: 'behaviour',
          because: 'nothing supports the claim',
          run,
        },
      ],
    });
  }));

test('the history of an entry that became stale says which behaviour marked it, and why', () =>
  withStory(async (story) => {
    const source = await story.say('memory', 'The limit is 10');
    const derived = await story.say('belief', 'Ten is enough', [['derived_from', source]]);
    await story.dispatch();
    await story.change('retracted', source);
    await story.dispatch();
    const { events } = JSON.parse(show(story, 'history', derived, '--json')) as { events: object[] };
    expect(events.at(-1)).toMatchObject({
      event: 'stale',
      by: 'behaviour mark-stale',
      run: actionsOf(story.repo)[0]!.run,
      because: `memory:${shortId(source)} was retracted`,
    });
  }));

test('the history of a person’s entry has no run, and its reason stays with the entry', () =>
  withStory(async (story) => {
    show(story, 'decide', 'Use SQLite', '--because', 'it is here');
    const { items } = JSON.parse(show(story, 'list', 'decision', '--json')) as { items: { id: string }[] };
    const { events } = JSON.parse(show(story, 'history', `decision:${items[0]!.id}`, '--json')) as { events: object[] };
    expect(events).toMatchObject([{ event: 'created', because: null }]);
    expect(events[0]).not.toHaveProperty('run');
  }));

test('after a failed check, the next agent gets the task with its context', () =>
  withStory(async (story) => {
    const { agent, repo } = story.site;
    const check = (code: number): void => {
      repo.write('package.json', JSON.stringify({ scripts: { test: `node -e "process.exit(${code})"` } }));
      agent.bash('npm test');
    };
    agent.start().prompt('Change it').write('a.js', 'two();\n');
    check(0);
    check(1);
    expect(show(story, 'context')).not.toContain('pass again');
    await story.dispatch();
    expect(show(story, 'context')).toMatch(
      /task:\S+ "Make \\?"npm test\\?" pass again: a\.js had passed a check before"/,
    );
  }));
