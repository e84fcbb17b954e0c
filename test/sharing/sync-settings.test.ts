import { expect, test } from 'vitest';
import { destinationOf, goesWithPush, unknownModes } from '../../src/sharing/sync-settings.ts';

const settings = (values: Readonly<Record<string, string>>): Map<string, string[]> =>
  new Map(Object.entries(values).map(([name, value]) => [name, [value]]));

test('only words that are no way to push are reported as unknown', () => {
  for (const value of ['auto', 'background', 'Manual', 'never'])
    expect(unknownModes(settings({ 'prov.push': value, 'prov.origin.push': value }))).toEqual([]);
  expect(unknownModes(settings({ 'prov.push': 'allways', 'prov.a.push': 'off', 'prov.pushtimeout': '3' }))).toEqual([
    { setting: 'prov.push', value: 'allways' },
    { setting: 'prov.a.push', value: 'off' },
  ]);
});

test('an unknown word publishes nothing', () => {
  const { mode } = destinationOf(settings({ 'prov.push': 'allways', 'remote.origin.url': '/a' }), { remote: 'origin' });
  expect([mode, goesWithPush(mode)]).toEqual(['never', false]);
});
