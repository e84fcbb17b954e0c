import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prov } from '../../helpers/agent.ts';
import { commit, withSite } from '../../recorder/site.ts';
import { filesWith, objectsWith } from '../../helpers/search.ts';
import { judge, wrongLines } from '../../helpers/judge.ts';
import { HAS_SSH, run, signWithSsh } from '../signed.ts';
import { forget, gitDirOf, LEAK, NOTES, TRACES, verify } from './world.ts';

test.runIf(HAS_SSH)('signed notes are signed again when prov.sign is on, and only claimed when it is off', () =>
  withSite(async ({ repo, agent }) => {
    signWithSsh(repo);
    agent.start().prompt(`Sing ${LEAK}`).write('f.txt', 'one @agent\n');
    commit(repo, 'one');
    agent.prompt('Go on').write('g.txt', 'two @agent\n');
    commit(repo, 'two');
    expect(await verify(repo)).toMatchObject({ faults: 0, signatures: { vouched: 2 } });
    expect(await forget(repo, { yes: true })).toMatchObject({ signatures: { dropped: 2, renewed: 2 }, remains: [] });
    expect(await verify(repo)).toMatchObject({ faults: 0, gaps: 0, signatures: { vouched: 2 } });
    repo.git('config', 'prov.sign', 'false');
    agent.prompt(`Again ${LEAK}`).write('h.txt', 'three @agent\n');
    commit(repo, 'three');
    // No signed statement contains it, so those signatures stay.
    expect(await forget(repo, { yes: true })).toMatchObject({ signatures: { dropped: 0, renewed: 0 } });
    expect(await verify(repo)).toMatchObject({ faults: 0, gaps: 0, signatures: { vouched: 2 } });
  }),
);

test('snapshots with the text are removed, and later agent work is still recorded', () =>
  withSite(async ({ repo, agent, prov }) => {
    agent
      .start()
      .prompt('Write')
      .bash(`printf '%s @a\\nkept @a\\n' '${Buffer.from(LEAK).toString('hex')}' >f.txt`);
    agent.bash(`printf 'other @a\\nkept @a\\n' >f.txt`).bash(`printf '${LEAK}\\n' >g.txt`);
    const found = await forget(repo);
    expect(found.snapshots).toBe(2);
    // One of them matches the current g.txt.
    const kept = await forget(repo, { yes: true });
    expect(kept).toMatchObject({ code: 1, snapshots: 2, remains: ["the file g.txt, as agents' looks see it"] });
    writeFileSync(join(repo.dir, 'g.txt'), 'clean @human\n');
    expect(await forget(repo, { yes: true })).toMatchObject({ code: 0, snapshots: 1, remains: [] });
    expect(filesWith(prov, [...TRACES, Buffer.from(LEAK).toString('hex')])).toEqual([]);
    agent.bash(`printf 'new @a\\n' >>f.txt; printf 'h @a\\n' >h.txt`);
    commit(repo, 'all');
    // What came from a removed text is unsure; nothing is attributed to the wrong author.
    for (const file of ['f.txt', 'g.txt', 'h.txt']) {
      const named = judge(repo, file).filter(({ owner }) => owner !== 'unsure');
      expect(wrongLines(named)).toEqual([]);
    }
    expect(judge(repo, 'h.txt')).toMatchObject([{ owner: 'a' }]);
    expect(await verify(repo)).toMatchObject({ faults: 0 });
  }));

test('removing a snapshot that differs from its file, by line break conversion, does not stop snapshots', () =>
  withSite(async ({ repo, agent }) => {
    repo.git('config', 'core.autocrlf', 'input');
    agent
      .start()
      .prompt('Write')
      .bash(`printf 'zebra @a\\r\\nfish @a\\r\\n' >f.txt; touch -d '1 hour ago' f.txt`)
      .bash('true');
    writeFileSync(join(repo.home, 'text'), 'zebra @a\nfish');
    const done = run(repo, 'forget', '--yes', '--json', '--file', join(repo.home, 'text'));
    expect(JSON.parse(done.out)).toMatchObject({ done: true, snapshots: 1 });
    agent.bash(`f=h; printf 'h @a\\n' >"$f.txt"`);
    run(repo, 'status'); // the commit would put the content there again
    commit(repo, 'all');
    expect(judge(repo, 'h.txt')).toMatchObject([{ owner: 'a' }]);
  }));

test('text only in the reflog of the notes, or in a pack, is found and removed; in packs after git gc', () =>
  withSite(async ({ repo, agent }) => {
    agent.start().prompt(`Sing ${LEAK}`).write('f.txt', 'one @agent\n');
    commit(repo, 'one');
    const before = repo.git('rev-parse', NOTES);
    repo.git('update-ref', NOTES, repo.git('commit-tree', '-m', 'empty', '4b825dc642cb6eb9a060e54bf8d69288fbee4904'));
    expect(await forget(repo)).toMatchObject({ blobs: 1, refs: [NOTES] });
    repo.git('update-ref', NOTES, before);
    repo.git('gc', '--quiet');
    const done = await forget(repo, { yes: true });
    expect(done).toMatchObject({ dropped: { gone: 0, packed: 1, reachable: 0 }, remains: [] });
    expect(objectsWith(gitDirOf(repo), TRACES)).not.toEqual([]);
    repo.git('gc', '--quiet', '--prune=now');
    expect(objectsWith(gitDirOf(repo), TRACES)).toEqual([]);
  }));

test("with --prune, git removes packed text at once; an agent's own transcript is named and left alone", () =>
  withSite(async ({ repo, agent }) => {
    const transcript = join(repo.home, 'a.jsonl');
    writeFileSync(transcript, `${JSON.stringify({ type: 'user', message: { content: LEAK } })}\n`);
    agent.start().prompt(`Sing ${LEAK}`).write('f.txt', 'one @agent\n');
    commit(repo, 'one');
    repo.git('gc', '--quiet');
    expect(await forget(repo, { yes: true, prune: true })).toMatchObject({
      dropped: { gone: 1, packed: 0 },
      transcripts: [transcript],
    });
    expect(objectsWith(gitDirOf(repo), TRACES)).toEqual([]);
    expect(readdirSync(repo.home)).toContain('a.jsonl');
  }));

test('in a repository without git prov, fetched notes are cleaned too', () =>
  withSite(async ({ repo, agent }) => {
    agent.start().prompt(`Sing ${LEAK}`).write('f.txt', 'one @agent\n');
    commit(repo, 'one');
    const other = join(repo.home, 'clone');
    repo.git('clone', '-q', repo.dir, other);
    repo.git('-C', other, 'fetch', '-q', 'origin', `+${NOTES}*:refs/prov/remotes/origin/provenance*`);
    const bare = { ...repo, dir: other };
    expect(run(bare, 'status').out).toContain('nothing here');
    expect(await forget(bare, { yes: true })).toMatchObject({ code: 0, remotes: [{ remote: 'origin' }], remains: [] });
    expect(objectsWith(gitDirOf(bare), TRACES)).toEqual([]);
    expect(readdirSync(join(other, '.git', 'prov')).toSorted()).toEqual(['forgotten.json', 'key']);
    expect(run(bare, 'status').out).toContain('nothing here');
  }));

test('a prompt that the hook keeps outside every repository is forgotten, and the last deinit removes the rest', () =>
  withSite(async ({ repo, agent }) => {
    const dir = join(repo.home, '.local', 'share', 'git-prov', 'prompts');
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, '000000001.1.2'), JSON.stringify({ hook_event_name: 'UserPromptSubmit', prompt: LEAK }));
    writeFileSync(join(dir, '000000002.1.2'), JSON.stringify({ hook_event_name: 'UserPromptSubmit', prompt: 'hello' }));
    agent.start().prompt('hello');
    expect(run(repo, 'forget', LEAK).out).toContain(`file  ${join(dir, '000000001.1.2')}\n`);
    const { files } = await forget(repo, { yes: true });
    expect(files).toContain(join(dir, '000000001.1.2'));
    expect(readdirSync(dir)).toEqual(['000000002.1.2']);
    prov(repo, 'deinit');
    expect(existsSync(dir)).toBe(false);
  }));
