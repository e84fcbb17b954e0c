import { expect, test } from 'vitest';
import { startCursor } from '../../src/model/graph/infer.ts';
import { sessionId } from '../../src/model/ids.ts';
import type { Edge, Node } from '../../src/model/model.ts';
import type { Step } from '../../src/model/step.ts';
import { bash, commit, decide, edit, gate, grep, paths, prompt, read, session, tell, tool } from './steps.ts';

// What is inferred from the steps of a session, whole: each node with its edges below it.

const number = (id: string): string => (id.startsWith('deadbeef') ? 'parent' : id.slice(id.lastIndexOf('-') + 1));
const MARKS: Readonly<Record<string, string>> = { observed: '', inferred: ' ~', declared: ' !' };

/** An edge as `2 explored_via 3`. Behind it, `~` is inferred and `!` declared. */
const edgeText = ({ from, kind, to, source }: Edge): string =>
  `${number(from)} ${kind} ${number(to)}${MARKS[source] ?? ` ${source}`}`;
/** A node as `3 commitment edit a`, with its detail behind it as JSON. */
const nodeText = ({ id, kind, summary, detail }: Node): string =>
  `${number(id)} ${kind} ${summary}${detail ? ` ${JSON.stringify(detail)}` : ''}`;

/** The nodes, and the edges in their order. */
const story = (steps: readonly Step[], from = startCursor(session)): [nodes: string, edges: string] => {
  const { nodes, edges } = tell(steps, from);
  return [nodes.map(nodeText).join('; '), edges.map(edgeText).join('; ')];
};

const fix = prompt('Fix it');
const failed = { outcome: 'failed' } as const;
const refused = { outcome: 'refused' } as const;
const behind = { behind: true } as const;

test.each<[string, Step[], string, string]>([
  [
    'a change after reads, checked twice, and committed in part',
    [
      fix,
      read('a'),
      grep('x'),
      edit('a'),
      edit('b'),
      bash('npm test', failed),
      edit('a'),
      bash('npm test'),
      commit(['a']),
    ],
    '1 goal Fix it; 2 exploration read a; 3 exploration grep x; 4 commitment edit a {"files":["a"]}; 5 commitment edit b {"files":["b"]}; 6 verification npm test failed {"passed":false,"check":"test"}; 7 commitment edit a {"files":["a"]}; 8 verification npm test passed {"passed":true,"check":"test"}; 9 patch Fix add() {"commit":"3fa2c1d03fa2c1d03fa2c1d03fa2c1d03fa2c1d0","files":["a"]}',
    '1 led_to 2; 1 led_to 3; 2 explored_via 4; 3 explored_via 4 ~; 1 led_to 5; 4 verified_by 6; 5 verified_by 6; 2 explored_via 7; 1 led_to 7; 4 verified_by 8; 5 verified_by 8; 7 verified_by 8; 4 committed_via 9; 7 committed_via 9',
  ],
  [
    'a file read in an earlier turn, and changed twice',
    [fix, read('a'), prompt('Go on'), edit('a'), read('b'), edit('b'), edit('a')],
    '1 goal Fix it; 2 exploration read a; 3 goal Go on; 4 commitment edit a {"files":["a"]}; 5 exploration read b; 6 commitment edit b {"files":["b"]}; 7 commitment edit a {"files":["a"]}',
    '1 led_to 2; 1 led_to 3 ~; 2 explored_via 4; 3 led_to 4; 3 led_to 5; 5 explored_via 6; 2 explored_via 7; 3 led_to 7',
  ],
  [
    'an exploration of nothing that a change touches',
    [read('a'), read('b'), edit('c'), edit('b'), edit('a'), edit('b')],
    '1 exploration read a; 2 exploration read b; 3 commitment edit c {"files":["c"]}; 4 commitment edit b {"files":["b"]}; 5 commitment edit a {"files":["a"]}; 6 commitment edit b {"files":["b"]}',
    '1 explored_via 3 ~; 2 explored_via 3 ~; 2 explored_via 4; 1 explored_via 5',
  ],
  [
    'failures, each after the action before it',
    [
      fix,
      read('a'),
      edit('a', failed),
      bash('ls nothing', failed),
      bash('npm test', refused),
      tool('Task', 'spawn', 'Look', failed),
    ],
    '1 goal Fix it; 2 exploration read a; 3 error edit a {"files":["a"]}; 4 error ls nothing; 5 error npm test {"check":"test","results":[null],"refused":true}; 6 error Task Look',
    '1 led_to 2; 2 failed_with 3 ~; 3 failed_with 4 ~; 1 led_to 5; 3 verified_by 5; 4 failed_with 6 ~',
  ],
  [
    'a failure without a goal or an action',
    [bash('ls', failed), edit('a', refused)],
    '1 error ls; 2 error edit a {"files":["a"],"refused":true}',
    '',
  ],
  [
    'commands that change files, or say so',
    [
      fix,
      bash('npm install x', { changed: paths('p') }),
      bash('make x', { changed: paths('o'), ...failed }),
      bash('npm ci', failed),
      bash('npm ci'),
      bash('touch y'),
    ],
    '1 goal Fix it; 2 execution npm install x {"files":["p"]}; 3 error make x {"files":["o"]}; 4 error npm ci; 5 execution npm ci; 6 commitment touch y',
    '1 led_to 2; 2 failed_with 3 ~; 3 failed_with 4 ~; 1 led_to 5; 1 led_to 6',
  ],
  [
    'gates before their calls, by id and by words',
    [
      fix,
      edit('a'),
      gate('Bash', 'rm b', 'c1'),
      bash('rm b', { summary: 'rm b', call: 'c1' }),
      gate('Bash', 'rm c'),
      bash('rm c', { summary: 'rm c' }),
    ],
    '1 goal Fix it; 2 commitment edit a {"files":["a"]}; 3 human_gate Bash rm b; 4 commitment rm b; 5 human_gate Bash rm c; 6 commitment rm c',
    '1 led_to 2; 4 blocked_by 3; 3 resumed_after 1; 1 led_to 4; 6 blocked_by 5 ~; 5 resumed_after 1; 1 led_to 6',
  ],
  [
    'a gate without a later call',
    [fix, edit('a'), gate('Bash', 'rm b', 'c1'), prompt('No'), bash('rm b', { summary: 'rm b', call: 'c1' })],
    '1 goal Fix it; 2 commitment edit a {"files":["a"]}; 3 human_gate Bash rm b; 4 goal No; 5 commitment rm b',
    '1 led_to 2; 1 blocked_by 3 ~; 1 led_to 4 ~; 4 led_to 5',
  ],
  [
    'refused calls, and failures after them',
    [
      fix,
      tool('Skill', 'unknown', 'pdf'),
      gate('Bash', 'curl x', 'c1'),
      bash('curl x', { summary: 'curl x', call: 'c1', ...refused }),
      gate('Bash', 'curl y', 'c2'),
      bash('curl y', { summary: 'curl y', call: 'c2', outcome: 'interrupted' }),
      bash('ls nothing', failed),
    ],
    '1 goal Fix it; 2 exploration Skill pdf; 3 human_gate Bash curl x; 4 error curl x {"refused":true}; 5 human_gate Bash curl y; 6 error curl y {"interrupted":true}; 7 error ls nothing',
    '1 led_to 2; 4 blocked_by 3; 3 resumed_after 1; 1 led_to 4; 6 blocked_by 5; 5 resumed_after 1; 1 led_to 6; 2 failed_with 7 ~',
  ],
  [
    'a call that was permitted and failed',
    [fix, read('a'), gate('Bash', 'rm b', 'c1'), bash('rm b', { summary: 'rm b', call: 'c1', ...failed })],
    '1 goal Fix it; 2 exploration read a; 3 human_gate Bash rm b; 4 error rm b',
    '1 led_to 2; 4 blocked_by 3; 3 resumed_after 1; 2 failed_with 4 ~',
  ],
  [
    'gates without a goal, and another call with the same words',
    [
      gate('Bash', 'rm b'),
      bash('rm b', { summary: 'rm b' }),
      gate('Bash', 'rm d', 'c2'),
      bash('ls'),
      bash('rm d', { summary: 'rm d', call: 'c3' }),
    ],
    '1 human_gate Bash rm b; 2 commitment rm b; 3 human_gate Bash rm d; 4 exploration ls; 5 commitment rm d',
    '2 blocked_by 1 ~; 4 explored_via 5 ~',
  ],
  [
    'two gates at once, with late calls',
    [
      fix,
      gate('Bash', 'a', 'c1'),
      gate('Bash', 'b', 'c2'),
      edit('z'),
      bash('b', { call: 'c2' }),
      bash('a', { call: 'c1' }),
    ],
    '1 goal Fix it; 2 human_gate Bash a; 3 human_gate Bash b; 4 commitment edit z {"files":["z"]}; 5 execution b; 6 execution a',
    '2 resumed_after 1 ~; 3 resumed_after 1 ~; 1 led_to 4; 5 blocked_by 3; 1 led_to 5; 6 blocked_by 2; 1 led_to 6',
  ],
  [
    'commits of some files each',
    [
      fix,
      edit('a'),
      edit('b'),
      edit('a'),
      commit(['a']),
      commit(['b', 'c'], 'b'.repeat(40)),
      edit('c'),
      commit(['a'], 'c'.repeat(40)),
    ],
    '1 goal Fix it; 2 commitment edit a {"files":["a"]}; 3 commitment edit b {"files":["b"]}; 4 commitment edit a {"files":["a"]}; 5 patch Fix add() {"commit":"3fa2c1d03fa2c1d03fa2c1d03fa2c1d03fa2c1d0","files":["a"]}; 6 patch Fix add() {"commit":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","files":["b","c"]}; 7 commitment edit c {"files":["c"]}; 8 patch Fix add() {"commit":"cccccccccccccccccccccccccccccccccccccccc","files":["a"]}',
    '1 led_to 2; 1 led_to 3; 1 led_to 4; 2 committed_via 5; 4 committed_via 5; 3 committed_via 6; 1 led_to 7; 1 led_to 8 ~',
  ],
  [
    'a change of two files, committed one by one',
    [
      edit('a', { changed: paths('a', 'b') }),
      commit(['a']),
      commit(['b'], 'b'.repeat(40)),
      commit(['b'], 'c'.repeat(40)),
    ],
    '1 commitment edit a {"files":["a","b"]}; 2 patch Fix add() {"commit":"3fa2c1d03fa2c1d03fa2c1d03fa2c1d03fa2c1d0","files":["a"]}; 3 patch Fix add() {"commit":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","files":["b"]}; 4 patch Fix add() {"commit":"cccccccccccccccccccccccccccccccccccccccc","files":["b"]}',
    '1 committed_via 2; 1 committed_via 3',
  ],
  [
    'a command that changes, commits and checks',
    [
      fix,
      edit('a'),
      commit(['a', 'b']),
      bash('git commit -am x && npm test', { changed: paths('b', 'c') }),
      commit(['c'], 'b'.repeat(40)),
    ],
    '1 goal Fix it; 2 commitment edit a {"files":["a"]}; 3 patch Fix add() {"commit":"3fa2c1d03fa2c1d03fa2c1d03fa2c1d03fa2c1d0","files":["a","b"]}; 4 verification npm test passed {"files":["b","c"],"command":"git commit -am x && npm test","passed":true,"check":"test"}; 5 patch Fix add() {"commit":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","files":["c"]}',
    '1 led_to 2; 2 committed_via 3; 2 verified_by 4; 4 committed_via 3; 4 committed_via 5',
  ],
  [
    'a command that commits other files than it changes',
    [commit(['a']), bash('touch b; git commit -am x', { changed: paths('b') }), commit(['b'], 'b'.repeat(40))],
    '1 patch Fix add() {"commit":"3fa2c1d03fa2c1d03fa2c1d03fa2c1d03fa2c1d0","files":["a"]}; 2 commitment touch b; git commit -am x {"files":["b"]}; 3 patch Fix add() {"commit":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","files":["b"]}',
    '2 committed_via 3',
  ],
  [
    'a command that commits nothing, after a commit',
    [fix, commit(['b']), bash('npm install', { changed: paths('b') }), commit(['b'], 'b'.repeat(40))],
    '1 goal Fix it; 2 patch Fix add() {"commit":"3fa2c1d03fa2c1d03fa2c1d03fa2c1d03fa2c1d0","files":["b"]}; 3 execution npm install {"files":["b"]}; 4 patch Fix add() {"commit":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","files":["b"]}',
    '1 led_to 2 ~; 1 led_to 3; 3 committed_via 4',
  ],
  [
    'a decision for the rest of its turn',
    [
      fix,
      edit('a'),
      decide('Use a map'),
      edit('b'),
      bash('touch c', { changed: paths('c') }),
      prompt('More'),
      edit('d'),
    ],
    '1 goal Fix it; 2 commitment edit a {"files":["a"]}; 3 decision Use a map {"source":"declared","because":"it is simpler","rejected":["a cache"]}; 4 commitment edit b {"files":["b"]}; 5 commitment touch c {"files":["c"]}; 6 goal More; 7 commitment edit d {"files":["d"]}',
    '1 led_to 2; 1 led_to 3 ~; 1 led_to 4; 4 decided_by 3 !; 1 led_to 5; 5 decided_by 3 !; 1 led_to 6 ~; 6 led_to 7',
  ],
  [
    'another kind of knowledge decides nothing',
    [fix, { ...decide('Slow'), kind: 'risk' } as Step, edit('a')],
    '1 goal Fix it; 2 risk Slow {"source":"declared","because":"it is simpler","rejected":["a cache"]}; 3 commitment edit a {"files":["a"]}',
    '1 led_to 2 ~; 1 led_to 3',
  ],
  [
    'steps that are no tool calls',
    [
      fix,
      { at: 0, type: 'subagent', session: sessionId('other'), summary: 'Explore' },
      bash('ls nothing', failed),
      { at: 0, type: 'compaction', summary: '' },
      { at: 0, type: 'raw', event: 'Odd', summary: '' },
      { at: 0, type: 'raw', event: 'Odd', summary: 'words' },
    ],
    '1 goal Fix it; 2 execution Explore {"session":"other"}; 3 error ls nothing; 4 episode compacted the conversation; 5 raw Odd {"event":"Odd"}; 6 raw words {"event":"Odd"}',
    '1 led_to 2 ~; 2 failed_with 3 ~; 1 led_to 4 ~; 1 led_to 5 ~; 1 led_to 6 ~',
  ],
  [
    'a prompt without words, and edits that observed no change',
    [prompt(''), edit('a', { changed: [] }), edit('', { changed: [], paths: paths('b', 'c') })],
    '1 goal an empty prompt; 2 commitment edit a {"files":["a"]}; 3 commitment edit {"files":["b","c"]}',
    '1 led_to 2; 1 led_to 3',
  ],
  [
    'tools by what they do, and by what they changed',
    [
      fix,
      tool('TodoWrite', 'plan', 'todo'),
      tool('Task', 'spawn', 'Look'),
      tool('X', 'unknown', 'q'),
      tool('X', 'unknown', 'q', { changed: paths('a') }),
      bash('cat a', { changed: paths('a') }),
    ],
    '1 goal Fix it; 2 execution TodoWrite todo; 3 execution Task Look; 4 exploration X q; 5 commitment X q {"files":["a"]}; 6 commitment cat a {"files":["a"]}',
    '1 led_to 2; 1 led_to 3; 1 led_to 4; 4 explored_via 5 ~; 1 led_to 6',
  ],
  [
    'checks of several kinds',
    [
      edit('a'),
      bash('npm test && npm run lint'),
      bash('npx eslint .', failed),
      edit('a'),
      bash('npx eslint .'),
      bash('npx tsc --noEmit', failed),
    ],
    '1 commitment edit a {"files":["a"]}; 2 verification npm test passed {"command":"npm test && npm run lint","passed":true,"check":["test","lint"],"results":[true,true]}; 3 verification eslint . failed {"command":"npx eslint .","passed":false,"check":"lint"}; 4 commitment edit a {"files":["a"]}; 5 verification eslint . passed {"command":"npx eslint .","passed":true,"check":"lint"}; 6 verification tsc --noEmit failed {"command":"npx tsc --noEmit","passed":false,"check":"types"}',
    '1 verified_by 2; 1 verified_by 3; 1 verified_by 5; 4 verified_by 5; 1 verified_by 6; 4 verified_by 6',
  ],
  [
    'checks that have no result yet, or none',
    [
      edit('a'),
      bash('npm test', behind),
      bash('npm test | tail'),
      bash('npm test', { unended: true, changed: paths('b') }),
      bash('npm test', { outcome: 'interrupted' }),
    ],
    '1 commitment edit a {"files":["a"]}; 2 verification npm test {"check":"test"}; 3 verification npm test {"command":"npm test | tail","check":"test"}; 4 commitment npm test {"files":["b"]}; 5 error npm test {"check":"test","results":[null],"interrupted":true}',
    '1 verified_by 2; 1 verified_by 3; 4 failed_with 5 ~; 1 verified_by 5; 4 verified_by 5',
  ],
  [
    'a check of other files',
    [edit('a.py'), edit('README.md'), edit('src/b.ts'), bash('npx eslint src/b.ts'), bash('npx tsc --noEmit')],
    '1 commitment edit a.py {"files":["a.py"]}; 2 commitment edit README.md {"files":["README.md"]}; 3 commitment edit src/b.ts {"files":["src/b.ts"]}; 4 verification eslint src/b.ts passed {"command":"npx eslint src/b.ts","passed":true,"check":"lint"}; 5 verification tsc --noEmit passed {"command":"npx tsc --noEmit","passed":true,"check":"types"}',
    '3 verified_by 4; 3 verified_by 5',
  ],
  [
    'a build beside a failed test',
    [edit('a'), bash('npm run build && npm test', failed), bash('cargo build', failed)],
    '1 commitment edit a {"files":["a"]}; 2 verification npm run build failed {"command":"npm run build && npm test","passed":false,"check":["build","test"],"results":[false,false]}; 3 error cargo build {"check":"build","results":[false]}',
    '1 verified_by 2; 2 failed_with 3 ~; 1 verified_by 3',
  ],
  [
    'a check that an adapter judged, or that changed a file itself',
    [
      edit('a'),
      bash('npm test', { ...failed, detail: { passed: true } }),
      bash('npx eslint --fix .', { changed: paths('a') }),
      bash('npm test', { checked: { saw: [1, 2], scope: ['x'], likely: true } }),
      bash('npm test', { ...failed, checked: { saw: [3] } }),
    ],
    '1 commitment edit a {"files":["a"]}; 2 verification npm test passed {"passed":true,"check":"test"}; 3 verification eslint --fix . passed {"files":["a"],"command":"npx eslint --fix .","passed":true,"check":"lint"}; 4 verification npm test passed {"passed":true,"check":"test","saw":[1,2],"scope":["x"],"likely":true}; 5 verification npm test failed {"passed":false,"check":"test"}',
    '1 verified_by 2; 1 verified_by 3; 1 verified_by 5',
  ],
  [
    'the context that git prov gave',
    [fix, tool('context', 'read', 'a'), edit('a')],
    '1 goal Fix it; 2 exploration context a; 3 commitment edit a {"files":["a"]}',
    '1 led_to 2; 1 led_to 3',
  ],
])('%s', (_, steps, nodes, edges) => {
  expect(story(steps)).toEqual([nodes, edges]);
});
