import { expect, test } from 'vitest';
import { IMPACT_SCHEMA, type ImpactAnswer } from '../../../src/ask/code/impact-answer.ts';
import { signsFor } from '../../../src/faces/cli/render/blame/blame-words.ts';
import { painter } from '../../../src/faces/cli/render/color.ts';
import { renderImpact } from '../../../src/faces/cli/render/ask/code/impact.ts';

const impact = (source?: string): ImpactAnswer => ({
  schema: IMPACT_SCHEMA,
  range: null,
  depth: 1,
  changed: [
    {
      symbol: { id: 'function:a.js#f', kind: 'function', path: 'a.js', name: 'f', lines: [1, 2] },
      change: 'changed',
      added: { agent: 1, human: 0, unknown: 0 },
      tested: null,
      decisions: [{ id: '00000000-1', text: 'Read a.js, edit a.js', ...(source !== undefined && { source }) }],
      reached: [],
      more: 0,
      tests: [],
    },
  ],
  others: [],
  unparsed: [],
});
const STYLE = { paint: painter(false), signs: signsFor({}), unicode: true, columns: 80 };
const shown = (source?: string): string => renderImpact(impact(source), STYLE);

test('a list of steps is no decision that impact shows', () => {
  expect(shown('consolidated')).toMatch(/decided +no reason was given/);
  expect(shown('consolidated')).not.toContain('Read a.js');
  expect(shown()).toMatch(/decided +Read a\.js, edit a\.js/);
});
