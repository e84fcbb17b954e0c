import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commit, type Site } from '../recorder/site.ts';
import { makeRepo } from '../helpers/repo.ts';
import { filesWith, objectsWith } from '../helpers/search.ts';
import { Stage } from '../stress/stage.ts';
import { run } from '../trust/signed.ts';
import { dice, ENCODINGS, type Encoded, type Positive } from './corpus.ts';

/** Made up here. Rules recognise it by its look. */
const TOKEN = `ghp_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}`;
/** Recognised only by its name. */
const PASSWORD = `hunter2-${'Qx7vN3kT'}`;
const BY_LOOK: Positive = { rule: 'github', by: 'look', before: 'use ', secret: TOKEN, after: ' for it' };
const BY_NAME: Positive = { rule: 'assigned', by: 'name', before: 'DB_PASSWORD="', secret: PASSWORD, after: '"' };

/** Every encoding of both, each with a new secret. */
const canaries = (): Encoded[] => {
  const random = dice(7);
  return [BY_LOOK, BY_NAME].flatMap((one) => Object.values(ENCODINGS).map((encode) => encode(one, random)));
};

/** What must not be found: only long parts, because short ones occur in other words too. */
const partsOf = (all: readonly Encoded[]): string[] => [
  ...new Set([TOKEN.slice(4), PASSWORD, ...all.flatMap(({ parts }) => parts.filter((part) => part.length >= 12))]),
];

/**
 * What is not ours to hide. `objects` is what the work tree held when an agent's step looked at it: files that the user has,
 * kept beside git's own objects, and as little sent anywhere. An index names files, and git's own folders hold what was committed.
 */
const FILES_OF_THE_USER = /^(?:objects|wt|looks)\//;

/** Every secret in every place of an agent's events, before any is recorded: the same for each setting, which only recording reads. */
function tellAgent({ repo, agent }: Site): void {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  agent.start();
  for (const { text } of canaries()) {
    agent.prompt(text);
    // In a command, its output, and its error message.
    const id = agent.before('Bash', { command: `echo ${quoted(text)}`, description: text });
    agent.after('Bash', { command: `echo ${quoted(text)}`, description: text }, id, {
      stdout: text,
      stderr: text,
    });
    const bad = { command: `false ${quoted(text)}`, description: 'x' };
    agent.send('PostToolUseFailure', {
      tool_name: 'Bash',
      tool_input: bad,
      tool_use_id: agent.before('Bash', bad),
      error: `Exit code 1\n${text}`,
      is_interrupt: false,
    });
    // In a tool's input and answer, in a question to a person, a file name and the words of a commit.
    const input = { query: text, [text.slice(0, 200)]: { env: [text] } };
    agent.after('mcp__db__query', input, agent.before('mcp__db__query', input), { rows: [{ [text]: text }] });
    agent.send('PermissionRequest', { tool_name: 'Bash', tool_input: { command: text } });
    agent.after(
      'Read',
      { file_path: `${repo.dir}/${text}` },
      agent.before('Read', { file_path: `${repo.dir}/${text}` }),
      {},
    );
  }
  agent.before('Bash', { command: `sleep 1 && echo ${TOKEN}`, description: TOKEN }); // is not over yet
  agent.write('f.txt', 'one @agent\n').edit('f.txt', 'one', `two`);
  agent.bash(`DB_PASSWORD='${PASSWORD}' sh -c 'echo three @agent >>f.txt; exit 0'`);
  // In an uncommitted file, and lines that are removed again.
  agent.write('.env', `TOKEN=${TOKEN}\nDB_PASSWORD=${PASSWORD}\n`).write('.env', 'nothing\n');
}

let made: Promise<Stage> | undefined;
const stage = (): Promise<Stage> => (made ??= Stage.make(tellAgent));
afterAll(async () => (await made)?.remove());

test.each(['summary', 'full', 'hashes'])(
  'with prov.capture = %s a planted secret is in nothing that is sent, and in no file of git prov',
  async (mode) => {
    const { repo, agent, prov } = (await stage()).restore();
    expect(readdirSync(join(prov, 'spool/new')).length).toBeGreaterThan(400); // nothing is recorded yet
    repo.git('config', 'prov.capture', mode);
    const server = makeRepo({ bare: true });
    try {
      repo.git('remote', 'add', 'origin', server.dir);
      const parts = partsOf(canaries());
      expect(run(repo, 'decide', `Use ${TOKEN}`, '--because', `DB_PASSWORD="${PASSWORD}"`, '--session', 'a').code).toBe(
        0,
      );
      commit(repo, `Say ${TOKEN} to it`);
      agent.stop();
      run(repo, 'status');
      repo.git('push', '-q', 'origin', 'HEAD:main');

      const NOTES = 'refs/notes/provenance';
      expect(repo.git('rev-parse', NOTES)).toBe(server.git('rev-parse', NOTES));
      expect(objectsWith(server.dir, parts, NOTES)).toEqual([]);
      expect(objectsWith(join(repo.dir, '.git'), parts, '--glob=refs/notes/*', '--glob=refs/prov/*')).toEqual([]);
      expect(filesWith(prov, parts, FILES_OF_THE_USER)).toEqual([]);
      // It could have been found: the steps exist, and so do files of every kind.
      const show = run(repo, 'log', '--json').out;
      expect(show.length).toBeGreaterThan(100);
      const sizes = readdirSync(prov, { recursive: true, encoding: 'utf8' }).filter(
        (name) => (statSync(join(prov, name), { throwIfNoEntry: false })?.size ?? 0) > 0,
      );
      expect(sizes).toEqual(expect.arrayContaining(['state.json', 'sessions/a.jsonl', 'owners.jsonl']));
      expect(sizes.some((name) => name.startsWith('contents/'))).toBe(mode === 'full');
    } finally {
      server.cleanup();
    }
  },
  240_000,
);
