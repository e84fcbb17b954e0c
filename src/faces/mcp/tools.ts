import { DECLARABLE } from '../../model/knowledge/kinds.ts';
import { EDGE_KINDS } from '../../model/model.ts';
import { TASK_STATES } from '../../model/knowledge/task-state.ts';
import { CODE_KINDS } from '../../ask/code/code-kinds.ts';
import { KIND_NAMES } from '../../ask/knowledge/layers.ts';
import { atLeast, count, list, nullable, text, thing, word, words } from './schemas.ts';
import type { Schema, Tool } from './tool.ts';

const REFERENCE = word('A node (kind:id, or the beginning of an id), commit:REV, file:PATH, FILE:LINE or session:ID');
const SURE: Schema = { type: 'number', description: 'How sure you are, from 0 to 1', minimum: 0, maximum: 1 };
const RESTS: Readonly<Record<string, Schema>> = {
  because: text('The reason'),
  supports: words('What it supports: nodes, commit:REV, file:PATH, function:FILE#NAME or external:npm/NAME'),
  contradicts: words('What it contradicts'),
  derived_from: words(
    'What it comes from: nodes, file:PATH, file:PATH:FROM-TO, function:FILE#NAME or external:npm/NAME',
  ),
  confidence: SURE,
};
const SAID: Readonly<Record<string, Schema>> = {
  node: nullable('string'),
  kind: { type: 'string' },
  session: { type: 'string' },
  status: { type: 'string', enum: ['accepted', 'proposed'] },
};

const DIRECTION: Schema = { type: 'string', enum: ['backward', 'forward', 'both'], default: 'both' };

/** The tools of the server. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'blame',
    title: 'Who wrote these lines',
    description:
      'Shows for the lines of a file whether an agent, a person or an unknown writer wrote them: session, step, decision, and whether the change was verified. Neighbouring lines of one origin are one run.',
    takes: {
      file: word('The file, relative to the folder of the server'),
      from: count('The first line', 2 ** 31 - 1, 1),
      to: {
        type: 'integer',
        description: 'The last line; by default up to 400 lines',
        minimum: 1,
        maximum: 2 ** 31 - 1,
      },
      revision: word('A revision; the work tree, when absent'),
    },
    needs: ['file'],
    gives: {
      path: nullable('string'),
      revision: nullable('string'),
      runs: list,
      sessions: thing,
      nodes: thing,
      next: nullable('integer'),
    },
  },
  {
    name: 'why',
    title: 'Why lines are there',
    description:
      'Explains lines: the change that wrote them, the decision and the alternatives that it ruled out, the goal, earlier explorations, and the check afterwards.',
    takes: {
      place: word(
        'FILE:LINE, FILE:FROM-TO, FILE#L12-L20, FILE#NAME or NAME of a function or type, or an address on a forge',
      ),
      revision: word('A revision; the work tree, when absent'),
    },
    needs: ['place'],
    gives: { path: { type: 'string' }, answers: list },
  },
  {
    name: 'trace',
    title: 'Where something came from, and what came of it',
    description:
      'Follows the causes of a node, a commit, a file or a line backward to its origins, and forward to what came of it.',
    takes: {
      reference: REFERENCE,
      direction: DIRECTION,
      depth: count('How many edges far', 20, 3, 0),
      min_confidence: atLeast('edges'),
    },
    needs: ['reference'],
    gives: { memory: thing },
  },
  {
    name: 'impact',
    title: 'What a change reaches',
    description:
      'The functions and types that a range of commits changes, or one of them: what calls or extends them, which tests reach them and whether these passed after the change, and the decisions behind the new lines. Ask it before you change a function.',
    takes: {
      what: word(
        'A range such as main..HEAD, or a function or type: NAME or FILE#NAME; by default the commits of this branch',
      ),
      depth: count('How many steps callers are followed', 20, 2),
      min_confidence: atLeast('callers'),
      revision: word('Of a function or type: a revision; the work tree, when absent'),
    },
    needs: [],
    gives: { changed: list, others: { type: 'array', items: { type: 'string' } } },
  },
  {
    name: 'symbols',
    title: 'Functions, types, packages, services and tools',
    description:
      'Lists what the code of the work tree has of a kind, with its id, file and lines. Functions and types can be those of a session, or those with lines of agents that were never checked.',
    takes: {
      kind: { type: 'string', enum: CODE_KINDS, description: 'What to list', default: 'function' },
      path: word('Only of this file, or of files in this folder'),
      name: word('Only with this name: the whole name, or its last part'),
      session: word('Only functions and types with lines of this session'),
      unverified: { type: 'boolean', description: "Only with agents' lines that were never checked", default: false },
      revision: word('A revision; the work tree, when absent'),
      limit: count('No more than this', 500, 100),
    },
    needs: [],
    gives: { items: list, more: { type: 'integer' } },
  },
  {
    name: 'uses',
    title: 'What uses something of the code, and what it uses',
    description:
      'Follows calls, imports, uses of data and needs of services from function:FILE#NAME, type:…, file:PATH, module:FOLDER, external:npm/NAME, external:env/NAME, external:table/NAME, service:NAME or tool:NAME.',
    takes: {
      reference: word('One of these forms'),
      direction: DIRECTION,
      depth: count('How many steps', 20, 2),
      min_confidence: atLeast('uses'),
      revision: word('A revision; the work tree, when absent'),
    },
    needs: ['reference'],
    gives: { reference: { type: 'string' } },
  },
  {
    name: 'evidence',
    title: 'What something rests on',
    description:
      'The episodes, notes, raw entries and checks that a belief, a decision or a claim rests on, and what speaks against it.',
    takes: { reference: REFERENCE },
    needs: ['reference'],
    gives: { evidence: thing },
  },
  {
    name: 'search',
    title: 'Find prompts, reasons and steps',
    description:
      'Searches the whole record: decisions, claims, memories, goals, steps. Every word must match; the last may be a prefix.',
    takes: {
      text: word('Words'),
      kind: { type: 'string', enum: KIND_NAMES, description: 'Only nodes of this kind' },
      session: word('Only of this session'),
      path: word('Only what speaks of this file, or of files in this folder'),
      since: word('Only what is not older, such as 2026-01-31 or "2 weeks ago"'),
      min_confidence: atLeast('entries'),
      limit: count('No more than this', 100, 20),
      include_provenance: { type: 'boolean', description: 'Also the sources of each entry', default: false },
    },
    needs: ['text'],
    gives: { results: list },
  },
  {
    name: 'context',
    title: 'What to know before going on',
    description:
      'What this session did, and the decisions, constraints, failures, open risks, memories and tasks that hold here. Ask for the files that you are about to change.',
    takes: {
      paths: words('Files and folders that it is about; all, when absent'),
      session: word("A session to sum up; the agent's own, when absent"),
      min_confidence: atLeast('entries'),
      budget: count('No more bytes than this', 12_288, 4096, 512),
    },
    needs: [],
    gives: { text: { type: 'string' }, items: list, left: { type: 'integer' } },
  },
  {
    name: 'session',
    title: 'What sessions did',
    description: 'Lists the known sessions, the latest first; or the steps of one, in order.',
    takes: {
      session: word('A session, or a beginning of its id; all are listed, when absent'),
      offset: count('How many to pass over', 10_000_000, 0, 0),
      limit: count('No more than this', 100, 50),
    },
    needs: [],
    gives: { total: { type: 'integer' }, next: nullable('integer') },
  },
  {
    name: 'check',
    title: 'Whether a range may be merged',
    description:
      'Judges the lines that a range adds by the rules of the repository (.gitattributes). Names the places that break a rule, why, and what would satisfy it. Call it before you say that the work is done.',
    takes: {
      range: word('A..B, A...B or a branch; HEAD since its upstream or the default branch, when absent'),
      rules: word('A revision with the rules; the base of the range, when absent'),
    },
    needs: [],
    gives: { passed: { type: 'boolean' }, findings: list, waived: list },
  },
  {
    name: 'review',
    title: 'What waits for a person',
    description:
      'Lists the proposals and links that wait for a review, and what acceptance would change. Only a person accepts or rejects them, with git prov review.',
    takes: {
      of: word('Only those of session:ID or commit:REV'),
      kind: {
        type: 'string',
        enum: [...DECLARABLE, ...EDGE_KINDS],
        description: 'Only entries or links of this kind',
      },
      words: { type: 'boolean', description: 'Also words from transcripts and summaries', default: false },
    },
    needs: [],
    gives: { proposals: list, links: list, may_accept: thing },
  },
  {
    name: 'decide',
    title: 'Declare a decision',
    description:
      'Records a decision of this session, with its reason and the alternatives that it ruled out. It becomes the reason of the changes that follow in this turn. It may wait for a person to accept it.',
    takes: {
      decision: text('What was decided'),
      ...RESTS,
      rejected: words('Alternatives that the decision ruled out'),
      risks: words('What may go wrong with it'),
    },
    needs: ['decision'],
    gives: SAID,
    says: true,
  },
  {
    name: 'propose',
    title: 'Propose something worth keeping',
    description:
      'Records a memory, a claim, a risk, a constraint and the like of this session, for a person to accept or reject. Until then other sessions of this clone get it marked as proposed.',
    takes: { kind: { type: 'string', enum: DECLARABLE, description: 'What it is' }, text: text('In words'), ...RESTS },
    needs: ['kind', 'text'],
    gives: SAID,
    says: true,
  },
  {
    name: 'complete',
    title: 'Mark a task as done',
    description: 'Records that a task or a declared goal was completed. It is no longer among the open ones.',
    takes: { reference: word('The task: task:ID or goal:ID'), because: text('What was done') },
    needs: ['reference'],
    gives: { node: nullable('string'), session: { type: 'string' } },
    says: true,
  },
  {
    name: 'task',
    title: 'Change the state of a task',
    description:
      'Records that a task or a declared goal is open again, blocked, active, done or dropped. Tasks that are done or dropped are no longer in the context.',
    takes: {
      reference: word('The task: task:ID or goal:ID'),
      state: { type: 'string', enum: TASK_STATES, description: 'The new state' },
      because: text('The reason'),
    },
    needs: ['reference', 'state'],
    gives: { node: nullable('string'), session: { type: 'string' } },
    says: true,
  },
  {
    name: 'memory_trace',
    title: 'The lineage of a memory',
    description: 'Another name of `trace`, for a memory: where it came from, and what was derived from it.',
    takes: {
      memory_ref: word('type:id, such as belief:8f3a21c0-12'),
      direction: DIRECTION,
      depth: count('How many edges far', 20, 3, 0),
      min_confidence: atLeast('edges'),
    },
    needs: ['memory_ref'],
    gives: { memory: thing },
  },
  {
    name: 'get_belief_evidence',
    title: 'What a belief rests on',
    description: 'Another name of `evidence`, for a belief: the episodes, notes and raw entries that support it.',
    takes: { belief_id: word('The id of the belief, with or without belief: before it') },
    needs: ['belief_id'],
    gives: { evidence: thing },
  },
];
