import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { age, payload, REF_FILES, type Site } from '../recorder/site.ts';
import { tell } from './damage.ts';
import { preparedSite } from './prepared-site.ts';

// Where a message refers to `git prov doctor`, doctor never prints "No problem found".

const SRC = resolve(import.meta.dirname, '../../src');
const NOTES = 'refs/notes/provenance';

/** Texts of doctor itself, and the messages of its own commits. */
const OF_DOCTOR = /^(?:install\/repair\/|faces\/cli\/(?:commands|render)\/start\/doctor)/;

/** The messages in the sources that refer to doctor: their file and their text. */
function messages(): string[] {
  const found = new Set<string>();
  for (const file of readdirSync(SRC, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || OF_DOCTOR.test(file)) continue;
    for (const line of readFileSync(join(SRC, file), 'utf8').split('\n')) {
      if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue;
      for (const [, , text] of line.matchAll(/(['`])((?:(?!\1).)*prov doctor(?:(?!\1).)*)\1/g))
        if (!text!.startsWith('git prov doctor:')) found.add(`${file}: ${text!.trim()}`);
    }
  }
  return [...found].toSorted();
}

interface Situation {
  /** The messages that it shows, by their file and text, and what a user sees of them. */
  readonly shows: Readonly<Record<string, RegExp>>;
  readonly damage: (site: Site) => void;
  /** Further commands that show the messages. */
  readonly commands?: readonly string[];
}

const COMMANDS = ['status', 'blame n.txt', 'log', 'show HEAD', 'verify', 'search agent'];

const file = ({ repo }: Site, ...path: string[]): string => join(repo.dir, '.git', ...path);

/** Puts bytes into the place of a commit's note. */
function putNote({ repo }: Site, bytes: Uint8Array | string, commit = 'HEAD'): void {
  const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], bytes).toString().trim();
  repo.git('notes', `--ref=${NOTES}`, 'add', '-f', '-C', blob, commit);
}

const noteOf = ({ repo }: Site): Buffer => {
  const [blob] = repo.git('notes', `--ref=${NOTES}`, 'list', 'HEAD').split(' ');
  return repo.gitRaw(['cat-file', 'blob', blob!]);
};

/** A remote that has the commits. */
function pushTo(site: Site): void {
  const remote = mkdtempSync(join(site.repo.home, 'remote-'));
  site.repo.git('init', '-q', '--bare', remote);
  site.repo.git('remote', 'add', 'origin', remote);
  site.repo.git('push', '-q', '--no-verify', 'origin', 'main');
}

function deleteCommit(site: Site): void {
  site.repo.git('reset', '-q', '--hard', 'HEAD~1');
  rmSync(file(site, 'ORIG_HEAD'));
  site.repo.git('reflog', 'expire', '--expire=all', '--all');
}

const waitingCommit = (site: Site): void => {
  site.agent.write('w.txt', 'waits @a\n');
  site.repo.commit('waits');
};

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'a note that is none': {
    damage: (site) => putNote(site, 'garbage\n'),
    shows: {
      'faces/cli/commands/ask/blame.ts: } could not be read; run git prov doctor.':
        /blame n\.txt: [^]*could not be read; run/,
      'faces/cli/reading/reading-context.ts: } could not be read; run git prov doctor.':
        /log: [^]*could not be read; run/,
      'faces/cli/render/start/status-commits.ts: its note is damaged: run git prov doctor':
        /its note is damaged: run git prov doctor/,
      'faces/cli/render/start/status-notes.ts: git fetch may bring undamaged ones; git prov doctor names them all.':
        /may bring undamaged ones/,
      'model/format/note.ts: Run git prov doctor.': /is not a note of git prov/,
      'notes/note-reader.ts: Run git prov doctor.': /The note on [0-9a-f]+ cannot be read/,
    },
  },
  'a note of a newer version': {
    damage: (site) => putNote(site, Uint8Array.of(0x82, 0x17, 0xa0)),
    shows: {
      'faces/cli/render/start/status-notes.ts: A newer git-prov wrote them; git prov doctor names them all.':
        /A newer git-prov wrote/,
    },
  },
  'a note that was cut': {
    damage: (site) => putNote(site, noteOf(site).subarray(0, -3)),
    shows: { 'model/format/scan.ts: Run git prov doctor.': /not canonical CBOR/ },
  },
  'a note with a field of another type': {
    damage: (site) =>
      putNote(site, Buffer.concat([Uint8Array.of(0x82, 0x01, 0xa1, 0x65), Buffer.from('lines'), Uint8Array.of(0x01)])),
    shows: { 'model/format/fields.ts: Run git prov doctor.': /Note field .* is not valid/ },
  },
  'a damaged note of a deleted commit': {
    damage: (site) => {
      putNote(site, 'garbage\n');
      deleteCommit(site);
    },
    commands: ['gc'],
    shows: {
      'faces/cli/render/share/gc.ts: its commit is deleted, but it cannot be read; see git prov doctor':
        /its commit is deleted, but/,
    },
  },
  'a damaged note of a pushed commit': {
    damage: (site) => {
      putNote(site, 'garbage\n');
      site.agent.write('v.txt', 'v @a\n');
      site.repo.commit('two');
      pushTo(site);
    },
    commands: ['sync'],
    shows: {
      "faces/cli/render/share/sync.ts: ${counted(pushed.damaged, 'note')} that cannot be read stayed here; see git prov doctor":
        /stayed here; see git prov doctor/,
    },
  },
  'a note of another commit': {
    damage: ({ repo }) => void repo.git('notes', `--ref=${NOTES}`, 'copy', '-f', 'HEAD', 'HEAD~1'),
    shows: {
      'faces/cli/render/start/status-commits.ts: it has another commit’s note: git prov doctor --fix removes it':
        /another commit’s note/,
    },
  },
  'a broken notes ref': {
    damage: (site) => writeFileSync(file(site, NOTES), 'broken\n'),
    shows: {
      'faces/cli/render/start/status-commits.ts: Run git prov doctor --fix.':
        /status: [^]*notes .*Run git prov doctor --fix/,
      'git/history/ref-updates.ts: Run git prov doctor --fix.': /The ref refs\/notes\/provenance is broken/,
    },
  },
  'a notes ref with a missing commit': {
    damage: (site) => writeFileSync(file(site, NOTES), `${'12'.repeat(site.repo.oid('HEAD').length / 2)}\n`),
    shows: {
      'notes/usable-notes.ts: Run git prov doctor --fix.': /of the notes is missing|is broken/,
      'notes/note-reader.ts: Run git prov doctor --fix.': /of the notes is missing|is broken/,
    },
  },
  'a ref below the notes ref': {
    damage: (site) => {
      const id = site.repo.oid('HEAD');
      site.repo.git('update-ref', '-d', NOTES);
      site.repo.git('update-ref', `${NOTES}/x`, id);
      waitingCommit(site);
    },
    commands: ['forget agent --yes'],
    shows: {
      'git/history/ref-updates.ts: Run git update-ref -d ${below}, and then git prov doctor.':
        /Run git update-ref -d refs\/notes\/provenance\/x/,
    },
  },
  'a lock of a killed process, and a note that waits': {
    damage: (site) => {
      writeFileSync(file(site, `${NOTES}.lock`), '');
      age(file(site, `${NOTES}.lock`), 3600);
      waitingCommit(site);
    },
    shows: {
      'faces/cli/render/start/status.ts: run git prov doctor.': /could not be written yet:.*run git prov doctor/,
      'recorder/commit/note-outbox.ts: ${lock} was left behind; git prov doctor --fix removes it.':
        /was left behind; git prov doctor --fix/,
    },
  },
  'notes of a deleted commit beside the lock of another process': {
    damage: (site) => {
      deleteCommit(site);
      writeFileSync(file(site, `${NOTES}.lock`), '');
      age(file(site, `${NOTES}.lock`), 3600);
    },
    commands: ['gc --prune'],
    shows: {
      'faces/cli/commands/share/gc.ts: See whether .git can be written, and run git prov doctor.':
        /See whether \.git can be written/,
    },
  },
  'an event that cannot be used': {
    damage: (site) => {
      const event = join(site.prov, 'spool/new/000000900.1');
      writeFileSync(event, payload('UserPromptSubmit', { prompt: 'cut' }).slice(0, -8));
      age(event, 3600);
      tell(site, ['status']);
    },
    shows: { 'faces/cli/render/start/status.ts: See git prov doctor.': /that could not be used;.*See git prov doctor/ },
  },
  'hooks in another folder, with prov.repair off': {
    damage: ({ repo }) => {
      mkdirSync(join(repo.dir, 'other'));
      repo.git('config', 'core.hooksPath', 'other');
      repo.git('config', 'prov.repair', 'false');
    },
    shows: {
      "faces/cli/render/start/status.ts: : ''}. Run git prov doctor --fix.":
        /git does not run[^]*Run git prov doctor --fix/,
      'install/git-hooks/repair.ts: ${cause(before)}. prov.repair is off, so they were not put back; git prov doctor --fix does it.':
        /prov\.repair is off/,
    },
  },
  'a program that was removed': {
    damage: ({ repo }) =>
      writeFileSync(join(repo.home, '.local/share/git-prov/runtime'), '/none/node\n/none/git-prov.js\n'),
    shows: {
      "faces/cli/render/start/status.ts: ${term(runtime.node ?? 'no node')}, ${term(runtime.bundle ?? 'no git-prov')}. Run git prov doctor --fix.":
        /\/none\/node.*Run git prov doctor --fix/,
    },
  },
  'a named pipe in the private folder': {
    damage: ({ prov }) => void execFileSync('mkfifo', [join(prov, 'pipe')]),
    shows: {
      'git/repository/private-dir.ts: If no program needs it, remove it, then run git prov doctor.':
        /If no program needs it, remove it/,
    },
  },
  'a file in the place of a folder': {
    damage: ({ prov }) => {
      rmSync(join(prov, 'sessions'), { recursive: true });
      writeFileSync(join(prov, 'sessions'), 'x\n');
    },
    shows: { 'faces/cli/reading/file-fault.ts: Run git prov doctor --fix: it moves it aside.': /it moves it aside/ },
  },
  'a folder in the place of a file that is written aside': {
    damage: (site) => {
      renameSync(join(site.prov, 'owners.jsonl'), join(site.prov, 'owners'));
      mkdirSync(join(site.prov, 'owners.jsonl'));
      site.agent.write('v.txt', 'v @a\n');
    },
    shows: {},
  },
};

/** Messages without a situation of their own. */
const NOT_PLAYED: Readonly<Record<string, string>> = {
  'faces/cli/commands/trust/forget.ts: Run git prov doctor.':
    'the drain failed, and its own cause is one of the situations',
  'faces/cli/reading/file-fault.ts: Run git prov doctor: it names what is wrong and what to do.':
    'damage.test.ts exchanges each file and folder',
  "faces/cli/reading/file-fault.ts: ${why} ${known?.hint ?? 'Run git prov doctor.'}":
    'the drain failed, and doctor tries one too (checkRecording)',
  'git/objects/isomorphic.ts: Run git prov doctor --fix.':
    'only the library without git reads so; the same broken refs are played here with git',
  'model/attributions.ts: Run git prov doctor.': 'it needs a note of tens of megabytes; hostile/program.test.ts has it',
  'model/format/cbor.ts: Run git prov doctor.': 'the cause of a note that cannot be read, as in scan.ts',
  'notes/fanout.ts: Run git prov doctor.': 'it needs five million notes; hostile/remote.test.ts has it',
  'notes/notes.ts: Try again; if it keeps failing, run git prov doctor.':
    'another process moved the ref for seconds: nothing is left to see',
};

test('every message that refers to doctor has a situation', () => {
  const played = Object.values(SITUATIONS).flatMap(({ shows }) => Object.keys(shows));
  expect([...new Set([...played, ...Object.keys(NOT_PLAYED)])].toSorted()).toEqual(messages());
});

const hasProblem = (site: Site): boolean => !tell(site, ['doctor']).text.includes('No problem found');

const withWork = preparedSite((site) => {
  site.agent.start().prompt('go').write('n.txt', 'by the agent @a\n');
  site.repo.commit('one');
  tell(site, ['status']);
  expect(tell(site, ['doctor']).text).toContain('No problem found');
}, REF_FILES);

describe('doctor finds something where a command refers to it', () => {
  test.each(Object.entries(SITUATIONS))('%s', (_, { damage, shows, commands = [] }) =>
    withWork((site) => {
      damage(site);
      const wrong = hasProblem(site) ? [] : ['doctor finds nothing at first'];
      let all = '';
      for (const command of [...COMMANDS, ...commands]) {
        const { text } = tell(site, command.split(' '));
        all += `${command}: ${text}\n`;
        if (/prov doctor/.test(text) && !hasProblem(site)) wrong.push(`doctor finds nothing, but ${command}: ${text}`);
      }
      expect(wrong).toEqual([]);
      for (const seen of Object.values(shows)) expect(all).toMatch(seen);
      spawnSync('rm', ['-f', join(site.prov, 'pipe')]);
    }),
  );
});
