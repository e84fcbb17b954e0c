import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../../recorder/site.ts';
import { run } from '../../trust/signed.ts';
import type { Planter } from './planter.ts';

/** Plants secrets at one place. @param plant makes a text, @param name a name with secrets */
type Plant = (site: Site, plant: string, name: string) => void;

const use = ({ agent }: Site, tool: string, input: object, answer: object = {}): void =>
  void agent.after(tool, input, agent.before(tool, input), answer);

/** Places of what an agent reports to its hooks. */
export const REPORTED: Readonly<Record<string, Plant>> = {
  prompt: ({ agent }, text) => agent.prompt(text),
  command: ({ agent }, text) => agent.bash(`: '${text}'`),
  'description of a command': (site, text) => use(site, 'Bash', { command: 'true', description: text }),
  environment: ({ agent }, _, name) => agent.bash(`DB_PASSWORD='${name}' true`),
  'running command': ({ agent }, text) => agent.before('Bash', { command: `sleep 9; : '${text}'`, description: 'x' }),
  'running check': ({ agent }, text) => agent.before('Bash', { command: `npm test -- '${text}'`, description: 'x' }),
  'words of a check': ({ agent }, text) => agent.bash(`npm test -- '${text}'; true`),
  output: (site, text) => use(site, 'Bash', { command: 'true' }, { stdout: text, stderr: '' }),
  'output of an error': (site, text) => use(site, 'Bash', { command: 'true' }, { stdout: '', stderr: text }),
  error: ({ agent }, text) => {
    const input = { command: 'false', description: 'x' };
    const call = { tool_name: 'Bash', tool_input: input, tool_use_id: agent.before('Bash', input) };
    agent.send('PostToolUseFailure', { ...call, error: text, is_interrupt: false });
  },
  'name of a tool': (site, _, name) => use(site, `mcp__${name}:query`, { query: 'x' }),
  'name of a tool in a question': ({ agent }, _, name) =>
    agent.send('PermissionRequest', { tool_name: `mcp__${name}:ask`, tool_input: {} }),
  'input of an MCP tool': (site, text) => use(site, 'mcp__db__query', { query: text, [text]: { env: [text] } }),
  'answer of an MCP tool': (site, text) => use(site, 'mcp__db__query', { query: 'x' }, { rows: [{ [text]: text }] }),
  'address of a web page': (site, text, name) =>
    use(site, 'WebFetch', { url: `https://example.com/?token=${name}`, prompt: text }),
  'web page': (site, text) => use(site, 'WebFetch', { url: 'https://example.com' }, { result: text }),
  'search on the web': (site, text) => use(site, 'WebSearch', { query: text }, { results: [text] }),
  'text of a plan': (site, text) => use(site, 'ExitPlanMode', { plan: text }, { plan: text }),
  'item of a to-do list': (site, text) =>
    use(site, 'TodoWrite', { todos: [{ content: text, status: 'pending', activeForm: text }] }),
  'task of an agent': (site, text) =>
    use(site, 'TaskCreate', { subject: text, description: text }, { task: { id: '7', subject: text } }),
  'question to a person': ({ agent }, text) =>
    agent.send('PermissionRequest', { tool_name: 'Bash', tool_input: { command: text } }),
  'answer of a person': (site, text) =>
    use(site, 'AskUserQuestion', { questions: [{ question: text, options: [{ label: text }] }] }, { answers: text }),
  'refusal of a person': ({ agent }, text) => {
    const input = { command: 'true', description: 'x' };
    const call = { tool_name: 'Bash', tool_input: input, tool_use_id: agent.before('Bash', input) };
    agent.send('PermissionDenied', { ...call, reason: text });
  },
  'results of parallel calls': ({ agent }, text, name) =>
    agent.send('PostToolBatch', {
      tool_calls: [{ tool_name: name, tool_input: { query: text }, tool_use_id: name, tool_response: text }],
    }),
  'id of a call': ({ agent }, _, name) => agent.after('Bash', { command: 'true' }, `toolu-${name}`, {}),
  'file that is read': (site, _, name) => use(site, 'Read', { file_path: `${site.repo.dir}/../${name}` }),
  'content of an uncommitted file': ({ agent }, text) => agent.write('.env', `${text}\n`).write('.env', 'nothing\n'),
  'kind of a sub-agent': ({ agent }, _, name) =>
    agent.send('SubagentStart', { agent_id: 'helper', agent_type: `kind ${name}` }),
  'task of a sub-agent': (site, text) => {
    use(site, 'Task', { description: text, prompt: text, subagent_type: 'general' });
    site.agent.send('PreToolUse', { tool_name: 'Task', tool_input: { description: text, prompt: text } });
    site.agent.send('SubagentStart', { agent_id: 'second', agent_type: 'general' });
  },
  'name of a skill': (site, text) => use(site, 'Skill', { skill: text, args: text }),
  'name of an event': ({ agent }, _, name) => agent.send(`Odd-${name}`),
  'summary of a conversation': ({ agent }, text) => agent.send('PostCompact', { compact_summary: text }),
  'notice of a background program': ({ agent }, text) => agent.notice(text),
  'name of a model': ({ agent }, _, name) => agent.send('SessionStart', { source: 'resume', model: `model-${name}` }),
  'title of a session': ({ agent }, text) =>
    agent.send('SessionStart', { source: 'resume', session_title: text, title: text }),
  'reason of an end': ({ agent }, text) => agent.send('StopFailure', { error: text, reason: text }),
  'message of a notice': ({ agent }, text) => agent.send('Notification', { message: text, title: text }),
};

/** Places in the record that the agent itself keeps of its session. */
export const TOLD: Readonly<Record<string, Plant>> = {
  'words of the agent': (site, text) => say(site, { content: [{ type: 'text', text }, ...callOf(site)] }),
  'thoughts of the agent': (site, text) =>
    say(site, { content: [{ type: 'thinking', thinking: text }, ...callOf(site)] }),
  'reason in the words of the agent': (site, text) =>
    say(site, { content: [{ type: 'text', text: `I edit f.txt because ${text}.` }, ...callOf(site)] }),
  'name of a model in the record': (site, _, name) => say(site, { model: `model-${name}`, content: callOf(site) }),
};

function say({ repo, agent }: Site, message: object): void {
  const line = { type: 'assistant', sessionId: 'a', timestamp: '2026-01-01T00:00:00Z', uuid: `u${Math.random()}` };
  const told = { id: `msg_${Math.random()}`, role: 'assistant', model: 'test-model-1', ...message };
  appendFileSync(join(repo.home, 'a.jsonl'), `${JSON.stringify({ ...line, cwd: repo.dir, message: told })}\n`);
  agent.read('f.txt');
}

const callOf = ({ agent, repo }: Site): object[] => {
  const input = { file_path: join(repo.dir, 'f.txt') };
  return [{ type: 'tool_use', id: agent.before('Read', input), name: 'Read', input }];
};

/** Places of what people and agents declare. */
export const DECLARED: Readonly<Record<string, Plant>> = {
  decision: ({ repo }, text) => ok(repo, 'decide', text, '--because', text),
  'ruled-out alternative': ({ repo }, text) => ok(repo, 'decide', 'Light the lamps', '--ruled-out', text),
  claim: ({ repo }, text) => ok(repo, 'add', 'claim', text),
  risk: ({ repo }, text) => ok(repo, 'add', 'risk', text),
  'task of a person': ({ repo }, text) => ok(repo, 'add', 'task', text),
  'lesson of an episode': ({ repo }, text) => ok(repo, 'add', 'episode', 'x', '--lesson', text, '--outcome', text),
  'check that a person ran': ({ repo }, text) => ok(repo, 'verify-run', '--', 'node', '--check', '/dev/null', text),
};

const ok = (repo: Site['repo'], ...args: string[]): void => {
  const said = { ...repo, env: { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'a' } };
  const { code, err } = run(said, ...args);
  if (code !== 0) throw new Error(`git prov ${args[0]}: ${err}`);
};

/** Plants a table at its site. */
export function plantAll(site: Site, planter: Planter, table: Readonly<Record<string, Plant>>): void {
  for (const [place, plant] of Object.entries(table)) plant(site, planter.text(place), planter.name(place));
}
