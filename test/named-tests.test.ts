import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
/** Results of earlier days, and the output of a program. */
const LEFT_OUT = new Set(['campaigns.md', 'walk.md']);
const DOCS = [
  ...listed('.'),
  ...listed('docs')
    .filter((name) => !LEFT_OUT.has(name))
    .map((name) => `docs/${name}`),
];

function listed(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'));
}

// A test file, with or without its ending, or a folder. In a list, later names have no folder: `a/b.test.ts`, `c.test.ts`.
function exists(name: string, inFolder: string): boolean {
  const path = name.includes('/') ? name : `${inFolder}/${name}`;
  return ['', '.test.ts'].some((ending) => existsSync(join(ROOT, `${path}${ending}`)));
}

test('each test that a document names exists', () => {
  const missing: string[] = [];
  let count = 0;
  for (const doc of DOCS) {
    let folder = 'test';
    for (const [, name] of readFileSync(join(ROOT, doc), 'utf8').matchAll(
      /`((?:test\/)?[\w./-]+\.test\.ts|test\/[\w./-]+)`/g,
    )) {
      count++;
      if (!exists(name!, folder)) missing.push(`${doc}: ${name}`);
      if (name!.includes('/')) folder = name!.slice(0, name!.lastIndexOf('/'));
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
