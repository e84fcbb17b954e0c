import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const PICTURES = resolve(import.meta.dirname, '../docs/pictures');
const drawn = readdirSync(PICTURES).filter((name) => name.endsWith('.svg'));

test('the README has a drawn terminal for a light and for a dark page', () => {
  expect(drawn).toEqual(['blame-and-why-dark.svg', 'blame-and-why-light.svg']);
});

// Chrome joins spaces in spite of xml:space, and stretches what is left to the length of the text.
test.each(drawn)('no text of %s needs spaces that a browser may join', (name) => {
  const texts = [...readFileSync(join(PICTURES, name), 'utf8').matchAll(/<tspan[^>]*>([^<]*)<\/tspan>/g)];
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.map(([, text]) => text).filter((text) => /^\s|\s$|\s\s/.test(text!))).toEqual([]);
});
