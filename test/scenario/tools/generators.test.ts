import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { knownOutputs } from '../../../src/model/shell/tools.ts';
import type { Arg } from '../../../src/model/shell/parse/word.ts';
import { enable, TestAgent } from '../../helpers/agent.ts';
import { judge } from '../../helpers/judge.ts';
import { type TestRepo, withRepo } from '../../helpers/repo.ts';

// Generators of code, run by an agent while a person types into other files.

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const GRAMMAR = '%token NUMBER\n%%\nline: NUMBER;\n%%\n';
const MESSAGE = 'syntax = "proto3";\nmessage Point { int32 x = 1; }\n';

interface Scene {
  readonly files: Record<string, string>;
  readonly command: string;
  readonly made: readonly string[];
}

const SCENES: readonly (readonly [string, Scene])[] = [
  ['bison', { files: { 'calc.y': GRAMMAR }, command: 'bison -d calc.y', made: ['calc.tab.c', 'calc.tab.h'] }],
  [
    'bison',
    {
      files: { 'calc.y': GRAMMAR },
      command: 'bison --header=parser.h -o parser.c calc.y',
      made: ['parser.c', 'parser.h'],
    },
  ],
  ['flex', { files: { 'scan.l': '%%\n[0-9]+ return 1;\n%%\n' }, command: 'flex scan.l', made: ['lex.yy.c'] }],
  [
    'protoc',
    {
      files: { 'point.proto': MESSAGE },
      command: 'mkdir -p gen && protoc --cpp_out=gen --python_out=gen point.proto',
      made: ['gen/point.pb.h', 'gen/point.pb.cc', 'gen/point_pb2.py'],
    },
  ],
  [
    'cmake',
    {
      files: { 'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.10)\nproject(p NONE)\n' },
      command: 'cmake -S . -B out',
      made: ['out/CMakeCache.txt', 'out/cmake_install.cmake'],
    },
  ],
];

test.each(SCENES.flatMap(([needs, scene]) => (has(needs) ? [scene] : [])))(
  '$command: its files are the agent’s, and what a person types meanwhile is not',
  ({ files, command, made }) =>
    withRepo({ files: { ...files, 'notes.txt': 'notes @human\n' } }, async (repo: TestRepo) => {
      enable(repo);
      const agent = new TestAgent(repo, 'a').start().prompt('generate the code');
      const over = agent.background(`sleep 0.3; ${command}; sleep 0.3`, 'b1');
      repo.write('notes.txt', 'notes @human\ntyped by a person @human\n');
      await over;
      agent.notice('b1').stop();
      repo.commit('generate');
      for (const path of made) {
        const owners = new Set(judge(repo, path).map(({ owner }) => owner));
        expect([path, ...owners]).toEqual([path, 'a']);
      }
      expect(judge(repo, 'notes.txt').map(({ owner }) => owner)).not.toContain('a');
    }),
);

describe('known outputs', () => {
  const words = (command: string): Arg[] => command.split(' ').map((value) => ({ value, text: value }) as Arg);

  test.each([
    ['cbindgen --config c.toml --output include/lib.h', ['lib.h']],
    ['bindgen wrapper.h -o src/bindings.rs', ['bindings.rs']],
    ['mockgen -source=a.go -destination=mocks/a.go', ['a.go']],
    ['cmake --build build', ['build/']],
    ['meson setup builddir', ['builddir/']],
    ['ninja -C out/Release', ['out/Release/']],
  ])('%s', (command, expected) => {
    expect(knownOutputs(words(command))).toEqual(expect.arrayContaining(expected));
  });

  test.each([
    'cmake -B .',
    'cmake -B ..',
    'ninja -C ../other',
    'meson setup /',
    'mockgen -destination=.',
    'node -o x.js',
  ])('%s names no folder or file of its own', (command) => {
    const outputs = knownOutputs(words(command));
    for (const none of ['.', '..', '/', '../other/', '.', '', 'x.js']) expect(outputs).not.toContain(none);
  });
});
