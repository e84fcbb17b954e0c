import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';
import { configure, HAS_SSH, notesOf, plant, sshKey } from '../trust/signed.ts';
import { broken, checked } from './site.ts';

/** The id of the decision behind the agent's line. */
const decisionOf = async (repo: TestRepo): Promise<string> => {
  const [finding] = (await checked(repo, 'main..topic')).findings;
  return `decision:${finding!.decision!}`;
};

/** Accepts a decision under a name. */
const accept = (repo: TestRepo, name: string, address: string, decision: string): void => {
  repo.env['GIT_AUTHOR_NAME'] = name;
  repo.env['GIT_AUTHOR_EMAIL'] = address;
  try {
    prov(repo, 'review', decision, '--accept', '--yes');
  } finally {
    delete repo.env['GIT_AUTHOR_NAME'];
    delete repo.env['GIT_AUTHOR_EMAIL'];
  }
};

/** Work of an agent that gave a reason. */
function work(repo: TestRepo, session: string): void {
  enable(repo);
  repo.git('switch', '-q', '-c', 'topic');
  const agent = new TestAgent(repo, session).start().prompt('Work');
  prov(repo, 'decide', 'Count to two', '--because', 'one is not enough', '--session', session);
  agent.write('src/a.js', 'one\ntwo\n');
  repo.commit('agent work');
  agent.stop();
}

test.runIf(HAS_SSH)('a reviewer is who signed the acceptance, whatever name the entry has', () =>
  withRepo({ files: { 'src/a.js': 'one\n' } }, async (repo) => {
    const [ada, eve] = [sshKey(repo, 'ada'), sshKey(repo, 'eve')];
    const allowed = [
      ['Ada@example.com', ada],
      ['eve@example.com', eve],
    ] as const;
    repo.write(
      '.gitprov/allowed_signers',
      allowed.map(([who, { line }]) => `${who} namespaces="git" ${line}\n`).join(''),
    );
    repo.write('.gitprov/teams', '@lamp/security ada@example.com\n');
    repo.write('.gitattributes', 'src/** prov=reviewed-by=@lamp/security\n');
    repo.commit('rules and signers');
    configure(repo, { 'gpg.format': 'ssh', 'user.signingKey': eve.file, 'prov.sign': 'true' });
    work(repo, 'dddddddd-1111-4111-8111-111111111111');
    const open = ['reviewed-by=@lamp/security src/a.js:2 unreviewed'];
    expect(broken(await checked(repo, 'main..topic'))).toEqual(open);

    // Eve may sign, and writes Ada's name.
    const decision = await decisionOf(repo);
    accept(repo, 'Ada', 'ada@example.com', decision);
    const forged = await notesOf(repo);
    expect(
      JSON.stringify([...forged.values()].flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes))),
    ).toContain('Ada <ada@example.com>');
    expect(broken(await checked(repo, 'main..topic'))).toEqual(open);
    const clone = (name: string): TestRepo => {
      repo.git('clone', '-q', '--no-local', '.', join(repo.home, name));
      const made = adoptRepo(repo, join(repo.home, name));
      made.git('fetch', '-q', 'origin', '+refs/notes/provenance:refs/notes/provenance', 'main:main');
      return made;
    };
    expect(broken(await checked(clone('ci'), 'main..topic'))).toEqual(open);

    // Ada accepts in her clone, under another address than that of her key.
    const hers = clone('hers');
    configure(hers, { 'gpg.format': 'ssh', 'user.signingKey': ada.file, 'prov.sign': 'true' });
    enable(hers);
    accept(hers, 'Ada', 'ada@home.example', decision);
    expect(broken(await checked(hers, 'main..topic'))).toEqual([]);
    repo.git('fetch', '-q', join(repo.home, 'hers'), '+refs/notes/provenance:refs/notes/provenance');
    const merged = clone('merged');
    expect(broken(await checked(merged, 'main..topic'))).toEqual([]);

    // Without her signature, her entry is only claimed. The record of the rest is still whole.
    for (const [commit, note] of await notesOf(merged)) {
      const rest = (note.signatures ?? []).filter(({ signature }) => !isBy(signature, ada.line));
      if (rest.length !== (note.signatures ?? []).length)
        await plant(merged, [[commit, { ...note, signatures: rest }]]);
    }
    expect(broken(await checked(merged, 'main..topic')).filter((one) => one.startsWith('reviewed-by'))).toHaveLength(1);
  }),
);

/** Whether an SSH signature has this public key in it. */
const isBy = (signature: string, line: string): boolean => {
  const bytes = Buffer.from(signature.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  return bytes.includes(Buffer.from(line.split(' ')[1]!, 'base64'));
};

test('without signers the name in the entry counts, as the output says', () =>
  withRepo({ files: { 'src/a.js': 'one\n' } }, async (repo) => {
    repo.write('.gitattributes', 'src/** prov=reviewed-by=ada@example.com\n');
    repo.commit('rules');
    work(repo, 'eeeeeeee-1111-4111-8111-111111111111');
    const decision = await decisionOf(repo);
    accept(repo, 'Eve', 'eve@example.com', decision);
    expect(broken(await checked(repo, 'main..topic'))).toHaveLength(1);
    accept(repo, 'Ada <eve@example.com>', 'ada@example.com', decision);
    expect(broken(await checked(repo, 'main..topic'))).toEqual([]);
  }));
