// `git prov import git-ai`: time and memory for many notes of git-ai.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fastImport, makePlace } from './place.mjs';

const PROGRAM = resolve(import.meta.dirname, '../dist/git-prov.js');
const DATE = 1_767_225_600;
const LINES = 20;
const FILES = 200;
const SESSIONS = 400;

/** Commits of twenty lines each, most by a session and some by a person, with notes in git-ai's form. */
export async function imports({ quick }) {
  const count = quick ? 500 : 10_000;
  const place = makePlace();
  try {
    place.git('init', '-q');
    fillGitAi(place, count);
    const few = run(place, [`main~${count - 1}..main~${count - count / 10 - 1}`]);
    const all = run(place, []);
    const again = run(place, []);
    return [
      {
        what: `git prov import git-ai, ${count.toLocaleString('en')} notes of ${LINES} lines`,
        measured: `${Math.round(all.ms).toLocaleString('en')} ms; ${Math.round(again.ms).toLocaleString('en')} ms when done again`,
        result: `${(all.ms / 1000).toFixed(1)} s`,
        value: quick ? 0 : all.ms / 20_000,
        limit: 1,
        budget: '≤ 20 s',
      },
      {
        what: '… its memory',
        measured: `${all.mb} MB at most; ${few.mb} MB for ${(count / 10).toLocaleString('en')}`,
        result: `+${all.mb - few.mb} MB`,
      },
    ];
  } finally {
    place.remove();
  }
}

function run(place, args) {
  const start = process.hrtime.bigint();
  const program = `process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)));
    process.argv.splice(1, 0, 'git-prov'); await import(${JSON.stringify(PROGRAM)});`;
  const words = ['--input-type=module', '-e', program, '--', 'import', 'git-ai', ...args];
  const done = spawnSync(process.execPath, words, { cwd: place.repo, env: place.env });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (done.status !== 0) throw new Error(`import failed: ${done.stdout}${done.stderr}`);
  return { ms, mb: Math.round(Number(done.stderr.toString().trim()) / 1024) };
}

/** Fills a repository without commits with `count` commits of twenty lines each, and with notes of git-ai. */
export function fillGitAi(place, count) {
  const stream = [];
  const put = (text) => stream.push(Buffer.from(text));
  const texts = Array.from({ length: FILES }, () => '');
  for (let n = 0; n < count; n++) {
    const file = n % FILES;
    for (let i = 0; i < LINES; i++) texts[file] += `line ${i} of change ${n}\n`;
    put(`commit refs/heads/main\nmark :${n + 1}\ncommitter A <a@b> ${DATE + n} +0000\ndata 10\nchange it\n\n`);
    put(`M 100644 inline src/part${file}.ts\ndata ${Buffer.byteLength(texts[file])}\n${texts[file]}\n`);
  }
  put('done\n');
  fastImport(place, stream);
  const commits = place.git('rev-list', '--reverse', 'main').trim().split('\n');
  const notes = [Buffer.from(`commit refs/notes/ai\ncommitter A <a@b> ${DATE} +0000\ndata 0\n`)];
  for (const [n, commit] of commits.entries()) {
    const note = Buffer.from(noteOf(n, commit));
    notes.push(Buffer.from(`M 100644 inline ${commit.slice(0, 2)}/${commit.slice(2)}\ndata ${note.length}\n`), note);
    notes.push(Buffer.from('\n'));
  }
  notes.push(Buffer.from('done\n'));
  fastImport(place, notes);
}

function noteOf(n, commit) {
  const start = Math.floor(n / FILES) * LINES + 1;
  const session = `s_${String(n % SESSIONS).padStart(14, '0')}`;
  const person = 'h_00000000000000';
  const metadata = {
    schema_version: 'authorship/3.0.0',
    git_ai_version: '1.6.24',
    base_commit_sha: commit,
    prompts: {},
    sessions: {
      [session]: {
        agent_id: {
          tool: 'claude',
          id: `00000000-0000-4000-8000-${String(n % SESSIONS).padStart(12, '0')}`,
          model: 'm',
        },
        human_author: 'A <a@b>',
        messages: [{ type: 'user', text: `Make change ${n}, so that part ${n % FILES} does what the others do` }],
      },
    },
    humans: { [person]: { author: 'A <a@b>' } },
  };
  const [most, some] = [`${start}-${start + 9},${start + 12}-${start + 18}`, `${start + 10}-${start + 11}`];
  const lines = [`src/part${n % FILES}.ts`, `  ${session}::t_00aa11bb22cc33 ${most}`, `  ${person} ${some}`];
  return [...lines, '---', JSON.stringify(metadata, null, 2), ''].join('\n');
}
