import { expect, test } from 'vitest';
import { withIndex } from '../../../src/ask/index/open.ts';
import { KnowledgeGraph } from '../../../src/ask/knowledge/knowledge-graph.ts';
import { actionsOf } from '../../../src/behaviours/answer.ts';
import { warnedIn } from '../../../src/behaviours/warnings.ts';
import { type NodeId, shortId } from '../../../src/model/ids.ts';
import { MARKED_ONLY } from '../../../src/model/knowledge/review.ts';
import type { Standing } from '../../../src/model/knowledge/status.ts';
import type { Edge } from '../../../src/model/model.ts';
import { localGraphs } from '../../../src/recorder/commit/uncommitted.ts';
import { commit } from '../../recorder/site.ts';
import { type Declaring, withDeclaring } from './declaring.ts';

const on = (event: string, rest: string): string => `[behaviour.it]\non = "${event}"\n${rest}\n`;

/** An entry as questions see it, with the links at it and their status. */
const seen = (
  { repo }: Declaring,
  id: NodeId,
): Promise<{ standing: Standing | undefined; links: readonly Edge[]; status: (edge: Edge) => string | undefined }> =>
  withIndex(repo, localGraphs(repo), { warn: () => undefined }, async ({ sources, marks }) => {
    const graph = new KnowledgeGraph(sources, marks, MARKED_ONLY);
    await graph.learnStanding([id]);
    return { standing: graph.standing(id), links: graph.links(id), status: (edge) => graph.edgeStanding(edge)?.status };
  });

test('add records an entry that waits for review, derived from the event, with its behaviour and run', () =>
  withDeclaring(async (story) => {
    await story.declare(
      on('created', 'where = { kind = "decision" }\ndo = { add = "constraint", text = "Keep to {entry}" }'),
    );
    const decision = await story.say('decision', 'Use SQLite');
    await story.react();
    expect(await story.didDeclared()).toEqual([`it: add Keep to decision:${shortId(decision)} "Use SQLite"`]);
    const { node, run } = actionsOf(story.repo).find(({ behaviour }) => behaviour === 'it')!;
    expect(run).toMatch(/^[0-9a-f]{16}$/);
    expect(node).toMatchObject({ kind: 'constraint', detail: { because: '.gitprov.toml declares it', depth: 1 } });
    expect(await seen(story, node.id)).toMatchObject({
      standing: { status: 'proposed' },
      links: [{ kind: 'derived_from', from: node.id, to: decision }],
    });
  }));

test('link records a proposed edge to a file or an entry, and none to an entry that nothing here contains', () =>
  withDeclaring(async (story) => {
    const goal = await story.say('goal', 'Be fast');
    const to = ['file:docs/a b.md', `goal:${goal}`, 'goal:0123456789abcdef0123-1'];
    await story.declare(
      on(
        'created',
        `where = { kind = "claim", linked_by = "supports", not = { text = "slow" } }\ndo = [${to.map((one) => `{ link = "derived_from", to = "${one}" }`).join(', ')}]`,
      ),
    );
    const claim = await story.say('claim', 'It is fast');
    await story.say('evidence', 'Measured', [['supports', claim]]);
    await story.react();
    expect(await story.didDeclared()).toEqual([`it: link ${claim}`, `it: link ${claim}`]);
    const { links, status } = await seen(story, claim);
    const made = links.filter(({ kind }) => kind === 'derived_from');
    expect(made).toHaveLength(2);
    expect(made.map(status)).toEqual(['proposed', 'proposed']);
    expect(made.map(({ to: end }) => end)).toContain(goal);
  }));

test('stale marks an entry, and not one that is stale already', () =>
  withDeclaring(async (story) => {
    await story.declare(on('linked', 'do = { stale = true }'));
    const claim = await story.say('claim', 'They are');
    const belief = await story.say('belief', 'Disks are slow');
    for (const edge of ['supports', 'extends'] as const) {
      await story.change('linked', belief, edge, claim);
      await story.react();
    }
    expect(await story.didDeclared()).toEqual([`it: stale ${belief}`]);
    expect((await seen(story, belief)).standing?.staleSince).toBeGreaterThan(0);
  }));

test('review and warn record entries; a warning is shown for seven days', () =>
  withDeclaring(async (story) => {
    await story.declare(
      on('created', 'where = { kind = "risk" }\ndo = [{ review = "Look at {entry}" }, { warn = "A risk" }]'),
    );
    const risk = await story.say('risk', 'It may fail');
    await story.react();
    expect(await story.didDeclared()).toEqual([
      `it: review Look at risk:${shortId(risk)} "It may fail"`,
      'it: warn A risk',
    ]);
    const [asked, warned] = actionsOf(story.repo).filter(({ behaviour }) => behaviour === 'it');
    expect((await seen(story, asked!.node.id)).standing?.status).toBe('proposed');
    expect((await seen(story, warned!.node.id)).standing?.status).toBe('accepted');
    const day = 24 * 3_600_000;
    const texts = (now: number): string[] => warnedIn(story.repo, now).map(({ text }) => text);
    expect(texts(warned!.node.at + 6 * day)).toEqual(['A risk']);
    expect(texts(warned!.node.at + 8 * day)).toEqual([]);
  }));

test('a path, a branch and an agent decide; a commit is no edit', () =>
  withDeclaring(async (story) => {
    const { repo, agent } = story.site;
    await story.declare(
      '[behaviour.edit]\non = "changed"\nwhere = { agent = "claude-code", path = "src/" }\ndo = { warn = "edit {files}" }\n' +
        '[behaviour.commit]\non = "commit"\nwhere = { branch = "main", path = "*.ts" }\ndo = { warn = "commit {files}" }\n' +
        '[behaviour.away]\non = "commit"\nwhere = { not = { branch = "main", path = "docs/" } }\ndo = { warn = "away {files}" }\n',
    );
    agent.start().prompt('go').write('src/é 1.ts', 'a\n').write('docs/a.md', 'b\n').stop();
    await story.react();
    expect(await story.didDeclared()).toEqual(['edit: warn edit src/é 1.ts']);
    commit(repo);
    await story.react();
    expect((await story.didDeclared()).slice(1)).toEqual(['commit: warn commit .gitprov.toml, docs/a.md, src/é 1.ts']);
    repo.git('checkout', '-q', '-b', 'side');
    repo.write('src/2.ts', 'c\n');
    commit(repo);
    await story.react();
    expect((await story.didDeclared()).slice(2)).toEqual(['away: warn away src/2.ts']);
    repo.git('checkout', '-q', '--detach');
    repo.write('docs/3.ts', 'd\n');
    commit(repo);
    await story.react();
    expect((await story.didDeclared()).slice(3)).toEqual([]);
  }));

test('words decide as whole words, in any case and script', () =>
  withDeclaring(async (story) => {
    await story.declare(
      on('created', 'where = { kind = "note", text = ["public API", "größe"] }\ndo = { warn = "it" }'),
    );
    for (const text of ['the PUBLIC  api', 'public apis', 'die GRÖSSE', 'die Größe.', 'republic API'])
      await story.say('note', text);
    await story.react();
    expect(await story.didDeclared()).toHaveLength(2);
  }));

test('a behaviour does not react to itself; two that react to each other end at the depth', () =>
  withDeclaring(async (story) => {
    const echo = (name: string, word: string, answer: string): string =>
      `[behaviour.${name}]\non = "created"\nwhere = { kind = "note", text = "${word}" }\ndo = { warn = "${answer}" }\n`;
    await story.declare(
      echo('self', 'hello', 'hello again') + echo('ping', 'ping', 'pong') + echo('pong', 'pong', 'ping'),
    );
    await story.say('note', 'hello');
    await story.react();
    expect(await story.didDeclared()).toEqual(['self: warn hello again']);
    await story.say('note', 'ping');
    await story.react();
    expect((await story.didDeclared()).slice(1)).toEqual([
      'ping: warn pong',
      'pong: warn ping',
      'ping: warn pong',
      'pong: warn ping',
    ]);
  }));

test('a dry run says what would be done, and does nothing', () =>
  withDeclaring(async (story) => {
    await story.declare(on('created', 'where = { kind = "note" }\ndo = { warn = "it" }'));
    await story.say('note', 'x');
    expect((await story.react({ isDry: true })).actions).toMatchObject([
      { behaviour: 'it', intent: { do: 'warn', text: 'it' } },
    ]);
    expect(await story.didDeclared()).toEqual([]);
  }));
