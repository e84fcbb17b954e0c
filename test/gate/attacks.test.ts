import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';
import { broken, checked, refusal } from './site.ts';

// Each step is a way round the rules. Rules of main: `src/` needs known authors and checks, `src/auth/` needs people.

const FILES = {
  '.gitattributes': '[attr]strict prov=known,verified\nsrc/** strict\nsrc/auth/** prov=human\n*.md -prov\n',
  'src/a.js': 'one\ntwo\nthree\n',
  'src/auth/login.js': Array.from({ length: 12 }, (_, i) => `check(${i});\n`).join(''),
  'lib/b.js': 'b\n',
  'README.md': 'readme\n',
};

let sessions = 0;

/** An agent in a session of its own. */
const start = (repo: TestRepo): TestAgent =>
  new TestAgent(repo, `aaaaaaaa-1111-4111-8111-${String(++sessions).padStart(12, '0')}`).start().prompt('Work');

/** A branch from main, on which an agent may work. */
function branch(repo: TestRepo, name: string, from = 'main'): TestAgent {
  repo.git('switch', '-q', '-c', name, from);
  return start(repo);
}

test('changed rules, subfolders, macros, renames and moves do not let lines through', () =>
  withRepo({ files: FILES }, async (repo) => {
    enable(repo);
    const agent = branch(repo, 'rules');
    agent
      .write('src/a.js', 'one\ntwo\nthree\nagent\n')
      .write('src/auth/login.js', 'agent();\n')
      .write('free.js', 'agent\n');
    repo.commit('agent work');
    const wanted = ['verified src/a.js:4 unchecked', 'human src/auth/login.js:1 agent'];
    expect(broken(await checked(repo, 'main..rules'))).toEqual(wanted);

    // The range loosens its own rules: at the top, in a folder, by the macro, by `binary`, by another file that looks like it.
    repo.write('.gitattributes', '[attr]strict text\n* -prov\n*.js binary\n');
    repo.write('src/.gitattributes', '* -prov\n');
    repo.write('src/auth/.gitattributes', '* !prov -diff\n');
    repo.write('.github/CODEOWNERS', '* @eve\n');
    repo.write('.gitprov/allowed_signers', 'eve@example.com ssh-ed25519 AAAA\n');
    repo.commit('looser rules');
    const loosened = await checked(repo, 'main..rules');
    expect(broken(loosened)).toEqual([...wanted.slice(0, 1), wanted[1]!]);
    expect(loosened.rulesChanged).toEqual([
      '.gitattributes',
      '.github/CODEOWNERS',
      '.gitprov/allowed_signers',
      'src/.gitattributes',
      'src/auth/.gitattributes',
    ]);
    // --rules can name the range itself.
    expect(broken(await checked(repo, 'main..rules', { rulesFrom: 'rules' }))).toEqual([]);
    expect(await refusal(checked(repo, 'main..rules', { rulesFrom: 'nowhere' }))).toMatch(
      /^data: There is no revision "nowhere" here/,
    );

    // A branch from before the rules is judged by the rules that it is merged into.
    repo.git('switch', '-q', '--orphan', 'old');
    repo.write('src/a.js', 'one\n');
    repo.commit('before the rules');
    repo.git('branch', 'newer');
    start(repo).write('src/a.js', 'one\nagent\n');
    repo.commit('stale work');
    repo.git('switch', '-q', 'newer');
    repo.write('.gitattributes', FILES['.gitattributes']);
    repo.commit('the rules come');
    expect(broken(await checked(repo, 'newer..old'))).toEqual(['verified src/a.js:2 unchecked']);
    // Without a common commit, all of the branch is added.
    expect(broken(await checked(repo, 'main..old'))).toEqual(expect.arrayContaining(['verified src/a.js:2 unchecked']));

    // Out of a protected folder, with and without changed lines.
    const mover = branch(repo, 'moved');
    repo.git('mv', 'src/auth/login.js', 'lib/login.js');
    repo.commit('move it');
    const text = repo.read('lib/login.js');
    mover.write('lib/login.js', `${text}agent();\n`);
    repo.commit('and change it');
    const moved = await checked(repo, 'main..moved');
    expect(broken(moved)).toEqual(['human lib/login.js:13 agent']);
    expect(moved.movedOut).toEqual([{ from: 'src/auth/login.js', to: 'lib/login.js', rules: ['human'] }]);
    // A copy into the folder is judged by the rules of the folder.
    repo.git('mv', 'lib/login.js', 'src/auth/other.js');
    repo.commit('and back under another name');
    expect(broken(await checked(repo, 'main..moved'))).toEqual(['human src/auth/other.js:13 agent']);
  }));

test('merges, missing and damaged notes, lines without an owner and commits of other tools break the rules', () =>
  withRepo({ files: FILES }, async (repo) => {
    enable(repo);
    const agent = branch(repo, 'side');
    agent.write('src/side.js', 'agent\n');
    const side = repo.commit('agent on a side branch');
    repo.git('switch', '-q', '-c', 'topic', 'main');
    repo.write('src/person.js', 'person\n');
    repo.commit('person');
    await checked(repo, 'main..topic');
    expect(broken(await checked(repo, 'main..topic'))).toEqual([]);

    // A merge brings lines that no rule judged, and an evil merge adds its own.
    repo.git('merge', '-q', '--no-ff', '--no-commit', 'side');
    repo.write('src/evil.js', 'evil\n');
    repo.commit('merge');
    const merged = await checked(repo, 'main..topic');
    expect(broken(merged)).toContain('verified src/side.js:1 unchecked');
    // The same for the range of one commit, as a forge names it.
    expect(broken(await checked(repo, 'HEAD^!'))).toContain('known src/side.js:1 elsewhere');
    expect(broken(await checked(repo, 'HEAD^-'))).toContain('verified src/side.js:1 unchecked');

    // Without its note, a line has no owner, and breaks every rule. Other commits do not change.
    repo.git('notes', '--ref=refs/notes/provenance', 'remove', side);
    const stripped = broken(await checked(repo, 'main..topic'));
    expect(stripped).toEqual(expect.arrayContaining(['known src/side.js:1 no-note', 'verified src/side.js:1 no-note']));
    // A note that cannot be read, one that is cut, and one of another commit.
    for (const content of ['garbage', Buffer.from([0xd9, 0xd9, 0xf7])]) {
      const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], content).toString().trim();
      repo.git('notes', '--ref=refs/notes/provenance', 'add', '-f', '-C', blob, side);
      expect(broken(await checked(repo, 'main..topic')).filter((one) => one.includes('side.js'))).toHaveLength(2);
      repo.git('notes', '--ref=refs/notes/provenance', 'remove', side);
    }
    const other = repo.git('rev-parse', 'HEAD^1');
    repo.git('notes', '--ref=refs/notes/provenance', 'copy', '-f', other, side);
    expect(broken(await checked(repo, 'main..topic')).filter((one) => one.includes('side.js'))).toHaveLength(2);

    // A tool that writes refs itself.
    const tree = repo.git('rev-parse', 'HEAD^{tree}');
    const made = repo.git('commit-tree', '-m', 'by a tool', '-p', 'main', tree);
    expect(broken(await checked(repo, `main..${made}`))).toEqual(
      expect.arrayContaining(['known src/person.js:1 no-note', 'known src/side.js:1 no-note']),
    );
  }));

test('paths, links, binary files, submodules and line ends do not hide lines', () =>
  withRepo({ files: FILES }, async (repo) => {
    enable(repo);
    const agent = branch(repo, 'odd');
    agent.write('src/gr\u00f6\u00dfe "x"\n\u202e.js', 'agent\n').write('src/crlf.js', 'one\r\ntwo\r\n');
    agent.bash("printf 'agent();\\0' > src/nul.js && ln -s /etc/passwd src/link && git config core.quotePath true");
    repo.write('src/a.js', 'one\r\ntwo\r\nthree\r\n');
    repo.commit('odd files');
    agent.stop();
    const before = await checked(repo, 'main..odd');
    expect(broken(before).toSorted()).toEqual(
      [
        'known src/nul.js:the whole file no-lines',
        'verified src/crlf.js:1-2 unchecked',
        'verified src/gr\u00f6\u00dfe "x"\n\u202e.js:1 unchecked',
        'verified src/link:1 unchecked',
        'verified src/nul.js:the whole file no-lines',
      ].toSorted(),
    );
    // An intermediate version without lines does not make later lines older than the range.
    agent.write('src/b.js', 'x\0\n');
    repo.commit('binary for a moment');
    agent.write('src/b.js', 'x\nagent\n');
    repo.commit('and text');
    expect(broken(await checked(repo, 'main..odd')).filter((one) => one.includes('src/b.js')).length).toBeGreaterThan(
      0,
    );
    // A submodule has no lines, and its code is not judged.
    const commit = repo.git('rev-parse', 'main');
    repo.git('update-index', '--add', '--cacheinfo', `160000,${commit},src/module`);
    repo.git('commit', '-q', '-m', 'a submodule');
    expect(broken(await checked(repo, 'main..odd'))).toContain('known src/module:the whole file no-lines');
    // A change of the mode, and removed lines, add nothing.
    repo.git('switch', '-q', '-c', 'less', 'main');
    repo.git('update-index', '--chmod=+x', 'src/a.js');
    repo.git('commit', '-q', '-m', 'mode');
    repo.git('reset', '-q', '--hard');
    repo.write('src/auth/login.js', 'check(0);\n');
    repo.commit('fewer lines');
    const less = await checked(repo, 'main..less');
    expect([broken(less), less.lines.added]).toEqual([[], 0]);
    // Nothing at all, and no rules.
    expect(broken(await checked(repo, 'main..main'))).toEqual([]);
    expect((await checked(repo, 'main..odd', { rulesFrom: `${commit}^{commit}` })).hasRules).toBe(true);
    // This machine's settings do not loosen the rules of main.
    writeFileSync(join(repo.dir, '.git/info/attributes'), '* -prov binary\n');
    repo.git('config', 'core.attributesFile', join(repo.dir, '.git/info/attributes'));
    expect(broken(await checked(repo, 'main..odd')).filter((one) => one.includes('crlf'))).not.toEqual([]);
  }));

test('a history that is cut off, and rules that cannot be read, stop the check', () =>
  withRepo({ files: FILES }, async (repo) => {
    enable(repo);
    for (const name of ['one', 'two', 'three']) {
      repo.write(`src/${name}.js`, `${name}\n`);
      repo.commit(name);
    }
    repo.git('clone', '-q', '--depth=2', `file://${repo.dir}`, join(repo.home, 'shallow'));
    const shallow = adoptRepo(repo, join(repo.home, 'shallow'));
    expect(broken(await checked(shallow, 'HEAD^!'))).toEqual([
      'known src/three.js:1 no-note',
      'verified src/three.js:1 no-note',
    ]);
    expect(await refusal(checked(shallow, 'HEAD~1^!'))).toMatch(/^data: This clone is shallow/);
    // A link at the base, which git does not follow, is no way to have no rules.
    repo.git('switch', '-q', '-c', 'linked');
    repo.git('rm', '-q', '.gitattributes');
    symlinkSync('README.md', join(repo.dir, '.gitattributes'));
    repo.commit('a link');
    repo.write('src/more.js', 'more\n');
    repo.commit('more');
    expect(await refusal(checked(repo, 'HEAD~1..HEAD'))).toMatch(
      /^data: The rules in \.gitattributes at .*not a regular file/,
    );
    // In the range, it is only reported.
    const reported = await checked(repo, 'main..linked');
    expect(reported.rulesChanged).toEqual(['.gitattributes']);
  }));

test('git prov init --check stops a push that breaks a rule, says how to continue, and a fault of ours stops nothing', () =>
  withRepo({ files: FILES }, async (repo) => {
    repo.git('init', '-q', '--bare', join(repo.home, 'server.git'));
    repo.git('remote', 'add', 'origin', join(repo.home, 'server.git'));
    repo.git('push', '-q', 'origin', 'main');
    const done = prov(repo, 'init', '--check', '--agent', 'claude-code');
    expect(done).toContain('git push --no-verify skips it once');
    expect(repo.git('config', 'prov.check')).toBe('true');
    const agent = branch(repo, 'topic');
    agent.write('src/b.js', 'agent\n');
    repo.commit('agent work');
    agent.stop();
    const push = (...args: string[]): { code: number | null; err: string } => {
      const { status, stderr } = spawnSync('git', ['push', '-q', 'origin', 'topic', ...args], {
        cwd: repo.dir,
        env: repo.env,
      });
      return { code: status, err: stderr.toString() };
    };
    const stopped = push();
    expect(stopped.code).not.toBe(0);
    expect(stopped.err).toMatch(/verified {2}1 line in 1 file[^]*src\/b\.js:1\n[^]*git push --no-verify pushes anyway/);
    // A branch is also checked under its commit, and a deletion and a tag are not.
    expect(push('HEAD:refs/heads/other').code).not.toBe(0);
    repo.git('tag', 'v1');
    expect(push('--no-verify').code).toBe(0);
    const tag = spawnSync('git', ['push', '-q', 'origin', 'v1', ':topic'], { cwd: repo.dir, env: repo.env });
    expect([tag.status, tag.stderr.toString()]).toEqual([0, '']);
    // Rules that cannot be read, and a program that is missing, let the push pass.
    repo.git('config', 'prov.check', 'nonsense');
    expect(push().code).toBe(0);
    repo.git('config', 'prov.check', 'true');
    repo.git('switch', '-q', '--orphan', 'lonely');
    repo.git('branch', '-D', '-q', 'main');
    repo.git('update-ref', '-d', 'refs/remotes/origin/main');
    repo.write('src/x.js', 'x\n');
    repo.commit('nothing to compare with');
    const lonely = spawnSync('git', ['push', '-q', 'origin', 'lonely'], { cwd: repo.dir, env: repo.env });
    expect([lonely.status, lonely.stderr.toString()]).toEqual([
      0,
      expect.stringContaining('was not checked: There is no branch to compare'),
    ]);
    // A program that ends in the way of Node after a fault stops nothing.
    const runtime = join(repo.home, '.local/share/git-prov/runtime');
    const named = readFileSync(runtime, 'utf8');
    repo.git('switch', '-q', 'topic');
    writeFileSync(join(repo.home, 'fails'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    writeFileSync(runtime, named.replace(/^.*\n/, `${join(repo.home, 'fails')}\n`));
    expect(push('HEAD:refs/heads/third').code).toBe(0);
    writeFileSync(runtime, named);
    prov(repo, 'deinit', '--force');
    expect(repo.git('config', '--default', 'none', 'prov.check')).toBe('none');
  }));
