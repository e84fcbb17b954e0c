import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from '../../helpers/repo.ts';
import { run } from '../../trust/signed.ts';
import { checkRuns, dump, gitlabNote, mergeRequest, pull, review, reviewComment } from '../../exchange/forge/site.ts';
import { where } from '../../exchange/transcripts/site.ts';
import { Claude } from '../../exchange/transcripts/transcripts/claude.ts';
import { Codex } from '../../exchange/transcripts/transcripts/codex.ts';
import { Gemini } from '../../exchange/transcripts/transcripts/gemini.ts';
import { Opencode } from '../../exchange/transcripts/transcripts/opencode.ts';
import { Pi } from '../../exchange/transcripts/transcripts/pi.ts';

/** Makes texts and names with secrets for the fields of a record. */
export interface Secrets {
  readonly text: (place: string) => string;
  readonly name: (place: string) => string;
}

const LINES = 'The lamps are lit by the timer now. @agent\nAnd put out again at the rise of the sun. @agent\n';

/** Commits a file. @returns the commit */
function lit(repo: TestRepo, secrets: Secrets, more = ''): string {
  repo.write('lamps.txt', LINES);
  repo.git('add', 'lamps.txt');
  repo.git('commit', '-qm', `Lamps, ${secrets.text('commit message')}${more}`);
  return repo.oid('HEAD');
}

const note = (repo: TestRepo, ref: string, commit: string, text: string): void => {
  writeFileSync(join(repo.home, 'note'), text);
  repo.git('notes', `--ref=${ref}`, 'add', '-F', join(repo.home, 'note'), commit);
};

/** By importer: a record with secrets in its texts and names. Ids of sessions and names of files have none. */
export const RECORDS: Readonly<Record<string, (repo: TestRepo, secrets: Secrets) => void>> = {
  'git-ai': (repo, secrets) => {
    const { text, name } = secrets;
    const commit = lit(repo, secrets);
    const messages = [
      { type: 'user', text: text('prompt') },
      { type: 'assistant', text: text('answer') },
      { type: 'tool_use', name: name('tool'), input: { query: text('input') } },
      { type: 'user', text: `And ${text('second prompt')}` },
    ];
    const metadata = {
      schema_version: 'authorship/3.0.0',
      git_ai_version: name('version'),
      prompts: {
        '0123456789abcdef': {
          agent_id: { tool: name('agent'), id: 'c', model: name('model') },
          human_author: text('author'),
          messages,
          custom_attributes: { note: text('attribute') },
        },
      },
    };
    const json = JSON.stringify(metadata);
    note(repo, 'refs/notes/ai', commit, `lamps.txt\n  0123456789abcdef 1-2\n---\n${json}`);
  },
  agentnote: (repo, secrets) => {
    const { text, name } = secrets;
    const asked = [{ prompt: text('prompt'), response: text('response'), tools: [name('tool')] }];
    const files = [{ path: 'lamps.txt', by_ai: true }];
    const lines = { ai_added: 2, total_added: 2 };
    const told = { v: 1, session_id: 's', agent: name('agent'), model: name('model'), interactions: asked, files };
    const commit = lit(repo, secrets);
    note(repo, 'refs/notes/agentnote', commit, JSON.stringify({ ...told, attribution: { method: 'line', lines } }));
  },
  agentblame: (repo, secrets) => {
    const [text, name] = [secrets.text('words'), secrets.name('model')];
    const commit = lit(repo, secrets);
    const lines = { path: 'lamps.txt', start_line: 1, end_line: 2, provider: secrets.name('provider'), model: name };
    const told = { version: 1, attributions: [{ ...lines, content: text, prompt: text, commit }] };
    note(repo, 'refs/notes/agentblame', commit, JSON.stringify(told));
  },
  qwen: (repo, secrets) => {
    const file = { aiChars: 86, humanChars: 0, percent: 100, prompt: secrets.text('prompt') };
    const told = { version: 1, generator: secrets.name('generator'), files: { 'lamps.txt': file }, promptCount: 1 };
    note(repo, 'refs/notes/ai-attribution', lit(repo, secrets), JSON.stringify(told));
  },
  'agent-trace': (repo, secrets) => {
    const { text, name } = secrets;
    const ranges = [{ start_line: 1, end_line: 2, content_hash: name('hash') }];
    const contributor = { type: 'ai', model_id: `a/${name('model')}` };
    const url = `https://example.com/?token=${name('address')}`;
    const told = {
      version: '0.1.0',
      id: '0b7e4f6a-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
      timestamp: '2026-01-01T00:00:00Z',
      vcs: { type: 'git', revision: lit(repo, secrets) },
      tool: { name: name('tool'), version: name('version') },
      metadata: { note: text('metadata') },
      files: [{ path: 'lamps.txt', conversations: [{ url, contributor, ranges, related: [{ type: 'x', url }] }] }],
    };
    repo.write('.agent-trace/traces.jsonl', `${JSON.stringify(told)}\n`);
  },
  aider: (repo, secrets) => {
    repo.write('.aider.chat.history.md', `#### ${secrets.text('prompt')}\n\n> ${secrets.text('answer')}\n`);
    lit(repo, secrets, `\n\nCo-authored-by: aider (${secrets.name('model')}) <aider@aider.chat>`);
  },
  entire: (repo, secrets) => {
    const metadata = {
      session_id: 's',
      agent: secrets.name('agent'),
      model: secrets.name('model'),
      files_touched: ['lamps.txt'],
      summary: { intent: secrets.text('intent'), outcome: secrets.text('outcome') },
    };
    const env = { ...repo.env };
    repo.env['GIT_INDEX_FILE'] = join(repo.home, 'checkpoints');
    for (const [path, content] of [
      ['a1/b2c3d4e5f6/0/metadata.json', JSON.stringify(metadata)],
      ['a1/b2c3d4e5f6/0/prompt.txt', secrets.text('prompt')],
    ] as const) {
      const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], content).toString().trim();
      repo.git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
    }
    const tree = repo.git('write-tree');
    repo.git('update-ref', 'refs/heads/entire/checkpoints/v1', repo.git('commit-tree', tree, '-m', 'x'));
    delete repo.env['GIT_INDEX_FILE'];
    Object.assign(repo.env, env);
    lit(repo, secrets, '\n\nEntire-Checkpoint: a1b2c3d4e5f6');
  },
  github: (repo, secrets) => {
    const { text, name } = secrets;
    const commit = lit(repo, secrets);
    const user = { login: name('login'), name: text('name of a user') };
    const label = { name: name('label') };
    const api = 'https://api.github.com/repos/lamp/shop';
    const page = `https://github.com/lamp/shop?token=${name('address')}`;
    const request = { title: text('title'), body: text('body'), user, labels: [label], html_url: page };
    dump(
      repo,
      'dump.json',
      [
        pull(1, commit, null, request),
        pull(2, commit, null, { title: text('second title'), body: text('second body') }),
      ],
      [
        reviewComment(11, 1, text('comment'), {
          diff_hunk: text('hunk'),
          original_commit_id: commit,
          original_line: 1,
        }),
      ],
      [review(21, 1, 'APPROVED', { body: text('review'), commit_id: commit, pull_request_url: `${api}/pulls/1` })],
      checkRuns(commit, { name: text('check'), id: 31, output: { title: text('output'), summary: text('summary') } }),
    );
  },
  gitlab: (repo, secrets) => {
    const { text, name } = secrets;
    const author = { username: name('login'), name: text('name of a user') };
    const request = { title: text('title'), description: text('description'), author, labels: [name('label')] };
    dump(
      repo,
      'dump.json',
      [mergeRequest(1, lit(repo, secrets), null, request)],
      [gitlabNote(11, 1, text('comment'), { author })],
    );
  },
};

const AGENTS = { 'claude-code': Claude, codex: Codex, gemini: Gemini, opencode: Opencode, pi: Pi };

/** By agent: a transcript with secrets in its texts. */
export const TRANSCRIPTS = Object.fromEntries(
  Object.entries(AGENTS).map(([agent, Transcript]) => [
    agent,
    (repo: TestRepo, secrets: Secrets): void => {
      const told = new Transcript(where(repo));
      told.prompt(secrets.text('prompt'));
      told.read('burrow.md', secrets.text('file'));
      told.bash(`: '${secrets.text('command')}'`, secrets.text('output'));
      told.bash(`npm test -- '${secrets.text('check')}'`, '1 passing');
      told.write('.env', secrets.text('file that is not committed'), null);
      told.write('lamps.txt', LINES, null);
      told.prompt(`And now ${secrets.text('second prompt')}`);
      const path = told.save();
      // The names of models and tools that the transcript has.
      if (path.endsWith('.jsonl') || path.endsWith('.json')) {
        const was = readFileSync(path, 'utf8');
        writeFileSync(
          path,
          was.replaceAll(/"model":\s*"([^"]*)"/g, (_, model: string) => `"model":"${model}-${secrets.name('model')}"`),
        );
      }
      lit(repo, secrets);
    },
  ]),
);

/** Imports what `RECORDS` or `TRANSCRIPTS` left. @returns what the program printed */
export function imported(repo: TestRepo, source: string): string {
  const isForge = source === 'github' || source === 'gitlab';
  const from = isForge ? ['--from', join(repo.home, 'dump.json')] : [];
  const words = source in TRANSCRIPTS ? ['transcripts', '--agent', source] : [source];
  const { code, out, err } = run(repo, 'import', ...words, ...from, '--json');
  if (code !== 0) throw new Error(`git prov import ${source}: ${err}`);
  return out + err;
}
