import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownIds } from '../../../src/ask/index/build/known-ids.ts';

/** A table with a row for each name, and what was asked of it. */
class Table {
  readonly rows = new Map<string, number>();
  searches = 0;

  readonly find = (name: string) => () => {
    this.searches++;
    const id = this.rows.get(name);
    return id === undefined ? undefined : { id };
  };

  readonly add = (name: string) => () => {
    if (this.rows.has(name)) throw new Error(`${name} would have two rows`);
    this.rows.set(name, this.rows.size + 1);
    return this.rows.size;
  };
}

test('each name has one row, also where more names occur than are remembered', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom('a', 'b', 'z'), { maxLength: 3 }),
      (names, limit, before) => {
        const table = new Table();
        for (const name of new Set(before)) table.add(name)();
        const ids = new KnownIds(table.rows.size === 0, limit);
        for (const name of names) {
          const id = ids.get(name, table.find(name), table.add(name));
          expect(id).toBe(table.rows.get(name));
        }
      },
    ),
  ));

test('a table that was empty is not searched while all of its names are remembered', () => {
  const table = new Table();
  const ids = new KnownIds(true, 3);
  for (const name of ['a', 'b', 'c', 'a', 'b']) ids.get(name, table.find(name), table.add(name));
  expect(table.searches).toBe(0);
  for (const name of ['d', 'a']) ids.get(name, table.find(name), table.add(name));
  expect(table.searches).toBe(1);
});
