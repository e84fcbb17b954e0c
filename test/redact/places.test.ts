import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { enable } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';
import { commit, withSite } from '../recorder/site.ts';
import { Stage } from '../stress/stage.ts';
import { HAS_SSH, run, signWithSsh } from '../trust/signed.ts';
import { GIT_PLACES, plantInGit, plantInRules } from './places/git.ts';
import { imported, RECORDS, TRANSCRIPTS } from './places/imported.ts';
import { Planter, shownInFiles, shownInRefs } from './places/planter.ts';
import { DECLARED, plantAll, REPORTED, TOLD } from './places/recorded.ts';

/** What the user has anyway: snapshots of the work tree, and indexes with the names of its files. */
const FILES_OF_THE_USER = /^(?:objects|wt|looks)\//;
const NOTES = 'refs/notes/provenance';

const EXPORTS = ['git-ai', 'agent-trace', 'prov-json', 'in-toto', 'otel', 'json', 'dot', 'mermaid'];
const ANSWERS = ['log', 'sessions', 'stats', 'context', 'status', 'doctor', 'verify', 'behaviours'];
const KINDS = ['decision', 'goal', 'task', 'claim', 'risk', 'episode'];

/** Everything that leaves the record through a command. */
const COMMANDS: readonly (readonly string[])[] = [
  ...EXPORTS.map((format) => ['export', format, '--output', '-']),
  ['export', 'json', '--session', 'a', '--output', '-'],
  ...ANSWERS.flatMap((name) => [[name], [name, '--json']]),
  ...KINDS.map((kind) => ['list', kind, '--json']),
  ...['report', 'show', 'blame', 'why', 'evidence'].flatMap((name) => {
    const about = { report: 'HEAD~1..HEAD', show: 'HEAD', blame: 'f.txt' }[name] ?? 'f.txt:1';
    return [
      [name, about],
      [name, about, '--json'],
    ];
  }),
  ['show', 'session:a', '--json'],
  ['search', 'use', '--json'],
  ['search', 'ghp', '--json'],
  ['replay', 'session:a'],
  ['history', 'f.txt'],
  ['trace', 'f.txt:1', '--json'],
  ['consolidate', '--dry-run'],
  ...(HAS_SSH
    ? [
        ['attest', 'HEAD'],
        ['attest', 'session:a'],
      ]
    : []),
];

/** What all these commands and the page of the web viewer show, as `place in command`. */
function shownByCommands(repo: TestRepo, planter: Planter, commands = COMMANDS): string[] {
  const page = join(repo.home, 'page.html');
  const shown = [...commands, ['web', '--export', page]].flatMap((words) => {
    const { code, out, err } = run(repo, ...words);
    // 1: there is nothing to show, or a check of the record found something.
    expect([0, 1], `${words.join(' ')}: ${err}`).toContain(code);
    return planter.placesIn(Buffer.from(out + err)).map((place) => `${place} in git prov ${words.join(' ')}`);
  });
  return [...shown, ...planter.placesIn(readFileSync(page)).map((place) => `${place} in the page`)];
}

/** What the notes show, here and on a server, and the files of git prov. */
const shownInRecord = (repo: TestRepo, planter: Planter, server?: TestRepo): string[] => [
  ...(server ? shownInRefs(planter, server.dir, NOTES) : []),
  ...shownInRefs(planter, join(repo.dir, '.git'), NOTES, '--glob=refs/prov/*'),
  ...shownInFiles(planter, join(repo.dir, '.git/prov'), FILES_OF_THE_USER),
];

const planter = new Planter();
let made: Promise<Stage> | undefined;
/** What an agent reports, before any of it is recorded: the same for each setting, which only recording reads. */
const stage = (): Promise<Stage> =>
  (made ??= Stage.make((site) => {
    site.repo.git('config', 'prov.pushTimeout', '120'); // a busy machine
    if (HAS_SSH) signWithSsh(site.repo);
    site.agent.start().prompt('Light the lamps');
    plantAll(site, planter, REPORTED);
  }));
afterAll(async () => (await made)?.remove());

test.each(['summary', 'full', 'hashes'])(
  'with prov.capture = %s no planted secret is in notes, files of git prov or exports',
  async (mode) => {
    const site = (await stage()).restore();
    const { repo, agent } = site;
    repo.git('config', 'prov.capture', mode);
    const server = makeRepo({ bare: true });
    try {
      repo.git('remote', 'add', 'origin', server.dir);
      const shown: string[] = [];
      expect(readdirSync(join(site.prov, 'spool/new')).length).toBeGreaterThan(60); // nothing is recorded yet
      for (const table of [{}, TOLD, DECLARED]) {
        plantAll(site, planter, table);
        run(repo, 'status'); // drains
        agent.send('SessionStart', { source: 'resume' }); // reads what a session gets to know
        shown.push(...shownInRecord(repo, planter));
      }
      agent.write('f.txt', 'one @agent\n');
      commit(repo);
      agent.stop().end();
      run(repo, 'status');
      repo.git('push', '-q', 'origin', 'HEAD:main');
      shown.push(...shownByCommands(repo, planter), ...shownInRecord(repo, planter, server));
      expect([...new Set(shown)]).toEqual([]);
      // Nothing was held back.
      expect(server.git('rev-parse', NOTES)).toBe(repo.git('rev-parse', NOTES));
      expect(existsSync(join(site.prov, 'index'))).toBe(true);
    } finally {
      server.cleanup();
    }
  },
  240_000,
);

const IMPORTED = { ...RECORDS, ...TRANSCRIPTS };

/** One repository into which all records were imported, one after another: what leaves it is looked at once. */
interface Imports {
  readonly repo: TestRepo;
  readonly planter: Planter;
  /** By source: the places that the import printed, and the notes before and after it. */
  readonly told: ReadonlyMap<string, { readonly printed: string[]; readonly notes: readonly [string, string] }>;
}

function importAll(): Imports {
  const repo = makeRepo({ files: { 'f.txt': 'one @human\n' } });
  enable(repo);
  const planter = new Planter();
  const told = new Map<string, { printed: string[]; notes: [string, string] }>();
  const notes = (): string => repo.git('for-each-ref', '--format=%(objectname)', NOTES);
  for (const [source, record] of Object.entries(IMPORTED)) {
    const named = (plant: (place: string) => string) => (place: string) => plant(`${source}, ${place}`);
    const before = notes();
    record(repo, { text: named(planter.text), name: named(planter.name) });
    const printed = planter.placesIn(Buffer.from(imported(repo, source)));
    told.set(source, { printed, notes: [before, notes()] });
    // Each source adds the same file, a minute later than the one before.
    if (existsSync(join(repo.dir, 'lamps.txt'))) repo.git('rm', '-q', 'lamps.txt');
    repo.git('commit', '-qm', 'Out');
    repo.tick();
  }
  return { repo, planter, told };
}

let importsMade: Imports | undefined;
const imports = (): Imports => (importsMade ??= importAll());
afterAll(() => importsMade?.repo.cleanup());

test.each(Object.keys(IMPORTED))(
  'the import of a record of %s prints no planted secret, and writes notes',
  (source) => {
    const { printed, notes } = imports().told.get(source)!;
    // The person who imports sees their own commit.
    expect(printed.filter((place) => !place.endsWith(', commit message'))).toEqual([]);
    expect(notes[1]).not.toBe(notes[0]);
  },
  120_000,
);

test('of imported records no planted secret is in notes, files of git prov or exports', { timeout: 120_000 }, () => {
  const { repo, planter } = imports();
  const server = makeRepo({ bare: true });
  try {
    repo.git('remote', 'add', 'origin', server.dir);
    repo.git('push', '-q', 'origin', 'HEAD:main');
    expect(run(repo, 'push', 'origin').code).toBe(0);
    const { sessions } = JSON.parse(run(repo, 'sessions', '--json').out) as { sessions: { session: { id: string } }[] };
    expect(sessions.length).toBeGreaterThan(8);
    const each = sessions.map(({ session }) => ['export', 'json', '--session', session.id, '--output', '-']);
    const exports = COMMANDS.filter((words) => words[0] === 'export' && !words.includes('--session'));
    const lists = COMMANDS.filter(([name]) => name === 'list');
    const searches = COMMANDS.filter(([name]) => name === 'search').map((words) => [...words, '--limit', '1000']);
    const shown = shownByCommands(repo, planter, [...exports, ...each, ...lists, ...searches]);
    shown.push(...shownInRecord(repo, planter, server));
    expect([...new Set(shown)]).toEqual([]);
    expect(server.git('rev-parse', NOTES)).toBe(repo.git('rev-parse', NOTES));
  } finally {
    server.cleanup();
  }
});

test(
  'what git has, addresses of remotes and texts of behaviours are not repeated in notes and files of git prov',
  () =>
    withSite((site) => {
      const { repo } = site;
      const planter = new Planter();
      const server = makeRepo({ bare: true });
      try {
        run(repo, 'init', '--behaviours', '--agent', 'claude-code');
        plantInRules(site, planter);
        plantInGit(site, server, planter);
        expect(run(repo, 'behaviours').out).toContain('notify');
        expect(readFileSync(join(site.prov, 'waiting.json'), 'utf8')).toContain('example.com');
        // Hooks compare what HEAD is with what it was when the context of the next agent was prepared.
        const isHead = (one: string): boolean => / in start\//.test(one);
        expect(shownInRecord(repo, planter, server).filter((one) => !isHead(one))).toEqual([]);
        const shown = shownByCommands(repo, planter).filter(
          (one) => !GIT_PLACES.some((place) => one.startsWith(place)),
        );
        expect(shown).toEqual([]);
      } finally {
        server.cleanup();
      }
    }),
  120_000,
);
