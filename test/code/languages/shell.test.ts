import { describe, expect, it } from 'vitest';
import { definitionsOf, edgesOf, factsOf, importsOf } from '../code.ts';

describe('shell', () => {
  it('finds functions in all forms, and takes no array for a function', async () => {
    const text =
      'one() { echo 1; }\nfunction two { echo 2; }\nfunction lib::three() (\n  echo 3\n)\nlist=(a b)\nmain() {\n  inner() { :; }\n}\n';
    expect(definitionsOf(await factsOf('a.sh', text))).toEqual([
      'function one 1-1',
      'function two 2-2',
      'function lib::three 3-5',
      'function main 7-9',
      'function main.inner 8-8',
    ]);
  });

  it('resolves sourced files, also from the own folder in its many forms', async () => {
    const files = {
      'bin/run.sh': [
        'source lib/a.sh',
        '. "$(dirname "$0")/b.sh"',
        '. "$( cd "$( dirname "${BASH_SOURCE[0]}" )" >/dev/null && pwd )/../lib/c.sh"',
        'source "${BASH_SOURCE%/*}/b.sh"',
        'source "$ROOT/only.sh"',
        'source "$ROOT/${LIBDIR}/two.sh"',
        '. ./b.sh',
        '\\. ../lib/a.sh',
        '. /etc/profile',
        'source "$file"',
        'source "$ROOT/missing.sh"',
        '',
      ].join('\n'),
      'bin/b.sh': '',
      'lib/a.sh': '',
      'lib/c.sh': '',
      'deep/inside/only.sh': '',
      'deep/inside/two.sh': '',
    };
    expect(await importsOf(files, 'bin/run.sh')).toEqual({
      'lib/a.sh': 'lib/a.sh',
      '../lib/a.sh': 'lib/a.sh',
      './b.sh': 'bin/b.sh',
      './../lib/c.sh': 'lib/c.sh',
      '?/only.sh': 'deep/inside/only.sh',
      '?/two.sh': 'deep/inside/two.sh',
      '/etc/profile': 'unknown',
      '?/missing.sh': 'unknown',
    });
  });

  it('finds functions in sourced files and in the script that sources a file', async () => {
    const files = {
      'run.sh': 'source ./lib.sh\nmain() { log hi; install x; lib::name; }\nmain\n',
      'lib.sh': '. ./more.sh\nlog() { main; }\nlib::name() { :; }\n',
      'more.sh': '',
      'other.sh': 'install() { :; }\n',
    };
    expect(await edgesOf(files, 'run.sh')).toEqual([
      '2 calls lib.sh#log 1',
      '2 calls lib.sh#lib::name 1',
      '3 calls run.sh#main 1',
    ]);
    expect(await edgesOf(files, 'lib.sh')).toEqual(['2 calls run.sh#main 1']);
  });

  it('knows a script without an ending by its first line', async () => {
    const text = 'build() { :; }\nbuild\n';
    for (const first of [
      '#!/bin/sh',
      '#! /usr/bin/env bash',
      '#!/usr/bin/env -S bash -eu',
      '#!/bin/bash -e\r',
      '#!/opt/x/bin/zsh',
    ])
      expect(definitionsOf(await factsOf('bin/deploy', `${first}\n${text}`))).toEqual(['function build 2-2']);
    for (const first of [
      '',
      '#!/usr/bin/env python3',
      '#!/usr/bin/fish',
      '#!/usr/bin/env node',
      '# /bin/sh',
      'x #!/bin/sh',
    ])
      expect(await factsOf('bin/deploy', `${first}\n${text}`)).toEqual({
        definitions: [],
        imports: [],
        references: [],
        exports: [],
      });
    const [large, binary] = ['#!/bin/sh\n' + text + '#'.repeat(300_000), '\0'.repeat(100)];
    for (const other of [large, binary, '']) expect(definitionsOf(await factsOf('configure', other))).toEqual([]);
    for (const other of [large, binary]) expect((await factsOf('data', other)).fault).toBeUndefined();
  });

  it('follows calls between scripts with and without an ending', async () => {
    const files = {
      'bin/deploy': '#!/bin/bash\n. lib/all.sh\nlog() { :; }\nonly() { :; }\nstart\nlog\n',
      'bin/other': '#!/bin/bash\n. lib/all.sh\nlog() { :; }\nstart\n',
      'lib/all.sh': 'start() {\n  log\n  only\n}\n',
    };
    expect(await edgesOf(files, 'bin/deploy')).toEqual(['5 calls lib/all.sh#start 1', '6 calls bin/deploy#log 1']);
    expect(await edgesOf(files, 'lib/all.sh')).toEqual(['3 calls bin/deploy#only 1']);
  });
});
