import { expect, test } from 'vitest';
import { parseArguments } from '../../../src/ask/blame/arguments.ts';
import { startBlame, startsEarly } from '../../../src/ask/blame/git-blame.ts';
import { withRepo } from '../../helpers/repo.ts';
import { gitBlame } from './story.ts';

const args = (...argv: string[]): ReturnType<typeof parseArguments> => parseArguments(argv);

test('early output of git is kept, and passed on in order', () =>
  withRepo({ files: { a: 'one\ntwo\n' } }, async (repo) => {
    repo.write('a', 'one\nmore\ntwo\n');
    repo.commit('second');
    const running = startBlame(args('-n', 'a'), { cwd: repo.dir, env: repo.env });
    expect(await running.ended).toBeUndefined();
    const chunks: Buffer[] = [];
    running.read((chunk) => chunks.push(chunk));
    expect(Buffer.concat(chunks)).toEqual(gitBlame(repo, ['--incremental', 'a']));
    expect((await running.final).stdout.toString()).toContain('\n\tmore\n');
  }));

test('a failing git is reported as an error, and nothing is thrown', () =>
  withRepo({ files: { a: 'one\n' } }, async (repo) => {
    const running = startBlame(args('absent'), { cwd: repo.dir, env: repo.env });
    expect((await running.ended)?.kind).toBe('git');
    expect((await running.final).code).not.toBe(0);
  }));

test('a git process that is no longer needed is killed', () =>
  withRepo({ files: { a: 'one\n', '.gitattributes': 'a diff=slow\n' } }, async (repo) => {
    repo.git('config', 'diff.slow.textconv', 'sleep 0.5; cat');
    const running = startBlame(args('a'), { cwd: repo.dir, env: repo.env });
    running.stop();
    expect((await running.ended)?.message).toContain('SIGTERM');
    await running.final;
  }));

test.for<readonly [boolean, readonly string[]]>([
  [true, ['a']],
  [true, ['--json', 'a']],
  [false, ['--porcelain', 'a']],
  [false, ['--incremental', 'a']],
  [false, ['-h']],
  [false, ['--contents', '-', 'a']],
])('git is started early: %j', ([early, argv]) => expect(startsEarly(args(...argv))).toBe(early));
