import { expect, test } from 'vitest';
import { doubtsIn } from '../../../src/model/reasons/doubts.ts';

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
