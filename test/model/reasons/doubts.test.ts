import { describe, expect, test } from 'vitest';
import { aboutOf, doubtsIn } from '../../../src/model/reasons/doubts.ts';
import { type Names, namesIn } from '../../../src/model/reasons/names.ts';

test.each([
  ["I'm not sure this handles symlinks.", 'doubt'],
  ['This might break callers that pass null.', 'doubt'],
  ['I could not run the integration tests here.', 'doubt'],
  ["I haven't tested it on Windows.", 'doubt'],
  ['The parser is fragile around comments.', 'doubt'],
  ['A follow-up will rename the old field.', 'deferred'],
  ['The migration should be done in a separate PR.', 'deferred'],
  ['I left the error messages for later.', 'deferred'],
  ['Caching is out of scope.', 'deferred'],
  ['Retries are not yet implemented.', 'deferred'],
  ["By your rule I haven't browser-tested it.", 'doubt'],
  ['One caveat: the cache is never emptied.', 'doubt'],
  ['The exporter is not yet wired up.', 'deferred'],
  ['Paging: minor, deferred', 'deferred'],
  ['I logged the second finding as future work.', 'deferred'],
  ['The upload is still untested.', 'doubt'],
  ['It works for flat files, but it’s fragile against tables.', 'doubt'],
  ['But I think this could fail on a busy machine.', 'doubt'],
  ['The main risk is the order of the two calls.', 'doubt'],
  ['Renaming the field is a reasonable change for a follow-up PR, and it can wait.', 'deferred'],
  ['The old reader could break the first letter of a name.', undefined],
  ['Now create the main risk module with its guard.', undefined],
  ['The import is deferred to the first prompt.', undefined],
  ['The two calls need to be deferred.', undefined],
  ['A writer that comes back in a later process has no options.', undefined],
  ['The next follow-up fix should be staged first.', undefined],
  ['It warns "the search is not yet implemented".', undefined],
  ['src/a.ts:12 - the test of the message is fragile.', undefined],
  ['This removes the known limitation of the reader.', undefined],
  ['No, I’m not sure.', undefined],
  ['You probably have not tested it with two readers, or haven’t tested it twice.', undefined],
  ['Added tests for the previously untested paths.', undefined],
  ['I removed the fragile check of the last folder.', undefined],
  ['The limit must be false when unsure.', undefined],
  ['I test uncertain behavior with small programs.', undefined],
  ['It needed a script, since the edit tool could not reproduce the space.', undefined],
  ['The input is our own, so the risk is low.', undefined],
  ['If it throws, the clean-up won’t be deferred.', undefined],
  ['The function calls defer stop() and is deferred until then.', undefined],
  ['Now the two old "out of scope" notes.', undefined],
  ['The deferred setup reads the environment.', undefined],
  ['I moved the validators to a separate package.', undefined],
  ['The worker has not run the installation.', undefined],
  ['The box is returned for the follow-up call, so that it can be used there.', undefined],
  ["I'm not sure where it is defined, so let me search for it.", undefined],
  ['Should this be done in a follow-up PR?', undefined],
  ["If you're not sure, keep the default.", undefined],
  ['No follow-ups are needed, all of it will do.', undefined],
  ['All tests pass and the change is complete.', undefined],
  ['The parser rejects what it cannot read, because an empty list would be wrong.', undefined],
])('%s → %s', (text, says) => {
  expect(doubtsIn('words', text, 1, 1).map((one) => one.says)).toEqual(says === undefined ? [] : [says]);
  expect(doubtsIn('prompt', text, 1, 1)).toEqual([]);
  expect(doubtsIn('thinking', text, 1, 1)).toEqual([]);
});

describe('a doubt is about', () => {
  interface Change {
    readonly at: number;
    readonly turn: number;
    readonly paths: readonly string[];
    readonly wrote: string | undefined;
  }
  const change = (at: number, path: string, wrote?: string): Change => ({ at, turn: 1, paths: [path], wrote });
  const parser = change(1, 'src/parse.ts', 'export function parseHeader(bytes) {}');
  const docs = change(2, 'README.md', 'The program reads headers.');
  const about = (text: string, ...changes: Change[]): string[] => {
    const [doubt] = doubtsIn('words', text, 1, 3);
    const namesOf = ({ wrote }: Change): Names | undefined => (wrote === undefined ? undefined : namesIn(wrote));
    return aboutOf(doubt!, changes, namesOf).flatMap(({ paths }) => paths);
  };

  test.each([
    ['the change with the file that it names', 'README.md is not yet implemented in French.', 'README.md'],
    ['the change with the function that it names', 'I am not sure that parseHeader copes with a list.', 'src/parse.ts'],
    ['the last change where it names nothing', 'This might break on Windows.', 'README.md'],
  ])('%s', (_, text, path) => {
    expect(about(text, parser, docs)).toEqual([path]);
  });

  test('the last of those that share equally much', () => {
    const again = change(2, 'src/again.ts', 'parseHeader(bytes)');
    expect(about('I am not sure that parseHeader copes with it.', parser, again)).toEqual(['src/again.ts']);
  });

  test('the last change, where the names of an earlier one are not known any more', () => {
    const former = change(1, 'src/parse.ts');
    expect(about('I am not sure that parseHeader copes with it.', former, docs)).toEqual(['README.md']);
  });
});
