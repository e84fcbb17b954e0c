import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tell } from '../harm/damage.ts';
import { judge } from '../helpers/judge.ts';
import { commit, SILENT, withSite } from './site.ts';

// Hooks number their events. Two of them can draw one number at the same time, and without the counter all events of one second do.

/** Lines with an owner other than their author, who is named in the line. Unknown is allowed. */
const wrong = (repo: Parameters<typeof judge>[0], ...paths: string[]): string[] =>
  paths.flatMap((path) =>
    judge(repo, path).flatMap(({ text, owner }) =>
      owner === 'unsure' || text.endsWith(`@${owner}`) ? [] : [`${path}: ${text} → ${owner}`],
    ),
  );

test('while the counter of events cannot be written, no line of the agent becomes a person’s', () =>
  withSite(({ repo, prov, agent }) => {
    const bin = join(repo.home, 'bin');
    mkdirSync(bin);
    // All events are in one second.
    writeFileSync(join(bin, 'date'), '#!/bin/sh\necho 1795500000\n');
    chmodSync(join(bin, 'date'), 0o755);
    agent.start().prompt('go').write('f.txt', 'one @a\n');
    tell({ repo }, ['status']);
    repo.env['PATH'] = `${bin}:${repo.env['PATH']}`;
    const seq = join(prov, 'spool/seq');
    rmSync(seq);
    mkdirSync(seq);
    agent.bash("printf 'two @a\\n' >> g.txt").write('f.txt', 'one @a\nthree @a\n').write('h.txt', 'four @a\n');
    appendFileSync(join(repo.dir, 'h.txt'), 'five @human\n');
    agent.write('h.txt', 'four @a\nfive @human\nsix @a\n');
    tell({ repo }, ['doctor', '--fix']);
    expect(commit(repo)).toEqual(SILENT);
    expect(wrong(repo, 'f.txt', 'g.txt', 'h.txt')).toEqual([]);
    agent.prompt('more').write('i.txt', 'seven @a\n');
    expect(commit(repo)).toEqual(SILENT);
    expect(judge(repo, 'i.txt').map(({ owner }) => owner)).toEqual(['a']);
  }));

test('two hooks that drew one number: each keeps the file of its own', () =>
  withSite(({ repo, prov, agent }) => {
    const seq = join(prov, 'spool/seq');
    agent.start().prompt('go');
    const before = readFileSync(seq, 'latin1');
    agent.write('f.txt', 'one @a\n');
    writeFileSync(seq, before);
    agent.write('g.txt', 'two @a\n');
    appendFileSync(join(repo.dir, 'g.txt'), 'three @human\n');
    expect(commit(repo)).toEqual(SILENT);
    expect(wrong(repo, 'f.txt', 'g.txt')).toEqual([]);
    expect(judge(repo, 'f.txt').map(({ owner }) => owner)).toEqual(['a']);
  }));
