import { expect, test } from 'vitest';
import { recordLists, records } from '../../src/git/process/records.ts';
import { withRepo } from '../helpers/repo.ts';

/** The records in what a shell prints, as git's. */
const read = (script: string, end?: '\0' | '\n'): Promise<string[]> =>
  withRepo({}, async ({ dir: cwd, env }) => {
    const found: string[] = [];
    for await (const one of records(['-c', `alias.say=!${script}`, 'say'], { cwd, env, ...(end && { end }) }))
      found.push(one);
    return found;
  });

test('a record is whole although git’s output arrives in pieces', async () => {
  expect(await read("printf '%0200000d\\0end\\0' 0")).toEqual(['0'.repeat(200_000), 'end']);
  // 65536 bytes end within an é.
  expect(new Set(await read('yes é | head -n 30000', '\n'))).toEqual(new Set(['é']));
});

test('empty records count, and the last one needs no end', async () => {
  expect(await read("printf 'a\\0\\0b'")).toEqual(['a', '', 'b']);
  expect(await read('true')).toEqual([]);
});

test('the records of a piece come together', () =>
  withRepo({}, async ({ dir: cwd, env }) => {
    const lists: string[][] = [];
    for await (const list of recordLists(['-c', "alias.say=!printf 'a\\0b\\0'", 'say'], { cwd, env })) lists.push(list);
    expect(lists).toEqual([['a', 'b']]);
  }));
