import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chainOf, GENESIS } from '../../src/model/graph/ledger.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import { made } from '../ask/setup.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';
import { notesOf, plant } from '../trust/signed.ts';
import { broken, checked } from './site.ts';

// More ways round the rules, beside those in attacks.test.ts, imported.test.ts and reviewers.test.ts.

const AGENT = 'abcdabcd-1111-4111-8111-111111111111';

/** An agent with a session on a branch of its own. */
function branch(repo: TestRepo, name: string, session: string): TestAgent {
  repo.git('switch', '-q', '-c', name, 'main');
  return new TestAgent(repo, session).start().prompt('Work');
}

test('a file that moves into a folder with rules is judged whole, also without a changed line', () =>
  withRepo(
    { files: { '.gitattributes': 'src/** prov=known\nsrc/auth/** prov=known,human\n', 'src/a.js': 'a\n' } },
    async (repo) => {
      enable(repo);
      // First the lines come in where no rule holds, and are merged.
      const agent = branch(repo, 'first', AGENT);
      agent.write('lib/evil.js', Array.from({ length: 12 }, (_, i) => `evil(${i});\n`).join(''));
      agent.write('src/half.js', Array.from({ length: 12 }, (_, i) => `half(${i});\n`).join(''));
      repo.commit('agent work');
      agent.stop();
      expect(broken(await checked(repo, 'main..first'))).toEqual([]);
      repo.git('switch', '-q', 'main');
      repo.git('merge', '-q', '--ff-only', 'first');
      // Then the file moves.
      repo.git('switch', '-q', '-c', 'second');
      mkdirSync(join(repo.dir, 'src/auth'), { recursive: true });
      repo.git('mv', 'lib/evil.js', 'src/auth/evil.js');
      repo.git('mv', 'src/half.js', 'src/auth/half.js');
      repo.commit('tidy up');
      expect(broken(await checked(repo, 'main..second'))).toEqual([
        'known src/auth/evil.js:the whole file moved-in',
        'human src/auth/evil.js:the whole file moved-in',
        'human src/auth/half.js:the whole file moved-in',
      ]);
      // A person can waive it; a move within the rules, or out of them, is nothing.
      for (const rule of ['known', 'human'])
        prov(repo, 'waive', 'src/auth/evil.js', '--rule', rule, '--reason', 'read it', '--yes');
      expect(broken(await checked(repo, 'main..second'))).toEqual(['human src/auth/half.js:the whole file moved-in']);
      repo.git('switch', '-q', '-c', 'third', 'main');
      repo.git('mv', 'src/half.js', 'src/whole.js');
      repo.git('mv', 'src/a.js', 'lib/a.js');
      repo.commit('rename');
      expect(broken(await checked(repo, 'main..third'))).toEqual([]);
    },
  ));

test('members that the range names, and reviews by agents, satisfy no rule', () =>
  withRepo(
    {
      files: {
        '.gitattributes': 'src/** prov=reviewed-by=@lamp/sec,approved\n',
        '.gitprov/teams': '@lamp/sec ada@example.com\n',
      },
    },
    async (repo) => {
      enable(repo);
      const agent = branch(repo, 'topic', AGENT);
      prov(repo, 'decide', 'Count', '--because', 'it is asked for', '--session', AGENT);
      agent.write('src/a.js', 'agent\n');
      const work = repo.commit('agent work');
      agent.stop();
      const open = ['approved src/a.js:1 unapproved', 'reviewed-by=@lamp/sec src/a.js:1 unreviewed'];
      expect(broken(await checked(repo, 'main..topic')).toSorted()).toEqual(open);
      // The range adds its own reviewer to the team, in each file that could name one.
      repo.write('.gitprov/teams', '@lamp/sec eve@example.com\n');
      repo.write('CODEOWNERS', '* eve@example.com\n');
      repo.commit('another team');
      const decision = (await checked(repo, 'main..topic')).findings[0]!.decision!;
      repo.env['GIT_AUTHOR_EMAIL'] = 'eve@example.com';
      repo.env['GIT_AUTHOR_NAME'] = 'Ada <ada@example.com>';
      prov(repo, 'review', `decision:${decision}`, '--accept', '--yes');
      delete repo.env['GIT_AUTHOR_EMAIL'];
      delete repo.env['GIT_AUTHOR_NAME'];
      expect(broken(await checked(repo, 'main..topic'))).toEqual([open[1]]);
      // An agent's session accepts, in the name of a member.
      repo.git('clone', '-q', '--no-local', '.', join(repo.home, 'ci'));
      const ci = adoptRepo(repo, join(repo.home, 'ci'));
      ci.git('fetch', '-q', 'origin', '+refs/notes/provenance:refs/notes/provenance', 'main:main');
      const note = (await notesOf(ci)).get(work)!;
      const without = { ...note, graphs: note.graphs.filter(({ session }) => session.agent !== 'person') };
      const detail = { source: 'declared', event: 'accepted', subject: decision, by: 'Ada <ada@example.com>' };
      const forged = made('agent/forged', [{ n: 1, kind: 'event', summary: 'accepted', detail }], [], {
        of: { agent: 'claude-code' },
      });
      const { head } = chainOf(forged.session.id, forged.nodes, GENESIS, null);
      const whole = { ...forged, chain: { start: GENESIS, head } };
      await plant(ci, [[work, joinNotes(without, { graphs: [whole], lines: new Map(), carried: [] })]]);
      expect(broken(await checked(ci, 'main..topic')).toSorted()).toEqual(open);
    },
  ));

test('a decision that was rejected, retracted or replaced after its acceptance satisfies no rule', () =>
  withRepo({ files: { '.gitattributes': 'src/** prov=approved,decided\n' } }, async (repo) => {
    enable(repo);
    const agent = branch(repo, 'topic', AGENT);
    prov(repo, 'decide', 'Count', '--because', 'it is asked for', '--session', AGENT);
    agent.write('src/a.js', 'agent\n');
    repo.commit('agent work');
    agent.stop();
    const decision = `decision:${(await checked(repo, 'main..topic')).findings[0]!.decision!}`;
    prov(repo, 'review', decision, '--accept', '--yes');
    expect(broken(await checked(repo, 'main..topic'))).toEqual([]);
    prov(repo, 'review', decision, '--reject', '--yes');
    expect(broken(await checked(repo, 'main..topic')).toSorted()).toEqual([
      'approved src/a.js:1 rejected',
      'decided src/a.js:1 rejected',
    ]);
    prov(repo, 'review', decision, '--accept', '--yes');
    prov(repo, 'retract', decision, '--because', 'wrong');
    expect(broken(await checked(repo, 'main..topic')).toSorted()).toEqual([
      'approved src/a.js:1 retracted',
      'decided src/a.js:1 retracted',
    ]);
  }));

test('replaced objects, grafts and settings of the machine hide no line of the range', () =>
  withRepo({ files: { '.gitattributes': 'src/** prov=verified\n', 'src/a.js': 'one\n' } }, async (repo) => {
    enable(repo);
    const agent = branch(repo, 'topic', AGENT);
    agent.write('src/a.js', 'one\nagent\n');
    const work = repo.commit('agent work');
    agent.stop();
    const open = ['verified src/a.js:2 unchecked'];
    expect(broken(await checked(repo, 'main..topic'))).toEqual(open);
    // The rules, the commit, and its tree are replaced by harmless ones.
    const main = repo.oid('main');
    const rules = repo.git('rev-parse', 'main:.gitattributes');
    const empty = repo.gitRaw(['hash-object', '-w', '--stdin'], '').toString().trim();
    repo.git('replace', rules, empty);
    expect(broken(await checked(repo, 'main..topic'))).toEqual(open);
    const harmless = repo.git('commit-tree', '-m', 'harmless', '-p', main, 'main^{tree}');
    repo.git('replace', work, harmless);
    expect(broken(await checked(repo, 'main..topic'))).toEqual(open);
    repo.git('replace', '-d', work);
    repo.git('replace', repo.git('rev-parse', `${work}^{tree}`), repo.git('rev-parse', 'main^{tree}'));
    expect(broken(await checked(repo, 'main..topic'))).toEqual(open);
    repo.git('update-ref', '-d', `refs/replace/${repo.git('--no-replace-objects', 'rev-parse', `${work}^{tree}`)}`);
    // A graft that makes main a descendant of the branch.
    writeFileSync(join(repo.dir, '.git/info/grafts'), `${work}\n${main} ${work}\n`);
    expect(broken(await checked(repo, 'main..topic'))).toEqual(open);
    writeFileSync(join(repo.dir, '.git/info/grafts'), '');
    for (const [name, value] of [
      ['diff.renames', 'copies'],
      ['diff.external', 'true'],
      ['diff.ignoreSubmodules', 'all'],
      ['diff.noPrefix', 'true'],
      ['diff.mnemonicPrefix', 'true'],
      ['diff.algorithm', 'histogram'],
      ['diff.interHunkContext', '100'],
      ['diff.orderFile', '/dev/null'],
      ['diff.wsErrorHighlight', 'all'],
      ['core.whitespace', 'cr-at-eol'],
      ['core.ignoreCase', 'true'],
      ['core.attributesFile', join(repo.home, 'attributes')],
      ['blame.ignoreRevsFile', join(repo.home, 'ignored')],
      ['log.showSignature', 'true'],
      ['log.follow', 'true'],
    ] as const)
      repo.git('config', name, value);
    writeFileSync(join(repo.home, 'attributes'), '* -prov -diff binary\n');
    writeFileSync(join(repo.home, 'ignored'), `${work}\n`);
    expect(broken(await checked(repo, 'main..topic'))).toEqual(open);
  }));

test('a report of tests that an agent wrote satisfies no rule', () =>
  withRepo({ files: { '.gitattributes': 'src/** prov=tested\n' } }, async (repo) => {
    enable(repo);
    const agent = branch(repo, 'topic', AGENT);
    agent.write('src/a.js', 'agent\n');
    repo.commit('agent work');
    const file = join(repo.home, 'report.xml');
    writeFileSync(file, '<testsuites><testsuite><testcase name="a"/></testsuite></testsuites>');
    const record = (env: NodeJS.ProcessEnv): string => {
      const program = join(import.meta.dirname, '../../dist/git-prov.js');
      const { status, stderr } = spawnSync(process.execPath, [program, 'verify-run', '--from', file], {
        cwd: repo.dir,
        env,
      });
      return `${status}: ${stderr.toString()}`;
    };
    // In its shell, and with a shell without the marks of one.
    expect(record({ ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: AGENT })).toMatch(
      /^2: .*An agent cannot record a report/,
    );
    let inside = '';
    agent.bash('true', () => (inside = record(repo.env)));
    expect(inside).toMatch(/^2: .*An agent cannot record a report/);
    agent.stop();
    expect(broken(await checked(repo, 'main..topic'))).toEqual(['tested src/a.js:1 unchecked']);
    // A person's counts.
    expect(record(repo.env)).toMatch(/^0: /);
    expect(broken(await checked(repo, 'main..topic'))).toEqual([]);
  }));

test('a path in another case, which takes the place of a ruled file in a checkout without case, has its rules', () =>
  withRepo({ files: { '.gitattributes': 'src/** prov=human\n', 'src/a.js': 'a\n' } }, async (repo) => {
    enable(repo);
    const agent = branch(repo, 'topic', AGENT);
    agent.write('SRC/a.js', 'agent();\n').write('lib/b.js', 'agent();\n').write('.GITATTRIBUTES', '* -prov\n');
    repo.commit('agent work');
    agent.stop();
    const found = await checked(repo, 'main..topic');
    expect(broken(found)).toEqual(['human SRC/a.js:1 agent']);
    expect(found.rulesChanged).toEqual(['.GITATTRIBUTES']);
  }));
