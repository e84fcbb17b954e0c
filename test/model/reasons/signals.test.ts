import { describe, expect, test } from 'vitest';
import { isWorthKeeping, leadsTo, onlyAsks, signBits, SIGNS, signsOf } from '../../../src/model/reasons/signals.ts';

// For each sign, texts that have it and texts that do not, divided by ` | `.
const EXAMPLES: Readonly<Record<string, readonly [has: string, hasNot: string]>> = {
  because: [
    "It fails because of it | since the cache is cold | since A is slow | since `x` is slow | due to a race | given that it works | as a result | that’s why | that's why | which is why | the reason",
    'since yesterday | in reason | becauses | overdue to it',
  ],
  purpose: [
    'so that it works | so the test passes | so callers can wait | so it is safe | so values are kept | to avoid a race | to make sure | in order to go | for clarity | it ensures x | ensuring x | avoids x | avoiding x | prevents x | preventing x | it lets users go | lets a test go',
    'so many | going to London | for Anna | also the test | outlets the | unavoidable',
  ],
  causes: [
    'it means more | caused by | causing | causes | leads to | lead to | result in | results in | break | breaks | would break | would not | makes it slow | makes the test slow | make them faster | make it clear | therefore | thus | hence | otherwise | in which case | if it is old then go | if so it will go',
    'makes a list | make them | make the list | breaks it down | breaks them into parts | will it | would go | outbreaks',
  ],
  problem: [
    'a bug | it failed | it fails | failing | failure | errors | errored | missing | wrong | wrongly | incorrectly | an issue | stale | leaks | leaked | crashes | a race | duplicated | unused | dead code | mismatched | conflict | conflicts | inconsistent | confusing | silently | hangs | hanging | vulnerable | overlapping',
    'debugs | a file | tracer',
  ],
  negates: [
    "it is not | don't | doesn’t | no longer | never | cannot | without | nothing | none | neither",
    'note | another | no | ant',
  ],
  needs: [
    "needs to | need to | is needed | are also needed | must | should | shouldn't | have to | has to | requires | required | only | always | expects | wants",
    'needed | having | allways',
  ],
  instead: [
    'instead | instead of | rather than | but no | however | although | though | whereas | unlike | not just | as opposed to | simpler | better | cleaner | safest? safer | best | clearer | right place | approach',
    'button | rather | butter',
  ],
  found: [
    'The problem is | the real issue was | the root cause is | the key point here | turns out | root cause | I see the | I see now | found it | found the | the tests are | the code expects | the linter complains',
    'a problem is | I see a | found a | the test ran',
  ],
  present: [
    'currently | right now | today | at the moment | already | still | existing | previously | before | now the | now it',
    'now we | stillness | beforehand',
  ],
  asked: [
    "the user | users | user | you're right | you want | they’re | they want | good catch | good point | good question",
    'you are | good one | reuser',
  ],
  announces: [
    "Let me see | Great, let me see | OK. Now let's go | Let us go | I'll go | I will go | I’m going to | I'm now | I'm adding it | I am going to | I am adding it | I need to | I should | I can | we need to | time to | going to | here's it | here is it | Next, I | now add | Now the | so and then I will go",
    "The let me | it is I'll | I’m fine | nowadays | Greatly let me | nextI",
  ],
  looks: [
    "let me check it | I'll just look | I need to first quickly read | I should see | I’m to find | to understand | I want to verify | I'm going to run it | I'm checking it | I am now reading | I’m running | I am re-reading",
    'let me add it | checks | I am just now here checking | tomatoes look',
  ],
  checked: [
    'tests pass | all tests pass | All tests passed | tests all passing | lint clean | lint is clean | lint passes | build passes | build is clean | build succeeds | passed now | all clean | all good | type-check passes | typechecks passed | 0 errors | 0 issues | ✅ done | ✓ | verified',
    'contests pass | 10 errorss | passport',
  ],
  reports: [
    "Added it | I added it | I've added it | I’ve fixed | we removed | also changed | updated | created | committed | documented | pushed",
    'it added | adding | Addedness | they added',
  ],
  commands: [
    'Add it | fix it | rename it | use it | make it | insert it | set it',
    'adding it | please add | added | user | setting',
  ],
  asks: ['is it? | why?") | what?\'', 'is it? no | a'],
  lists: ['these: | :', 'a: b | a'],
  hedges: [
    'maybe | perhaps | might | I think | probably | not sure | unsure | wait | hmm | possibly | could also | option a | option 3',
    'I thinks | option e | mighty',
  ],
  thanks: [
    'Done | perfect | great | good | yes | right | excellent | now I have | Now I understand | now i can see | got it | fixed | all done | here’s',
    'it is done | doneness | now I go',
  ],
  summary: [
    "summary | here's what | want me to | would you like | shall I | let me know | ready to",
    'summaries | already to? | let me',
  ],
  tooling: [
    'edit failed | patch did not | hunk was needs? edit the missed | command failed | edit didn’t | first one went | exact match | exact whitespace | exact section | reread | re-read | retry | matching issue | context drift | diagnostic | diagnostics | file was modified | file has been modified | screenshot | working tree | checkout | branch',
    'credit fails | exacting | thread | branches',
  ],
  question: ['he is asking | was asking | do we | Does it | is it | what is | why not', 'asking | it does | whatever'],
  equals: ['matches it | match | matching | same | both | all', 'matched | ball | allow'],
  dashes: ['it — that | it – that | a; b', 'a-b | a—b | a;b'],
  path: ['a.ts | src/a | read-me.md', 'a. ts | / | a.123456'],
  code: ['getUser | a_b | f() | --all', 'User | a b | f ( ) | -a'],
  first: ["I go | I'm here | i’ll go | I've | I'd", 'it | is | hi'],
  this: ['This is | that | it | these | those', 'at this | italy | thisness'],
  quality: [
    'consistent | consistency | clean | cleaner | cleanly | safe | safely | safer | safest | simple | simpler | simplest | robust | correct | correctly | correctness | compatible | secure | performant | readable | explicit | explicitly | valid | proper | properly | accurate | accurately',
    'invalid | unsafe | incorrect',
  ],
  named: [
    'Problem: it | The root cause: it | Why: it | goals: it | Trade-off: it | The fix for it: go',
    'Problem it | a problem: it | The fix for it that is far too long: go | Reason:it',
  ],
  state: [
    'currently it | no longer read | the old cache | since then | when the cache | it keeps it | it doesn’t | it isn’t | it can’t | requires it | too slow | unlike it | so far',
    'longer | old | the whole | when not | kept | not | also | far',
  ],
};

describe('the signs in a sentence', () => {
  test.each(Object.entries(EXAMPLES))('%s', (name, [has, hasNot]) => {
    const without = (texts: string, is: boolean) => texts.split(' | ').filter((text) => SIGNS[name]!.test(text) !== is);
    expect([without(has, true), without(hasNot, false)]).toEqual([[], []]);
  });

  test('have examples', () => {
    expect(Object.keys(EXAMPLES)).toEqual(Object.keys(SIGNS));
  });

  test.each([
    ['The cache is stale because nothing clears it', 'because problem negates cue short and telling'],
    ['It must be a list', 'needs this short and telling'],
    ['A list of names', 'short'],
    [`The cache is old because ${'x'.repeat(95)}`, 'because cue'],
    [`The cache is old because ${'x'.repeat(96)}`, 'because cue long'],
    [`The cache is a list of names for ${'x'.repeat(168)}`, 'long longer'],
    [`The cache is a list of names for ${'x'.repeat(167)}`, 'long'],
    [`${'x'.repeat(50)}`, ''],
    [`${'x'.repeat(49)}`, 'short'],
  ])('%s: %s', (text, signs) => {
    expect(signsOf(text, signBits(text)).join(' ')).toBe(signs);
  });

  test.each(['because', 'purpose', 'causes', 'problem', 'instead', 'found', 'state'])(
    '%s may state a reason',
    (name) => {
      const bit = 2 ** Object.keys(SIGNS).indexOf(name);
      expect(signsOf('x'.repeat(60), bit)).toEqual([name, 'cue']);
    },
  );

  test('are kept as bits, in their order', () => {
    const names = Object.keys(SIGNS);
    for (const [i, name] of names.entries()) expect(signsOf('x'.repeat(60), 2 ** i)[0]).toBe(name);
    expect(signsOf('x'.repeat(60), 2 ** names.length - 1)).toEqual([...names, 'cue']);
    expect(signBits('It is not here')).toBe(2 ** names.indexOf('negates') + 2 ** names.indexOf('this'));
  });
});

test.each<[string, boolean]>([
  ['The cache is cold', false], // 17 characters
  ['The cache is empty', true],
  [`The cache ${'is so cold '.repeat(31)}now`, true],
  [`The cache ${'is so cold '.repeat(32)}now`, false],
  ['The cache needs these:', false],
  ['Clear the cache since nobody reads the list:', true], // the reason stands before the colon
  ['The cache helps users to understand what they get', true], // no announcement of a look
  ['A note asks the person to confirm the new list', true],
  ['Let me add a cache that the tests of the list read', false],
  ['Looking at the list, it has no cache', true],
  ['Cacheinvalidation isdone elsewhere', false], // three words
  ['<system-reminder> the cache is cold', false],
  ['The <system-reminder> cache is cold', true],
  ['캐시가 오래되어 목록이 비어 있으므로 서버를 다시 시작합니다', false], // all signs and words are English
  ['Кэш устарел, потому что никто его не очищает', false],
  ['The cache is stale, because it is never cleared (캐시)', true],
  ['Der Cache ist veraltet, weil ihn niemand für Änderungen leert', true],
  ['A B C D E F G H I J K', false], // no words
  ['Done with the cachefile', false],
  ['Done with the cache and the other file', true],
  ['Let me update the cache now', false],
  ['Let me update the cache because it is stale', true],
  ['The next thing is to check the cache', false],
  ['The next thing is to check the stale cache', false], // a problem alone is no reason of a look
  ['The next thing is to check the stale cache because it broke', true],
  ['The next thing is to check the stale cache so that it is cold', true],
  [`Let me check the stale cache${' and the list'.repeat(5)}`, false], // in any length
  [`Let me update the stale cache${' well'.repeat(7)}`, false], // 13 words
  [`Let me update the stale cache${' well'.repeat(8)}`, true],
  ['Let me update the cache so that it works', true], // the purpose of a deed
  [`Let me check the cache so that it works${' well'.repeat(4)}`, false], // 13 words
  [`Let me check the cache so that it works${' well'.repeat(5)}`, true],
  ['Now I see the whole picture.', false], // no news
  ['Now I see the cache: nothing clears it.', true],
  ['The fix is straightforward.', false],
  ['The fix is straightforward, it clears the cache.', true],
  ['Nobody clears the cache', true],
  ['Creating the cache and the list now.', false], // talk about the work
  ['Now adding the cache to the server.', false],
  ['Removing the cache avoids a stale list', true], // with a reason
  ['Parsing of the list passes now.', false],
  ['All of the tests pass with the new cache.', false],
  ['The tests pass, but the cache is stale', true],
  ['The cache is clean after each request', true],
  ['The branch is on main and clean.', false],
  ['The diagnostics must be stale by now.', false],
  ['Found it in the cache file.', false],
  ['Found it in the cache: nothing clears the list', true],
  ['Fix 5 — move the cache to a file of its own.', false],
  ['Fix 5 — move the cache because it is stale.', true],
  ['I found the cache in the list; next I’m reading the server and its callers for all uses of it.', false],
])('worth keeping: %s %s', (text, isKept) => {
  expect(isWorthKeeping(text)).toBe(isKept);
});

test.each<[string, boolean, boolean]>([
  // a text, whether it only asks as an agent's words, and as a prompt
  ['Add a cache to the server', false, true],
  ['Is there a cache in the server?', false, true],
  ['Now say hello to the server', false, true],
  ['Great, now describe the server', false, true],
  ['Add a cache, because the server is slow', false, false],
  ['Add a cache to avoid the server', false, false],
  ['Add a cache, otherwise it is slow', false, false],
  ['Add a cache instead of a server', false, false],
  ['The user wants a cache in the server', true, true],
  ['You would like a cache in the server', true, true],
  ['Could you add a cache to the server', true, true],
  ['OK, can we add a cache to the server', true, true],
  ['Let’s add a cache to the server', true, true],
  ['lets add a cache to the server', true, true],
  ['Please give the server a cache', true, true],
  ['Implement the following plan for a cache', true, true],
  ['Yes, go on with the tests for the cache', false, true],
  ['Yep. Now continue with the server', false, true],
  ['also bump the version to 1.1.0', false, true],
  ['Perfect, commit it and push', false, true],
  ['Yes, go on with the tests, because the cache is cold', false, false],
  ['Build fails on an empty cache', false, false],
  ['Open connections fill the cache', false, false],
  ['Yes, the cache of the server is stale', false, false],
  ['The server has a cache', false, false],
  ['It pleases the server', false, false],
])('only asks: %s %s %s', (text, asAgent, asPrompt) => {
  expect([onlyAsks(text, false), onlyAsks(text, true)]).toEqual([asAgent, asPrompt]);
});

test.each([
  ['Let me check the cache', 'look'],
  ['Let me add a cache', 'deed'],
  ['I’m reading the cache', 'look'],
  ['The cache is cold', undefined],
])('the end of a text leads on: %s %s', (text, leads) => {
  expect(leadsTo(text)).toBe(leads);
});
