import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addedLines, changesOf, diffTrees, type FileChange } from '../../src/git/history/commit-changes.ts';
import { PatchParser } from '../../src/git/history/patch-parser.ts';
import { pathFromBytes, pathToBytes } from '../../src/model/path.ts';
import { oid, type Oid, type RepoPath } from '../../src/model/ids.ts';
import { openRepo } from '../../src/git/repository/repo.ts';
import { makeRepo, withRepo, type TestRepo } from '../helpers/repo.ts';

const ranges = (list: FileChange['added']): string => list.map(([start, count]) => `${start},${count}`).join(' ');

// One line per file: status, old path, path, modes, and what was added and removed.
function shown(file: FileChange): string {
  const name = file.oldPath ? `${file.oldPath} -> ${file.path}` : file.path;
  const mode = file.oldMode === file.newMode ? '' : ` ${file.oldMode ?? 'none'}>${file.newMode ?? 'none'}`;
  return `${file.status} ${JSON.stringify(name)}${mode} +[${ranges(file.added)}] -[${ranges(file.removed)}]${file.binary ? ' binary' : ''}`;
}

async function changed(repo: TestRepo, commit: Oid): Promise<string[][]> {
  const change = (await changesOf(await repo.open(), [commit])).get(commit)!;
  return change.parents.map(({ files }) => files.map(shown));
}

for (const hash of ['sha1', 'sha256'] as const)
  test(`every kind of change of a ${hash} repository is read from one process`, async () => {
    const repo = makeRepo({ hash });
    const long = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('');
    repo.write('edited', 'one\ntwo\nthree\n');
    repo.write('no newline', 'one\ntwo');
    repo.write('crlf', 'one\r\ntwo\r\n');
    repo.write('binary', Buffer.from('a\0b\nc\n'));
    repo.write('gone', 'one\ntwo\n');
    repo.write('renamed', long);
    repo.write('moved exactly', `${long}x\n`);
    repo.write('mode', 'same\n');
    repo.write('type', 'text\n');
    const first = repo.commit('first');
    repo.write('edited', 'zero\none\nthree\nfour\n');
    repo.write('no newline', 'one\nthree');
    repo.write('crlf', 'one\ntwo\r\n');
    repo.write('binary', Buffer.from('a\0b\nd\n'));
    repo.git('rm', '-q', 'gone', 'type');
    repo.git('mv', 'renamed', 'new name');
    repo.git('mv', 'moved exactly', 'elsewhere');
    repo.write('new name', long.replace('line 7', 'seven'));
    repo.write('mode', 'same\n', 0o755);
    repo.write('empty', '');
    repo.write('@@ -1 +1 @@', '@@ -1,5 +1,5 @@\ndiff --git a/x b/x\n\\ No newline\n-- \n++ \n');
    const { symlinkSync } = await import('node:fs');
    symlinkSync('edited', `${repo.dir}/type`);
    const second = repo.commit('second');
    expect(await changed(repo, second)).toEqual([
      [
        'added "@@ -1 +1 @@" none>100644 +[1,5] -[]',
        'modified "binary" +[] -[] binary',
        'modified "crlf" +[1,1] -[1,1]',
        'modified "edited" +[1,1 4,1] -[2,1]',
        'renamed "moved exactly -> elsewhere" +[] -[]',
        'added "empty" none>100644 +[] -[]',
        'deleted "gone" 100644>none +[] -[1,2]',
        'modified "mode" 100644>100755 +[] -[]',
        'renamed "renamed -> new name" +[8,1] -[8,1]',
        'modified "no newline" +[2,1] -[2,1]',
        'type "type" 100644>120000 +[1,1] -[1,1]',
      ],
    ]);
    expect((await changed(repo, first))[0]!.filter((line) => !/^added .* \+\[1,[0-9]+\] -\[\]/.test(line))).toEqual([
      'added "binary" none>100644 +[] -[] binary',
    ]);
    const files = (await changesOf(await repo.open(), [second])).get(second)!.parents[0]!.files;
    const edited = files.find((file) => file.path === 'edited')!;
    expect([edited.oldBlob, edited.newBlob]).toEqual([repo.oid(`${first}:edited`), repo.oid(`${second}:edited`)]);
    expect(edited.hunks).toEqual([
      { oldStart: 0, oldCount: 0, newStart: 1, newCount: 1 },
      { oldStart: 2, oldCount: 1, newStart: 2, newCount: 0 },
      { oldStart: 3, oldCount: 0, newStart: 4, newCount: 1 },
    ]);
    repo.cleanup();
  });

test('paths keep their bytes: quotes, newlines, tabs, bytes that are not UTF-8, renamed or not', async () => {
  const repo = makeRepo();
  const names = ['new\nline', 'qu"ote', 'tab\there', 'back\\slash', ' sp ace ', 'é', ':(top)x'].map((name) =>
    Buffer.from(name),
  );
  names.push(Buffer.from([0x61, 0xff, 0x62]));
  const commit = (suffix: string, content: string): Oid => {
    repo.git('read-tree', '--empty');
    const lines = names.map((name, i) => {
      const id = repo
        .gitRaw(['hash-object', '-w', '--stdin'], content.replaceAll(/^/gm, `${i} `))
        .toString()
        .trim();
      return Buffer.concat([Buffer.from(`100644 ${id}\t`), name, Buffer.from(`${suffix}\0`)]);
    });
    repo.gitRaw(['update-index', '-z', '--index-info'], Buffer.concat(lines));
    repo.git('commit', '-qm', suffix);
    return repo.oid('HEAD');
  };
  const text = Array.from({ length: 9 }, (_, i) => `${i}`).join('\n');
  const [one, two, three] = [commit('.a', text), commit('.a', `${text}\nx`), commit('.b', `${text}\nx\ny`)];
  const changes = await changesOf(await repo.open(), [one, two, three]);
  const paths = (commit: Oid, key: 'path' | 'oldPath'): string[] =>
    changes
      .get(commit)!
      .parents[0]!.files.map((file) => pathToBytes(file[key] ?? ('' as RepoPath)).toString('latin1'))
      .sort();
  const wanted = (suffix: string): string[] => names.map((name) => name.toString('latin1') + suffix).sort();
  expect([paths(one, 'path'), paths(two, 'path'), paths(three, 'path')]).toEqual([
    wanted('.a'),
    wanted('.a'),
    wanted('.b'),
  ]);
  expect(paths(three, 'oldPath')).toEqual(wanted('.a'));
  expect(addedLines(changes.get(three)!).get(pathFromBytes(Buffer.concat([names.at(-1)!, Buffer.from('.b')])))).toEqual(
    [[10, 2]],
  );
  repo.cleanup();
});

test('in a merge, only lines without a match in any parent count', async () => {
  const repo = makeRepo({ files: { f: 'a\nb\nc\nd\ne\n', same: 'x\n' } });
  repo.git('switch', '-qc', 'topic');
  repo.write('f', 'topic\na\nb\nc\nd\ne\n');
  repo.write('only topic', 't\n');
  repo.commit('topic');
  repo.git('switch', '-q', 'main');
  repo.write('f', 'a\nb\nc\nd\ne\nmain\n');
  const parent = repo.commit('main');
  repo.git('merge', '-q', '--no-commit', 'topic');
  repo.write('f', 'topic\na\nb\nevil\nc\nd\ne\nmain\nends\n');
  repo.write('new', 'n\n');
  const merge = repo.commit('merge');
  expect(await changed(repo, merge)).toEqual([
    [
      'modified "f" +[1,1 4,1 9,1] -[]',
      'added "new" none>100644 +[1,1] -[]',
      'added "only topic" none>100644 +[1,1] -[]',
    ],
    ['modified "f" +[4,1 8,2] -[]', 'added "new" none>100644 +[1,1] -[]'],
  ]);
  const change = (await changesOf(await repo.open(), [merge])).get(merge)!;
  expect([...addedLines(change)]).toEqual([
    [
      'f',
      [
        [4, 1],
        [9, 1],
      ],
    ],
    ['new', [[1, 1]]],
  ]);
  expect(change.parents.map((one) => one.parent)).toEqual([parent, repo.oid('topic')]);
  repo.cleanup();
});

test('a merge that takes one side entirely adds nothing, and its unchanged side is still listed', async () => {
  const repo = makeRepo({ files: { f: 'a\n' } });
  repo.git('switch', '-qc', 'topic');
  repo.write('f', 'b\n');
  repo.commit('topic');
  repo.git('switch', '-q', 'main');
  repo.write('f', 'c\n');
  repo.commit('main');
  repo.git('merge', '-q', '-s', 'ours', 'topic');
  const merge = repo.oid('HEAD');
  expect(await changed(repo, merge)).toEqual([[], ['modified "f" +[1,1] -[1,1]']]);
  expect(addedLines((await changesOf(await repo.open(), [merge])).get(merge)!)).toEqual(new Map());
  repo.cleanup();
});

test("the user's configuration, attributes and environment have no effect", async () => {
  await withRepo({ files: { f: 'a\nb\nc\n', 'p.lock': 'one\n' } }, async (repo) => {
    repo.write('f', 'a\nx\nc\n');
    repo.write('p.lock', 'two\n');
    repo.git('mv', 'p.lock', 'q.lock');
    const commit = repo.commit('second');
    const plain = await changed(repo, commit);
    expect(plain[0]).toContain('modified "f" +[2,1] -[2,1]');
    const settings = {
      'diff.noprefix': 'true',
      'diff.mnemonicPrefix': 'true',
      'diff.renames': 'copies',
      'diff.external': 'false',
      'diff.algorithm': 'patience',
      'diff.context': '9',
      'diff.interHunkContext': '9',
      'diff.relative': 'true',
      'diff.submodule': 'log',
      'diff.indentHeuristic': 'false',
      'diff.suppressBlankEmpty': 'true',
      'diff.x.textconv': 'tr a-z A-Z <',
      'diff.x.command': 'false',
      'color.ui': 'always',
      'color.diff': 'always',
      'core.quotePath': 'false',
      'core.pager': 'false',
      'diff.orderFile': '/nowhere',
    };
    for (const [name, value] of Object.entries(settings)) repo.git('config', name, value);
    repo.write('.gitattributes', 'f diff=x\n*.lock -diff\n');
    repo.git('add', '.gitattributes');
    Object.assign(repo.env, { GIT_EXTERNAL_DIFF: 'false', GIT_DIFF_OPTS: '--unified=5', GIT_PAGER: 'false' });
    expect(await changed(repo, commit)).toEqual(plain);
  });
});

test('submodules are left out, and a file that becomes one counts as deleted', async () => {
  const repo = makeRepo({ files: { f: 'a\n', g: 'b\n' } });
  const link = (path: string, id: string): string =>
    repo.git('update-index', '--add', '--cacheinfo', `160000,${id},${path}`);
  const head = repo.oid('HEAD');
  link('sub', head);
  repo.git('commit', '-qm', 'sub');
  link('sub', repo.oid('HEAD'));
  repo.write('g', 'b\nc\n');
  repo.git('add', 'g');
  repo.git('commit', '-qm', 'moved sub');
  const moved = repo.oid('HEAD');
  repo.git('rm', '-q', '--cached', 'f');
  link('f', head);
  repo.git('rm', '-q', '--cached', 'sub');
  const id = repo.gitRaw(['hash-object', '-w', '--stdin'], 'one\ntwo\n').toString().trim();
  repo.git('update-index', '--add', '--cacheinfo', `100644,${id},sub`);
  repo.write('z', 'last\n');
  repo.git('add', 'z');
  repo.git('commit', '-qm', 'swapped');
  expect(await changed(repo, moved)).toEqual([['modified "g" +[2,1] -[]']]);
  expect(await changed(repo, repo.oid('HEAD'))).toEqual([
    ['deleted "f" 100644>none +[] -[1,1]', 'added "sub" none>100644 +[1,2] -[]', 'added "z" none>100644 +[1,1] -[]'],
  ]);
  repo.cleanup();
});

test('linked work trees, submodules and bare or shallow clones are read', async () => {
  const repo = makeRepo({ files: { f: 'a\n', 'x.lock': 'l\n', '.gitattributes': '*.lock -diff\n' } });
  repo.write('f', 'a\nb\n');
  repo.write('x.lock', 'm\n');
  const second = repo.commit('second');
  const wanted = ['modified "f" +[2,1] -[]', 'modified "x.lock" +[1,1] -[1,1]'];
  repo.git('worktree', 'add', '-q', '../linked', 'HEAD~');
  repo.git('clone', '-q', '--bare', '.', '../bare');
  repo.git('clone', '-q', '--depth=1', `file://${repo.dir}`, '../shallow');
  repo.git('init', '-q', '../super');
  repo.git('-C', '../super', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.dir, 'sub');
  for (const dir of ['linked', 'bare', 'super/sub']) {
    const at = await openRepo(`${repo.dir}/../${dir}`, repo.env);
    expect((await changesOf(at, [second])).get(second)!.parents[0]!.files.map(shown)).toEqual(wanted);
  }
  const shallow = await openRepo(`${repo.dir}/../shallow`, repo.env);
  const change = (await changesOf(shallow, [second])).get(second)!;
  expect(change.parents.map((one) => one.parent)).toEqual([undefined]);
  expect(addedLines(change).get('f' as RepoPath)).toEqual([[1, 2]]);
  repo.cleanup();
});

test('objects that are not commits are left out, and a missing tree is an error', async () => {
  await withRepo({ files: { f: 'a\n' } }, async (repo) => {
    const at = await repo.open();
    const absent = oid('e'.repeat(repo.oid('HEAD').length));
    expect((await changesOf(at, [absent, repo.oid('HEAD:f'), repo.oid('HEAD')])).size).toBe(1);
    expect(await changesOf(at, [])).toEqual(new Map());
    await expect(diffTrees(at, [[absent, repo.oid('HEAD^{tree}')]])).rejects.toMatchObject({ kind: 'data' });
  });
});

test('the output may be split anywhere', async () => {
  const repo = makeRepo({ files: { f: 'a\nb\n', g: 'x'.repeat(300), h: '\\ No newline\n' } });
  repo.write('f', 'b\nc');
  repo.git('mv', 'g', 'new\nname');
  repo.write('h', '\\ No\ndiff --git a/x b/x\n@@ -1,5 +1,5 @@\nBinary files a and b\n\\ newline');
  const [from, to] = [repo.oid('HEAD^{tree}'), (repo.commit('2'), repo.oid('HEAD^{tree}'))];
  const args = ['diff-tree', '--stdin', '-r', '-M', '--raw', '-p', '-z', '-U0', '--full-index'];
  const output = repo.gitRaw(args, `${from} ${to}\n${to} ${to}\n${to} ${from}\n`);
  const read = (cuts: number[]): unknown => {
    const parser = new PatchParser();
    let at = 0;
    for (const cut of [...cuts.sort((a, b) => a - b), output.length]) {
      parser.take(output.subarray(at, cut));
      at = cut;
    }
    return [...parser.pairs];
  };
  const whole = read([]);
  expect((whole as unknown[]).length).toBe(3);
  expect(read(Array.from({ length: output.length }, (_, i) => i))).toEqual(whole);
  fc.assert(
    fc.property(fc.array(fc.nat(output.length), { maxLength: 8 }), (cuts) => void expect(read(cuts)).toEqual(whole)),
  );
  repo.cleanup();
});
