import { describe, expect, test } from 'vitest';
import { featuresOf, fieldOf } from '../../../src/model/reasons/relate.ts';
import { tell } from './told.ts';

/** The features that compare the first sentence that contains a word with the others, as the reason of the last edit. */
function compared(word: string, lines: readonly string[]): string {
  const { talk, edits } = tell(lines);
  const field = fieldOf(talk, edits);
  const one = field.candidates.find(({ said }) => said.text.includes(word))!;
  return featuresOf(one, edits.at(-1)!, field)
    .filter((name) => /^(?:nearest|similar) /.test(name))
    .join(', ');
}

describe('a sentence compared with the others around an edit', () => {
  const TOLD = [
    'prompt: The lemur cache is stale because it is never cleared.',
    'words: The okapi cache is stale because it is never cleared.',
    'call',
    'words: The zebra parser is wrong because it waits.',
    'call',
    'words: The heron list has seven entries today.',
    'edit a.ts clearLemurCache clearOkapiCache zebra',
  ];

  test.each<[string, string, string]>([
    [
      'the nearest one with a sign of a reason',
      'zebra',
      'nearest cue 0, nearest cue and link 0, similar among 3, similar among 3 before, similar by little',
    ],
    [
      'the second nearest one, with more shared names',
      'okapi',
      'nearest cue 1, nearest link 0, nearest cue and link 1, similar first, similar first before, similar by little',
    ],
    [
      'in the prompt, which is no text of the agent',
      'lemur',
      'nearest cue prompt, nearest link prompt, nearest cue and link prompt, similar first, similar first before, similar by little',
    ],
    ['nothing shared and no sign', 'heron', 'similar none, similar none before, similar by little'],
  ])('%s', (_, word, expected) => {
    expect(compared(word, TOLD)).toBe(expected);
  });

  test('the only one with a sign is in the prompt', () => {
    expect(
      compared('lemur', ['prompt: The lemur cache is stale because it is never cleared.', 'call', 'edit a.ts other()']),
    ).toContain('nearest cue prompt, nearest cue in the prompt only');
  });

  test('a sentence after the edit is not among the nearest ones', () => {
    expect(
      compared('zebra', [
        'prompt: Go on',
        'edit a.ts zebra()',
        'words: Added the zebra, because the old parser waits forever.',
      ]),
    ).toMatch(/^similar first, similar first after/);
  });

  test('a rare name counts more than a common one', () => {
    const said = (name: string): string => `words: The ${name} list is in its own file today.`;
    const lines = [
      'prompt: Go on',
      said('okapi'),
      said('okapi'),
      said('okapi'),
      said('zebra'),
      'edit a.ts okapi zebra',
    ];
    expect(compared('zebra', lines)).toContain('similar first before');
    expect(compared('okapi', lines)).toContain('similar among 3 before');
  });
});

/** The features of the first sentence with a word that say which edit of the turn it is about, for an edit of that path. */
function about(word: string, path: string, lines: readonly string[]): string[] {
  const { talk, edits } = tell(lines);
  const field = fieldOf(talk, edits);
  const one = field.candidates.find(({ said }) => said.text.includes(word))!;
  const edit = edits.find(({ paths }) => paths[0] === path)!;
  return featuresOf(one, edit, field).filter((name) => /^(?:about|used up|edit|over same) /.test(name));
}

describe('which edit of its turn a sentence is about', () => {
  const TOLD = [
    'prompt: Go on',
    'words: The lemur cache is stale because it is never cleared.',
    'edit a.ts lemur cache',
    'edit b.ts okapi cache',
    'edit c.ts zebra parser',
  ];

  test('the edit that shares most names with it', () => {
    const found = about('lemur', 'a.ts', TOLD);
    expect(found).toContain('about best before');
    expect(found).toContain('about part all before');
    expect(found.filter((name) => name.startsWith('used up'))).toEqual([]);
  });

  test('an edit that shares less, after the one that used it up', () => {
    const found = about('lemur', 'b.ts', TOLD);
    expect(found).toContain('about among 3 before');
    expect(found).toContain('about closer 1 before');
    expect(found).toContain('used up yes words');
  });

  test('an edit that shares as much, after others that share as much: they are counted up to three', () => {
    const lines = ['prompt: Go on', 'words: The lemur list is stale because it is never cleared.'];
    const equal = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `edit ${name}.ts lemur`);
    const closer = (path: string): string[] =>
      about('lemur', path, [...lines, ...equal]).filter((name) => /^about closer \d before$/.test(name));
    expect(closer('a.ts')).toEqual(['about closer 0 before']);
    expect(closer('c.ts')).toEqual(['about closer 2 before']);
    expect(closer('f.ts')).toEqual(['about closer 3 before']);
  });

  test('an edit that shares most of the names, and not all', () => {
    const lines = [
      'prompt: Go on',
      'words: The lemur cache and the okapi index of the heron are stale, because nothing clears them.',
    ];
    const found = about('lemur', 'b.ts', [
      ...lines,
      'edit a.ts lemur cache okapi index heron',
      'edit b.ts lemur cache okapi index',
    ]);
    expect(found).toContain('about part most before');
  });

  test('edits of an earlier turn, and another one of the same moment, do not come before an edit', () => {
    const lines = ['prompt: Go on', 'edit a.ts lemur', 'prompt: Now the list of the herons, please', 'edit a.ts heron'];
    const { talk, edits } = tell([...lines, 'words: The heron list is stale because it is never cleared.']);
    const field = fieldOf(talk, edits);
    const found = featuresOf(field.candidates.at(-1)!, edits.at(-1)!, field);
    expect(found.some((name) => name.startsWith('edit again 0 '))).toBe(true);
    const twins = [...edits, { ...edits.at(-1)!, paths: ['b.ts'] }];
    const both = fieldOf(talk, twins);
    expect(featuresOf(both.candidates.at(-1)!, twins[1]!, both)).toContain('over same no other no after');
  });

  test('an edit that shares nothing', () => {
    expect(about('lemur', 'c.ts', TOLD)).toContain('about part little before');
  });

  test('no edit of the turn shares a name with it', () => {
    const found = about('heron', 'b.ts', [
      'prompt: Go on',
      'words: The heron list has seven entries today.',
      ...TOLD.slice(2),
    ]);
    expect(found).toContain('about none before');
    expect(found).toContain('used up no words');
  });

  test('a sentence before an edit of an earlier turn is not used up by it', () => {
    const found = about('lemur', 'b.ts', [...TOLD.slice(0, 3), 'prompt: Now the other one, please', 'edit b.ts okapi']);
    expect(found.filter((name) => name.startsWith('used up'))).toEqual([]);
  });

  test('a sentence that names the file of another edit', () => {
    const lines = ['prompt: Go on', 'words: The cache in b.ts is stale because it is never cleared.', ...TOLD.slice(2)];
    expect(about('stale', 'a.ts', lines)).toContain('about another file before');
    expect(about('stale', 'b.ts', lines)).not.toContain('about another file before');
  });

  test('the edits of its file, and the last edit, before an edit', () => {
    const { talk, edits } = tell([...TOLD, 'call', 'edit a.ts heron']);
    const field = fieldOf(talk, edits);
    const found = featuresOf(field.candidates[0]!, edits.at(-1)!, field);
    expect(found).toContain('edit again 1 words');
    expect(found).toContain('edit gap 2 before');
    expect(found).toContain('over same yes other yes before');
  });

  test.each([
    ['docs/sprint-status.yaml', true],
    ['src/status-of-things/list.ts', false],
  ])('%s is a file about the state of the work: %s', (path, expected) => {
    const found = about('lemur', path, [...TOLD, `edit ${path} lemur`]);
    expect(found.includes('edit status')).toBe(expected);
  });
});
