import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Note } from '../../src/model/model.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';
import { at, checkRuns, dump, pull, review, reviewComment } from '../exchange/forge/site.ts';
import { configure, HAS_SSH, notesOf, plant, sshKey } from '../trust/signed.ts';
import { broken, checked } from './site.ts';

const RULES =
  'src/** prov=known,verified,tested,decided,approved,reviewed-by=ada@example.com\nsrc/human/** prov=human\n';
const FILES = { '.gitattributes': RULES, 'src/a.js': 'one\n' };

/** A branch with a line of an agent, and a commit that nothing recorded. */
function branch(repo: TestRepo, session: string): { work: string; unrecorded: string } {
  enable(repo);
  repo.git('switch', '-q', '-c', 'topic');
  const agent = new TestAgent(repo, session).start().prompt('Work');
  agent.write('src/a.js', 'one\nagent\n').write('src/human/b.js', 'agent\n');
  const work = repo.commit('agent work');
  agent.stop();
  const tree = repo.git('write-tree');
  const unrecorded = repo.git('commit-tree', '-m', 'by a tool', '-p', 'HEAD~1', tree);
  prov(repo, 'status');
  return { work, unrecorded };
}

/** A dump that has everything that the rules ask for. */
const everything = (repo: TestRepo, head: string, more: object = {}): string =>
  dump(
    repo,
    `dump-${head}.json`,
    [pull(1, head, head, { user: { login: 'ada@example.com' }, ...more })],
    [
      review(21, 1, 'APPROVED', {
        commit_id: head,
        user: { login: 'ada', id: 1 },
        body: 'Approved by Ada <ada@example.com>',
      }),
    ],
    [
      reviewComment(11, 1, 'accepted', {
        original_commit_id: head,
        original_line: 2,
        path: 'src/a.js',
        created_at: at(23),
      }),
    ],
    checkRuns(head, { id: 31, name: 'npm test' }, { id: 32, name: 'lint' }),
  );

test('approvals and results of a forge satisfy no rule, and their note names no author', () =>
  withRepo({ files: FILES }, async (repo) => {
    const { work, unrecorded } = branch(repo, 'aaaaaaaa-1111-4111-8111-111111111111');
    const before = broken(await checked(repo, 'main..topic'));
    expect(before.map((one) => one.split(' ')[0])).toEqual(
      expect.arrayContaining(['verified', 'tested', 'decided', 'approved', 'reviewed-by=ada@example.com', 'human']),
    );
    const bare = broken(await checked(repo, `main..${unrecorded}`));
    for (const head of [work, unrecorded]) prov(repo, 'import', 'github', '--from', everything(repo, head));
    expect(broken(await checked(repo, 'main..topic'))).toEqual(before);
    expect(broken(await checked(repo, `main..${unrecorded}`)).map((one) => one.replace('unsure', 'no-note'))).toEqual(
      bare,
    );
    // The same in a clone that has only the notes.
    repo.git('clone', '-q', '--no-local', '.', join(repo.home, 'ci'));
    const ci = adoptRepo(repo, join(repo.home, 'ci'));
    ci.git('fetch', '-q', 'origin', '+refs/notes/provenance:refs/notes/provenance', 'main:main', unrecorded);
    expect(broken(await checked(ci, 'main..topic'))).toEqual(before);
    expect(broken(await checked(ci, `main..${unrecorded}`)).map((one) => one.replace('unsure', 'no-note'))).toEqual(
      bare,
    );
    // What the forge says does not change the decision that waits for a person either.
    expect(prov(repo, 'list', 'decision', '--json')).not.toContain('"accepted_by"');
  }));

test.runIf(HAS_SSH)('where notes are signed, what a forge says stays claimed, also for who imported it', () =>
  withRepo({ files: FILES }, async (repo) => {
    const { file, line } = sshKey(repo, 'ada');
    configure(repo, { 'gpg.format': 'ssh', 'user.signingKey': file, 'prov.sign': 'true' });
    repo.write('.gitprov/allowed_signers', `ada@example.com namespaces="git" ${line}\n`);
    repo.commit('signers');
    const { work, unrecorded } = branch(repo, 'bbbbbbbb-1111-4111-8111-111111111111');
    const before = broken(await checked(repo, 'main..topic'));
    for (const head of [work, unrecorded]) prov(repo, 'import', 'github', '--from', everything(repo, head));
    expect(broken(await checked(repo, 'main..topic'))).toEqual(before);
    expect(prov(repo, 'list', 'task')).toContain('(claimed)');
    expect(prov(repo, 'list', 'evidence')).toContain('(claimed)');
    // An amended commit carries the graphs into a note that is signed; they stay claimed.
    repo.git('commit', '-q', '--amend', '-m', 'agent work, amended');
    const amended = repo.oid('HEAD');
    expect(broken(await checked(repo, 'main..topic'))).toEqual(before);
    const carried = (await notesOf(repo)).get(amended)!;
    expect(carried.graphs.some(isForge)).toBe(true);
    expect(prov(repo, 'list', 'task')).toContain('(claimed)');
    // Beside the forge's graph, a stranger's changes nothing; and without it, nothing is missing.
    const without: Note = { ...carried, graphs: carried.graphs.filter((one) => !isForge(one)) };
    await plant(repo, [[amended, without]]);
    expect(broken(await checked(repo, 'main..topic'))).toEqual(before);
  }),
);

const isForge = ({ session }: Note['graphs'][number]): boolean => session.agent === 'github';
