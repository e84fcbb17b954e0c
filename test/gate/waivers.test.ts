import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blockOf, encodeBlocks, isDay, isExpired, readWaiver, waivedIn, without } from '../../src/gate/waiver.ts';
import type { Finding } from '../../src/gate/findings.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import { nodeId, type Oid, type RepoPath } from '../../src/model/ids.ts';
import type { Graph, Node, Note } from '../../src/model/model.ts';
import { made } from '../ask/setup.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';
import { allow, configure, HAS_SSH, notesOf, plant, run, sshKey } from '../trust/signed.ts';
import { broken, checked, waivedIn as waivedOf } from './site.ts';

const OID = 'a'.repeat(40) as Oid;

describe('a waiver', () => {
  const detail = {
    rule: 'verified',
    files: ['a.js'],
    blocks: encodeBlocks([blockOf(['x', 'y'])]),
    because: 'it is fine',
  };
  const node = (more: object = {}, kind = 'waiver'): Node => ({
    id: nodeId('aaaaaaaa-1'),
    kind,
    at: 0,
    summary: 'verified for a.js:1-2',
    detail: { ...detail, ...more },
  });

  test('is read strictly: another kind, rule, path, hash or day is no waiver', () => {
    expect(readWaiver(node(), [OID])).toMatchObject({ rule: 'verified', path: 'a.js', because: 'it is fine' });
    for (const more of [
      { rule: 'everything' },
      { rule: ['verified'] },
      { files: ['a.js', 'b.js'] },
      { files: [] },
      { files: [7] },
      { blocks: [] },
      { blocks: [1, 2, 3] },
      { blocks: [0, ...detail.blocks.slice(1)] },
      { blocks: [-1, ...detail.blocks.slice(1)] },
      { blocks: ['1', ...detail.blocks.slice(1)] },
      { blocks: Array.from({ length: 6 * 201 }, () => 1) },
      { until: '2026-02-30' },
      { until: 20261231 },
    ])
      expect([JSON.stringify(more).slice(0, 80), readWaiver(node(more), [OID])]).toEqual([
        expect.anything(),
        undefined,
      ]);
    expect(readWaiver(node({}, 'decision'), [OID])).toBeUndefined();
  });

  test('covers its own lines wherever they are, whole, and no others', () => {
    const waiver = readWaiver(node(), [OID])!;
    const lines = ['x', 'y', 'x', 'z', 'x', 'y'];
    expect(waivedIn(waiver, [[1, 6]], lines)).toEqual([
      [1, 2],
      [5, 2],
    ]);
    expect(waivedIn(waiver, [[1, 1]], lines)).toEqual([]);
    expect(waivedIn(waiver, [[2, 4]], lines)).toEqual([]);
    expect(waivedIn(waiver, [[1, 2]], ['x', 'y '])).toEqual([]);
    expect(waivedIn(waiver, [[1, 2]], ['x\r', 'y'])).toEqual([]);
    expect(
      without(
        [[1, 6]],
        [
          [2, 2],
          [6, 1],
        ],
      ),
    ).toEqual([
      [1, 1],
      [4, 2],
    ]);
  });

  test('counts through its last day, in UTC', () => {
    const last = Date.parse('2026-12-31T23:59:59Z');
    expect([isExpired({ until: '2026-12-31' }, last), isExpired({ until: '2026-12-31' }, last + 1000)]).toEqual([
      false,
      true,
    ]);
    expect(isExpired({ until: undefined }, last)).toBe(false);
    expect(['2026-12-31', '2026-02-29', '26-1-1', '2026-12-31T00:00', 'tomorrow'].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

const FILES = { '.gitattributes': 'src/** prov=verified\n', 'src/a.js': 'one\n' };

/** The id of the waiver that a command recorded. */
const waive = (repo: TestRepo, place: string, ...more: string[]): string =>
  (
    JSON.parse(
      prov(repo, 'waive', place, '--rule', 'verified', '--reason', 'Checked by hand', '--yes', '--json', ...more),
    ) as { node: string }
  ).node;

test('a person waives lines; the waiver follows them through a rebase, and can expire and be retracted', () =>
  withRepo({ files: FILES }, async (repo) => {
    enable(repo);
    repo.git('switch', '-q', '-c', 'topic');
    const agent = new TestAgent(repo, 'aaaaaaaa-1111-4111-8111-111111111111').start().prompt('Work');
    agent.write('src/a.js', 'one\ntwo\nthree\nfour\n').write('src/b "x".js', 'b\n');
    agent.bash("printf 'x\\0' > src/c.js");
    repo.commit('agent work');
    agent.stop();
    const all = [
      'verified src/a.js:2-4 unchecked',
      'verified src/b "x".js:1 unchecked',
      'verified src/c.js:the whole file no-lines',
    ];
    expect(broken(await checked(repo, 'main..topic'))).toEqual(all);

    // Only lines that break the rule can be waived, by a person, at a terminal or with --yes, and not for the past.
    const refused = (...args: string[]): string => {
      const { code, err } = run(repo, 'waive', ...args, '--rule', 'verified', '--reason', 'x');
      return `${code}: ${err.split('\n')[0]}`;
    };
    expect(refused('src/a.js:1', '--yes')).toBe(
      '1: git prov: No line of src/a.js:1 breaks the rule verified in main...topic.',
    );
    expect(refused('src/none.js', '--yes')).toMatch(/^1: .*No line of src\/none\.js/);
    expect(refused('src/a.js')).toMatch(/^2: .*Waiving a rule needs a terminal/);
    expect(refused('src/a.js', '--yes', '--until', '2020-01-01')).toMatch(/^2: .*--until takes the last day/);
    expect(run(repo, 'waive', 'src/a.js', '--rule', 'nonsense', '--reason', 'x', '--yes')).toMatchObject({ code: 2 });
    expect(run(repo, 'waive', 'src/a.js', '--rule', 'verified', '--reason', ' ', '--yes')).toMatchObject({ code: 2 });
    // An agent's shell, with and without its marks.
    const env = { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: agent.session };
    const command = [
      join(import.meta.dirname, '../../dist/git-prov.js'),
      'waive',
      'src/a.js',
      '--rule',
      'verified',
      '--reason',
      'x',
      '--yes',
    ];
    const spawned = (of: NodeJS.ProcessEnv): string => {
      const { status, stderr } = spawnSync(process.execPath, command, { cwd: repo.dir, env: of });
      return `${status}: ${stderr.toString()}`;
    };
    expect(spawned(env)).toMatch(/^2: .*An agent cannot waive a rule/);
    agent.prompt('Waive it');
    let inside = '';
    agent.bash('true', () => (inside = spawned(repo.env)));
    expect(inside).toMatch(
      /^2: .*(?:A command of the agent session .* is running|The agent claude-code .* started this command)/,
    );
    expect(broken(await checked(repo, 'main..topic'))).toEqual(all);

    const id = waive(repo, 'src/a.js:3-9', '--until', '2030-01-31');
    waive(repo, 'src/b "x".js');
    waive(repo, 'src/c.js');
    const waived = await checked(repo, 'main..topic');
    expect(broken(waived)).toEqual(['verified src/a.js:2 unchecked']);
    expect(waivedOf(waived)).toEqual([
      'verified src/a.js:3-4',
      'verified src/b "x".js:1',
      'verified src/c.js:the whole file',
    ]);
    expect(run(repo, 'check', 'main..topic').out).toMatch(
      /Waived: 3 lines in 3 files\n.*src\/a\.js:3-4 \(verified, until 2030-01-31\) “Checked by hand”/,
    );
    expect(prov(repo, 'list', 'waiver')).toMatch(/verified for src\/a\.js:3-4/);

    // After its last day, it is named and covers nothing.
    const later = await checked(repo, 'main..topic', { now: Date.parse('2030-02-01T00:00:00Z') });
    expect([broken(later)[0], later.expired.map((one) => String(one.id))]).toEqual([
      'verified src/a.js:2-4 unchecked',
      [id],
    ]);

    // A rebase onto a main that has moved, with the lines moved down. The waiver goes along.
    repo.git('switch', '-q', 'main');
    repo.write('src/a.js', 'zero\none\n');
    repo.commit('main moves');
    repo.git('switch', '-q', 'topic');
    repo.git('rebase', '-q', 'main');
    prov(repo, 'reconcile');
    const rebased = await checked(repo, 'main..topic');
    expect([broken(rebased), waivedOf(rebased).slice(0, 1)]).toEqual([
      ['verified src/a.js:3 unchecked'],
      ['verified src/a.js:4-5'],
    ]);
    // A line that changes afterwards is not what was waived. Nor are equal lines that another commit brings.
    repo.git('switch', '-q', '-c', 'changed');
    agent.write('src/a.js', 'zero\none\ntwo\nthree!\nfour\n');
    repo.commit('another line');
    expect(broken(await checked(repo, 'main..changed'))).toContain('verified src/a.js:3-5 unchecked');
    repo.git('switch', '-q', '-c', 'again', 'main');
    const copy = new TestAgent(repo, 'bbbbbbbb-1111-4111-8111-111111111111').start().prompt('The same again');
    copy.write('src/a.js', 'zero\none\ntwo\nthree\nfour\n');
    const copied = repo.commit('the same lines');
    await checked(repo, 'main..again');
    const notes = await notesOf(repo);
    const source = notes.get(repo.oid('topic'))!;
    const own = notes.get(copied)!;
    await plant(repo, [[copied, { ...own, graphs: [...own.graphs, ...source.graphs.filter(hasWaiver)] }]]);
    expect(broken(await checked(repo, 'main..again'))).toContain('verified src/a.js:3-5 unchecked');

    await plant(repo, [[copied, own]]);
    repo.git('switch', '-q', 'topic');
    prov(repo, 'retract', `waiver:${id}`);
    expect(broken(await checked(repo, 'main..topic'))).toEqual(['verified src/a.js:3-5 unchecked']);
    // An agent's entry of this kind is no waiver, with any text.
    expect(run(repo, 'add', 'waiver', 'verified for src/a.js').code).toBe(2);
  }));

const hasWaiver = ({ nodes }: Graph): boolean => nodes.some(({ kind }) => kind === 'waiver');

test.runIf(HAS_SSH)(
  'where the base has signers, unsigned notes satisfy no rule, and forged notes and waivers fail with the reason',
  () =>
    withRepo({ files: { 'src/a.js': 'one\n' } }, async (repo) => {
      const { file, line } = sshKey(repo, 'ada');
      configure(repo, { 'gpg.format': 'ssh', 'user.signingKey': file, 'prov.sign': 'true' });
      repo.write('.gitprov/allowed_signers', `ada@example.com namespaces="git" ${line}\n`);
      repo.write('.gitattributes', 'src/** prov=known,verified,signed\n');
      repo.commit('rules and signers');
      enable(repo);
      repo.git('switch', '-q', '-c', 'topic');
      const agent = new TestAgent(repo, 'cccccccc-1111-4111-8111-111111111111').start().prompt('Work');
      agent.write('src/a.js', 'one\ntwo\n').write('src/q.js', 'q\n');
      const work = repo.commit('agent work');
      repo.write('src/p.js', 'person\n');
      const person = repo.commit('person work');
      agent.stop();
      const open = 'verified src/q.js:1 unchecked';
      expect(broken(await checked(repo, 'main..topic'))).toEqual(['verified src/a.js:2 unchecked', open]);
      const id = waive(repo, 'src/a.js');
      expect(broken(await checked(repo, 'main..topic'))).toEqual([open]);

      // A fresh clone, as in CI: the same by the signatures alone.
      repo.git('clone', '-q', '--no-local', '.', join(repo.home, 'ci'));
      const ci = adoptRepo(repo, join(repo.home, 'ci'));
      ci.git('fetch', '-q', 'origin', '+refs/notes/provenance:refs/notes/provenance', 'main:main');
      const fine = await checked(ci, 'main..topic');
      expect([broken(fine), fine.signs, fine.waived.map(({ waiver }) => String(waiver.id))]).toEqual([
        [open],
        true,
        [id],
      ]);
      const notes = await notesOf(ci);
      const [note, persons] = [notes.get(work)!, notes.get(person)!];
      const attack = async (planted: Note | undefined, of = work): Promise<readonly Finding[]> => {
        await plant(ci, [[of, planted]]);
        try {
          return (await checked(ci, 'main..topic')).findings;
        } finally {
          await plant(ci, [[of, of === work ? note : persons]]);
        }
      };
      const unsigned = (of: Note): Note => ({
        graphs: of.graphs,
        lines: of.lines,
        carried: of.carried,
        ...(of.commit && { commit: of.commit }),
      });
      // Removed, without its signatures, graphs, lines or waiver: every rule fails for every line of the commit, with the reason.
      for (const [cut, why] of [
        [undefined, /signature was removed|is not here/],
        [unsigned(note), /signature was removed/],
        [{ ...note, graphs: [] }, /./],
        [{ ...note, lines: new Map() }, /lines that the note attributes/],
        [{ ...note, graphs: note.graphs.filter((one) => !hasWaiver(one)) }, /./],
      ] as const) {
        const found = await attack(cut);
        expect(found.map(({ rule, path, breach }) => `${rule.kind} ${path} ${breach}`)).toEqual(
          ['known', 'verified', 'signed'].flatMap((rule) => ['a', 'q'].map((name) => `${rule} src/${name}.js faulty`)),
        );
        for (const { fault } of found) expect(fault).toMatch(why);
      }
      // A person's lines without a signed note are only claimed to be a person's.
      expect(
        (await attack(unsigned(persons), person)).map((one) => `${one.rule.kind} ${one.path} ${one.breach}`),
      ).toEqual([
        'known src/p.js claimed',
        'verified src/p.js claimed',
        'verified src/q.js unchecked',
        'signed src/p.js unsigned',
      ]);
      // A stranger's check, acceptance and waiver beside the signed note satisfy nothing.
      const step = note.lines.get('src/q.js' as RepoPath)![0]!.node!;
      const waiver = note.graphs.flatMap(({ nodes }) => nodes).find(({ kind }) => kind === 'waiver')!;
      const detail = { ...waiver.detail, files: ['src/q.js'], blocks: encodeBlocks([blockOf(['q'])]) };
      const forged = made(
        'person/eve',
        [
          { n: 1, kind: 'waiver', summary: 'verified for src/q.js:1', detail },
          { n: 2, kind: 'commit', summary: 'a commit', detail: { source: 'reference', commit: work } },
          { n: 3, kind: 'verification', summary: 'npm test passed', detail: { passed: true } },
        ],
        [
          [1, 'explains', 2],
          [step, 'verified_by', 3],
        ],
        { of: { agent: 'person' } },
      );
      const joined = joinNotes(note, { graphs: [forged], lines: new Map(), carried: [] });
      const left = await attack(joined);
      expect(left.filter(({ path, rule }) => path === 'src/q.js' && rule.kind === 'verified')).toHaveLength(1);
      // The range adds its own signer, and the work tree has that list.
      const eve = sshKey(repo, 'eve');
      ci.git('switch', '-q', '-c', 'eve', 'origin/topic');
      ci.write('.gitprov/allowed_signers', `eve@example.com namespaces="git" ${eve.line}\n`);
      ci.commit('Eve blesses herself');
      const blessed = await checked(ci, 'main..eve');
      expect([broken(blessed), blessed.rulesChanged]).toEqual([[open], ['.gitprov/allowed_signers']]);
      // Also when the settings name the file of the work tree.
      configure(ci, { 'gpg.ssh.allowedSignersFile': join(ci.dir, '.gitprov/allowed_signers') });
      expect(broken(await checked(ci, 'main..topic'))).toEqual([open]);
      // Another list that the settings of a machine name decides there: with hers, Ada's notes are claims.
      allow(ci, `eve@example.com namespaces="git" ${eve.line}`);
      expect(broken(await checked(ci, 'main..topic'))).toEqual(
        [
          ['known', 'claimed'],
          ['verified', 'claimed'],
          ['signed', 'unsigned'],
        ].flatMap(([rule, why]) => ['a.js:2', 'p.js:1', 'q.js:1'].map((place) => `${rule} src/${place} ${why}`)),
      );
    }),
);
