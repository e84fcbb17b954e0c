import { generateKeyPairSync } from 'node:crypto';
import { nodeId, oid, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { chainOf, GENESIS, stepHash } from '../../src/model/graph/ledger.ts';
import type { Node } from '../../src/model/model.ts';

const ID = '8f3a21c0-9d55-4b7e-a0c4-7d1f2c1e9b10';
const COMMIT = oid('3fa2c1d0'.repeat(5));

const hook = (name: string, more: object = {}): object => ({
  session_id: ID,
  transcript_path: `/home/x/.claude/projects/p/${ID}.jsonl`,
  cwd: '/work',
  hook_event_name: name,
  ...more,
});
const tool = (name: string, tool_name: string, tool_input: object, more: object = {}): object =>
  hook(name, { tool_name, tool_input, tool_use_id: 'toolu_1', ...more });
const edited = { file_path: '/repo/a.txt', old_string: 'a', new_string: 'b', replace_all: false };

const cursor = (name: string, more: object = {}): object => ({
  conversation_id: ID,
  generation_id: 'g1',
  hook_event_name: name,
  model: 'x',
  cursor_version: '2.6.1',
  workspace_roots: ['/work'],
  user_email: 'x@example.org',
  ...more,
});
const windsurf = (agent_action_name: string, tool_info: object): object => ({
  agent_action_name,
  trajectory_id: ID,
  execution_id: 'e1',
  timestamp: '2026-01-01T00:00:00.000Z',
  model_name: 'x',
  tool_info,
});
const droid = (name: string, more: object = {}): object => ({
  hookEventName: name,
  sessionId: ID,
  transcriptPath: `/home/x/.factory/sessions/p/${ID}.jsonl`,
  cwd: '/work',
  ...more,
});
const cline = (hookName: string, more: object = {}): object => ({
  clineVersion: '',
  hookName,
  timestamp: '2026-01-01T00:00:00.000Z',
  taskId: 'conv_1',
  sessionContext: { rootSessionId: '17_a' },
  workspaceRoots: ['/work'],
  agent_id: 'agent_1',
  parent_agent_id: null,
  ...more,
});
const plugin = (name: string, hook_event_name: string, more: object = {}): object => ({
  hook_event_name,
  plugin: name,
  sessions: ['s', 'k'],
  cwd: '/work',
  ...more,
});
const told = (event: object): object => ({
  git_prov_record: 1,
  hook_event_name: 'x',
  agent: 'our-bot',
  cwd: '/work',
  tool_input: { session: 's', ...event },
});
const patched = '*** Begin Patch\n*** Update File: a.txt\n+x\n*** End Patch';

/** Payloads of every shape that an adapter knows. */
export const PAYLOADS: readonly object[] = [
  hook('SessionStart', { source: 'startup', model: 'claude-x' }),
  hook('SessionEnd', { reason: 'other' }),
  hook('UserPromptSubmit', { prompt: 'Do it\nwell' }),
  hook('UserPromptSubmit', {
    prompt: '<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>\nand so on',
  }),
  tool('PreToolUse', 'Bash', { command: 'npm test > out.txt && sed -i s/a/b/ a.txt', description: 'Tests' }),
  tool('PreToolUse', 'Read', { file_path: '/repo/a.txt' }, { agent_id: 'sub1' }),
  tool(
    'PostToolUse',
    'Bash',
    { command: 'ls' },
    { tool_response: { stdout: 'a', stderr: '', interrupted: false }, duration_ms: 12 },
  ),
  tool(
    'PostToolUse',
    'Bash',
    { command: 'x &', run_in_background: true },
    { tool_response: { backgroundTaskId: 'b1' } },
  ),
  tool('PostToolUse', 'TaskOutput', { task_id: 'b1' }, { tool_response: { task: { status: 'completed' } } }),
  tool('PostToolUse', 'Edit', edited, {
    tool_response: { originalFile: 'a\n', userModified: false, structuredPatch: [] },
  }),
  tool(
    'PostToolUse',
    'MultiEdit',
    { file_path: 'a', edits: [edited, edited] },
    { tool_response: { originalFileContents: 'aa\n' } },
  ),
  tool('PostToolUse', 'Write', { file_path: '/repo/n.txt', content: 'x\n' }, { tool_response: { originalFile: null } }),
  tool(
    'PostToolUse',
    'NotebookEdit',
    { notebook_path: 'a.ipynb' },
    { tool_response: { updated_file: '{}', original_file: '{}' } },
  ),
  tool('PostToolUseFailure', 'Bash', { command: 'false' }, { error: 'Exit code 1', is_interrupt: false }),
  hook('PostToolBatch', { tool_calls: [{ tool_name: 'Read', tool_input: {}, tool_use_id: 't', tool_response: 'x' }] }),
  tool('PermissionRequest', 'Bash', { command: 'rm x' }),
  tool('PermissionDenied', 'Bash', { command: 'rm x' }, { reason: 'no' }),
  hook('SubagentStart', { agent_id: 'sub1', agent_type: 'Explore' }),
  hook('SubagentStop', { agent_id: 'sub1' }),
  hook('Stop', { stop_hook_active: false, background_tasks: [{ id: 'b1', type: 'shell', status: 'running' }] }),
  hook('StopFailure'),
  hook('PreCompact', { trigger: 'auto' }),
  hook('PostCompact', { compact_summary: 'So far' }),
  hook('SomethingNew', { more: { of: ['it'] } }),
  cursor('sessionStart', { session_id: ID }),
  cursor('beforeSubmitPrompt', { prompt: 'Do it' }),
  cursor('preToolUse', {
    tool_name: 'Shell',
    tool_input: { command: 'ls', working_directory: '/c:/x' },
    tool_use_id: 't\nf',
  }),
  cursor('postToolUse', {
    tool_name: 'Shell',
    tool_input: { command: 'ls' },
    tool_output: '{"exitCode":1}',
    duration: 3,
  }),
  cursor('postToolUse', { tool_name: 'ApplyPatch', tool_input: patched, tool_output: '{}' }),
  cursor('postToolUse', { tool_name: 'StrReplace', tool_input: { path: 'a', old_string: 'a', new_string: 'b' } }),
  cursor('postToolUseFailure', { tool_name: 'Write', tool_input: edited, failure_type: 'permission_denied' }),
  cursor('afterFileEdit', { file_path: '/c:/x/a', edits: [edited, edited] }),
  cursor('subagentStart', { subagent_id: 'sub', parent_conversation_id: 'p', subagent_type: 'x', task: 'Look' }),
  cursor('stop', { status: 'error', loop_count: 0, input_tokens: 5, output_tokens: 1 }),
  windsurf('pre_user_prompt', { user_prompt: 'Do it' }),
  windsurf('post_write_code', { file_path: '/code/a', edits: [edited] }),
  windsurf('post_run_command', { command_line: 'make', cwd: '/work' }),
  windsurf('post_mcp_tool_use', { mcp_server_name: 'm', mcp_tool_name: 't', mcp_result: 'x' }),
  droid('PostToolUse', { toolName: 'Execute', toolInput: { command: 'ls' }, toolResponse: 'Exit code: 2' }),
  droid('PostToolUse', { tool_name: 'ApplyPatch', tool_input: { input: patched }, tool_response: { success: false } }),
  droid('Notification', { message: 'Needs your permission' }),
  cline('agent_start', { parent_agent_id: 'agent_0' }),
  cline('tool_result', {
    tool_result: { id: 'c', name: 'editor', input: { path: '/code/a', old_text: 'a', new_text: 'b' }, output: {} },
  }),
  cline('tool_result', {
    tool_result: { id: 'c', name: 'run_commands', input: { commands: ['ls'] }, output: [{ success: false }] },
  }),
  cline('PostToolUse', {
    postToolUse: { toolName: 'read_files', parameters: { files: '[{"path":"a"}]' }, result: 'x', success: true },
  }),
  cline('PostToolUse', {
    postToolUse: {
      toolName: 'replace_in_file',
      parameters: { path: 'a', diff: '------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n' },
    },
  }),
  plugin('amp', 'agent.start', { prompt: 'Do it', message_id: 'm' }),
  plugin('amp', 'PostToolUse', {
    tool_name: 'apply_patch',
    tool_use_id: 'c',
    tool_input: { patchText: patched },
    tool_response: { status: 'done', output: 'x' },
    files: ['/code/a'],
  }),
  plugin('amp', 'subagent.start', { agent_id: 'l' }),
  told({ event: 'prompt', text: 'Do it', tokens: { message: 'm', input: 1, cost: 0.5 } }),
  told({
    event: 'after',
    parent: 'p',
    tool: 'put',
    call: 'c',
    paths: ['a'],
    edits: [{ path: 'a', before: null, after: 'x' }],
    duration: 3,
  }),
  told({ event: 'subagent_start', child: 'k', text: 'Help' }),
  {
    git_prov: 1,
    agent: 'claude-code',
    vendor: 'anthropic',
    session: ID,
    type: 'knowledge',
    said: {
      kind: 'decision',
      text: 'Keep it',
      because: 'x',
      rejected: ['y'],
      links: [{ edge: 'supports', to: { node: 'deadbeef-1' } }],
      detail: { status: 'open', confidence: 500, files: ['a.txt'] },
    },
    risks: ['z'],
    on: [COMMIT],
  },
  {
    git_prov: 1,
    agent: 'claude-code',
    vendor: 'anthropic',
    session: ID,
    type: 'change',
    changed: {
      change: 'supersede',
      subject: { node: 'deadbeef-1' },
      object: { path: 'a.txt' },
      edge: 'supersedes',
      detail: {},
    },
    on: [],
  },
];

const message = (content: readonly object[], more: object = {}): object => ({
  type: 'assistant',
  message: {
    id: 'msg_1',
    model: 'claude-x',
    content,
    usage: { input_tokens: 3, output_tokens: 5, cache_read_input_tokens: 7, cache_creation_input_tokens: 9 },
    ...more,
  },
});

/** Lines of a transcript. */
export const TRANSCRIPT: readonly object[] = [
  { type: 'user', message: { role: 'user', content: 'Go' } },
  message([{ type: 'text', text: 'I will look.' }]),
  message([{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} }]),
  { type: 'assistant', message: { content: 'x' } },
];

/** The records of a ledger in the form that `recorder/ledger/ledger.ts` writes, with right hashes. */
export const LEDGER: readonly object[] = ledger();

function ledger(): object[] {
  const session = sessionId(ID);
  const id = (n: number) => nodeId(`${sessionPrefix({ id: session })}-${n}`);
  const nodes: Node[] = [
    { id: id(0), kind: 'goal', at: 1_767_225_600_000, summary: 'Do it', detail: { text: 'Do it well' } },
    {
      id: id(1),
      kind: 'exploration',
      at: 1_767_225_601_000,
      summary: 'read a.txt',
      tool: 'Read',
      duration: 5,
      input: 'a'.repeat(64),
      parent: id(0),
      detail: { files: ['a.txt'] },
    },
    { id: id(2), kind: 'patch', at: 1_767_225_602_000, summary: 'commit', parent: id(1), detail: { commit: COMMIT } },
  ];
  return nodes.map((node, i) => {
    const before = i === 0 ? { head: GENESIS, parentHash: null } : chainOf(session, nodes.slice(0, i));
    return {
      step_id: node.id,
      session_id: session,
      step_type: node.kind,
      ...(node.parent && { parent_step_id: node.parent }),
      ...(node.tool && { tool_name: node.tool }),
      started_at: new Date(node.at - (node.duration ?? 0)).toISOString(),
      duration_ms: node.duration ?? 0,
      ...(node.duration === undefined && { untimed: true }),
      ...(node.input && { input_hash: `sha256:${node.input}` }),
      context_hash: `sha256:${chainOf(session, nodes.slice(0, i + 1)).head}`,
      parent_step_hash: before.parentHash && `sha256:${before.parentHash}`,
      self_hash: `sha256:${stepHash(session, node, before.parentHash)}`,
      summary: node.summary,
      detail: node.detail,
    };
  });
}

const chain = { head: 'b'.repeat(64), parentHash: null };

/** The state between two drains. */
export const STATE = {
  version: 1,
  sessions: {
    [ID]: {
      session: { id: ID, agent: 'claude-code', vendor: 'anthropic' },
      cursor: { next: 3, chain, pending: [], unverified: [], uncommitted: [], patches: [], gates: [], groups: [] },
      nodes: [],
      edges: [],
      ledgerBytes: 100,
      cutAt: chain,
      context: [],
      graphs: [{ id: 'c'.repeat(64), from: 0, to: 2, verifies: 0, commits: [COMMIT] }],
      transcript: { path: '/x', offset: 10 },
      narration: { toolu_1: 'I will look.' },
      usage: { msg_1: { input: 1, output: 2 } },
      ended: ['toolu_1'],
      lastAt: 1_767_225_600_000,
    },
  },
  workTrees: {
    '/work': {
      gitDir: '/repo/.git',
      top: '/work',
      tree: COMMIT,
      overlay: { 'a.txt': COMMIT, 'b.txt': null },
      number: 12,
      open: [],
      gone: [],
      dropped: [],
      background: [
        { session: ID, key: 'k', tool: 'Bash', summary: 'x', node: 'deadbeef-1', at: 1, lasting: { paths: ['a'] } },
      ],
    },
  },
  watched: true,
  reflogs: { '/repo/.git': { bytes: 10, last: 'x' } },
  moves: { '/repo/.git': [{ from: COMMIT, to: COMMIT }] },
  tips: { mark: 'x', oids: [COMMIT] },
  memoBytes: 5,
  outgoing: [{ commit: COMMIT, note: 'ggGg' }],
  faults: [{ at: 1, what: 'x' }],
  recorded: ['000000001.1'],
};

/** A signature in ssh-keygen's form, valid in shape but signing nothing. */
export function sshSignature(): Buffer {
  const text = (bytes: string | Uint8Array): Buffer => {
    const content = Buffer.from(bytes as string, 'latin1');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, content]);
  };
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([text('ssh-ed25519'), text(Buffer.from(x!, 'base64url'))]);
  const raw = Buffer.concat([text('ssh-ed25519'), text(Buffer.alloc(64))]);
  return Buffer.concat([
    Buffer.from('SSHSIG\u0000\u0000\u0000\u0001', 'latin1'),
    ...[key, 'git', '', 'sha512', raw].map(text),
  ]);
}
