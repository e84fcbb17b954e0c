import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { oid } from '../../src/model/ids.ts';
import { agentNoteRecord } from '../../src/exchange/agentnote/agentnote.ts';
import { gitAiRecord } from '../../src/exchange/git-ai/git-ai.ts';
import { WarningCounts } from '../../src/exchange/warning-counts.ts';
import { prov } from '../helpers/agent.ts';
import { notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { run, where } from './transcripts/site.ts';
import { Claude } from './transcripts/transcripts/claude.ts';
import { Codex } from './transcripts/transcripts/codex.ts';
import { Gemini } from './transcripts/transcripts/gemini.ts';
import { Opencode } from './transcripts/transcripts/opencode.ts';
import { Crush } from './transcripts/transcripts/crush-database.ts';
import { Pi } from './transcripts/transcripts/pi.ts';

/** The content of a file that no agent typed. */
const CONTENT = 'wombats live in burrows';
const MINE = 'The lamps are lit by the timer now. @agent\nAnd put out again at the rise of the sun. @agent\n';
const AGENTS = { 'claude-code': Claude, codex: Codex, gemini: Gemini, opencode: Opencode, pi: Pi };

const goalsOf = (repo: TestRepo): string[] =>
  [...notesOf(repo).values()].flatMap(({ graphs }) =>
    graphs.flatMap(({ nodes }) => nodes.filter(({ kind }) => kind === 'goal').map(({ summary }) => summary)),
  );

/** Adds messages with the user's role that no person wrote, in the form of each agent. */
function addProgramWords(agent: string, path: string, at: number): void {
  const time = new Date(at).toISOString();
  const add = (records: readonly object[]): void =>
    writeFileSync(path, readFileSync(path, 'utf8') + records.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const claude = (content: unknown, more: object = {}): object => {
    const first = JSON.parse(readFileSync(path, 'utf8').split('\n')[0]!) as Record<string, unknown>;
    return {
      ...first,
      uuid: `x${Math.random()}`,
      timestamp: time,
      type: 'user',
      message: { role: 'user', content },
      ...more,
    };
  };
  const codex = (text: string): object => ({
    timestamp: time,
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  });
  if (agent === 'claude-code')
    add([
      claude([{ type: 'tool_result', tool_use_id: 'none', content: CONTENT }]),
      claude(`<local-command-stdout>${CONTENT}</local-command-stdout>`),
      claude(`Content: ${CONTENT}`, { isMeta: true }),
      claude(`Summary: ${CONTENT}`, { isCompactSummary: true }),
    ]);
  else if (agent === 'codex')
    add([
      codex(`<environment_context>${CONTENT}</environment_context>`),
      codex(`# AGENTS.md instructions for /home/a\n${CONTENT}`),
      {
        timestamp: time,
        type: 'response_item',
        payload: { type: 'function_call_output', call_id: 'none', output: CONTENT },
      },
    ]);
  else if (agent === 'gemini')
    add([
      {
        id: 'more',
        timestamp: time,
        type: 'user',
        content: [
          { text: 'Read @burrow.md' },
          { text: '\n--- Content from referenced files ---' },
          { text: '\nContent from @burrow.md:\n' },
          { text: CONTENT },
          { text: '\n--- End of content ---' },
        ],
      },
    ]);
}

test.each(Object.keys(AGENTS) as (keyof typeof AGENTS)[])(
  'of a transcript of %s, only what a person typed becomes a prompt',
  (agent) =>
    withRepo({ files: { 'f.txt': 'one @human\n' } }, async (repo) => {
      const story = new AGENTS[agent](where(repo));
      story.prompt('Light the lamps');
      story.read('burrow.md', CONTENT);
      story.bash('cat burrow.md', CONTENT);
      story.write('lamps.txt', MINE, null);
      const path = story.save();
      addProgramWords(agent, path, story.at);
      if (agent === 'opencode') {
        const parts = join(repo.home, '.local/share/opencode/storage/part');
        const first = (story as Opencode).messages[0]!.info.id;
        const file = join(parts, first, 'prt_0009.json');
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify({ type: 'text', text: CONTENT, synthetic: true }));
      }
      repo.write('lamps.txt', MINE);
      repo.commit('Lamps');
      await run(repo);
      const goals = goalsOf(repo);
      expect(goals).toContain('Light the lamps');
      expect(goals.filter((goal) => !['Light the lamps', 'Read @burrow.md'].includes(goal))).toEqual([]);
      expect(JSON.stringify(goals)).not.toContain('wombats');
    }),
);

test('of checkpoints of Entire, only what a person typed becomes a prompt', () =>
  withRepo({ files: { 'f.txt': 'one @human\n' } }, (repo) => {
    const prompts = [
      'Light the lamps',
      `<local-command-stdout>${CONTENT}</local-command-stdout>`,
      `Read @burrow.md\n--- Content from referenced files ---\nContent from @burrow.md:\n${CONTENT}`,
    ];
    const env = { ...repo.env };
    repo.env['GIT_INDEX_FILE'] = `${repo.home}/checkpoints`;
    for (const [path, content] of [
      [
        'a1/b2c3d4e5f6/0/metadata.json',
        JSON.stringify({ session_id: 's', agent: 'Gemini CLI', files_touched: ['lamps.txt'] }),
      ],
      ['a1/b2c3d4e5f6/0/prompt.txt', prompts.join('\n\n---\n\n')],
    ] as const) {
      const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], content).toString().trim();
      repo.git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
    }
    repo.git(
      'update-ref',
      'refs/heads/entire/checkpoints/v1',
      repo.git('commit-tree', repo.git('write-tree'), '-m', 'x'),
    );
    delete repo.env['GIT_INDEX_FILE'];
    Object.assign(repo.env, env);
    repo.write('lamps.txt', MINE);
    repo.commit('Lamps\n\nEntire-Checkpoint: a1b2c3d4e5f6');
    prov(repo, 'import', 'entire');
    expect(goalsOf(repo)).toEqual(['Light the lamps', 'Read @burrow.md']);
  }));

test('of notes of Agent Note, only what a person typed becomes a prompt', () => {
  const asked = [
    'Light the lamps',
    `<command-name>/cost</command-name>${CONTENT}`,
    `Read @burrow.md\n--- Content from referenced files ---\n${CONTENT}`,
  ];
  const note = { v: 1, session_id: 's', interactions: asked.map((prompt) => ({ prompt, response: null })), files: [] };
  const record = agentNoteRecord(oid('a'.repeat(40)), note, new WarningCounts());
  expect(record!.sessions[0]!.prompts.map(({ text }) => text)).toEqual(['Light the lamps', 'Read @burrow.md']);
});

test('of a database of Crush, only what a person typed becomes a prompt', () =>
  withRepo({ files: { 'f.txt': 'one @human\n' } }, async (repo) => {
    const story = new Crush(where(repo));
    story.prompt('Light the lamps');
    story.read('burrow.md', CONTENT);
    story.bash('cat burrow.md', CONTENT);
    story.write('lamps.txt', MINE, null);
    await story.store();
    repo.write('lamps.txt', MINE);
    repo.commit('Lamps');
    await run(repo);
    expect(goalsOf(repo)).toEqual(['Light the lamps']);
  }));

test("of git-ai's notes, results of tools and command tags with the user's role become no prompt", () => {
  const messages = [
    { type: 'user', text: 'Light the lamps' },
    { type: 'assistant', text: CONTENT },
    { type: 'tool_use', name: 'Read', input: { path: 'burrow.md' } },
    { type: 'tool_use', name: 'Read', input: { path: 'den.md' } },
    { type: 'user', text: CONTENT },
    { type: 'user', text: `1\t${CONTENT}` },
    { type: 'user', text: `<local-command-stdout>${CONTENT}</local-command-stdout>` },
    { type: 'thinking', text: CONTENT },
    { type: 'user', text: 'And put them out' },
  ];
  const metadata = {
    schema_version: 'authorship/3.0.0',
    prompts: { '0123456789abcdef': { agent_id: { tool: 'claude', id: 'c', model: 'm' }, messages } },
  };
  const bytes = Buffer.from(`lamps.txt\n  0123456789abcdef 1-2\n---\n${JSON.stringify(metadata)}`);
  const record = gitAiRecord({ commit: oid('a'.repeat(40)), bytes }, new WarningCounts());
  expect(record!.sessions[0]!.prompts.map(({ text }) => text)).toEqual(['Light the lamps', 'And put them out']);
});

const EVERYWHERE = { prompt: CONTENT, prompts: [CONTENT], messages: [{ role: 'user', content: CONTENT }] };

test.each([
  [
    'agentblame',
    (commit: string) => ({
      version: 1,
      ...EVERYWHERE,
      attributions: [
        { path: 'lamps.txt', start_line: 1, end_line: 2, provider: 'cursor', model: 'm', ...EVERYWHERE, commit },
      ],
    }),
    'refs/notes/agentblame',
  ],
  [
    'qwen',
    () => ({
      version: 1,
      generator: 'qwen3-coder',
      files: { 'lamps.txt': { aiChars: 9, humanChars: 0, percent: 100, ...EVERYWHERE } },
      promptCount: 1,
      ...EVERYWHERE,
    }),
    'refs/notes/ai-attribution',
  ],
  [
    'agent-trace',
    (commit: string) => ({
      version: '0.1.0',
      id: '0b7e4f6a-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
      timestamp: '2026-01-01T00:00:00Z',
      vcs: { type: 'git', revision: commit },
      tool: { name: 'cursor' },
      ...EVERYWHERE,
      files: [
        {
          path: 'lamps.txt',
          conversations: [
            {
              url: 'https://example.com/1',
              contributor: { type: 'ai', model_id: 'a/m' },
              ranges: [{ start_line: 1, end_line: 2 }],
              ...EVERYWHERE,
            },
          ],
        },
      ],
    }),
    undefined,
  ],
])('%s has no prompts, and no other text becomes one', (name, note, ref) =>
  withRepo({ files: { 'f.txt': 'one @human\n' } }, (repo) => {
    repo.write('lamps.txt', MINE);
    const commit = repo.commit('Lamps');
    const told = JSON.stringify(note(commit));
    if (ref === undefined) {
      repo.write('.agent-trace/traces.jsonl', `${told}\n`);
      prov(repo, 'import', name);
    } else {
      repo.git('notes', `--ref=${ref}`, 'add', '-m', told, commit);
      prov(repo, 'import', name);
    }
    expect(notesOf(repo).size).toBe(1);
    expect(goalsOf(repo)).toEqual([]);
    expect(JSON.stringify([...notesOf(repo)])).not.toContain('wombats');
  }),
);

test("of Aider's commits, no text becomes a prompt", () =>
  withRepo({ files: { 'f.txt': 'one @human\n' } }, (repo) => {
    repo.write('lamps.txt', MINE);
    repo.write('.aider.chat.history.md', `#### ${CONTENT}\n\n> ${CONTENT}\n`);
    repo.git('add', 'lamps.txt');
    repo.git('commit', '-m', 'feat: Light the lamps\n\nCo-authored-by: aider (m) <aider@aider.chat>');
    prov(repo, 'import', 'aider');
    expect(notesOf(repo).size).toBe(1);
    expect(goalsOf(repo)).toEqual([]);
  }));
