// `git prov import transcripts` on real sessions: how many of the lines attributed to sessions are correct, judged by the diffs.
// node bench/transcripts.mjs GIT-DIRECTORY...   clones with the branch entire/checkpoints/v1
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { git, makeCorpus } from './transcripts/corpus.mjs';
import { readEdits } from './transcripts/edits.mjs';
import { count, readHistory } from './transcripts/history.mjs';
import { judge, SOUND } from './transcripts/judge.mjs';

const PROGRAM = process.env.PROGRAM ?? resolve(import.meta.dirname, '../dist/git-prov.js');
const LIBRARY = new URL('../dist/library/index.js', import.meta.url).href;
/** Runs of the import. Every run after the first should change nothing. */
const RUNS = Number(process.env.RUNS ?? 3);
/** Wrong lines printed for each repository. */
const SHOWN = 40;

const sources = process.argv.slice(2);
if (sources.length === 0) {
  process.stderr.write('Name git directories that hold the branch entire/checkpoints/v1.\n');
  process.exit(1);
}
for (const source of sources) await measure(resolve(source));

async function measure(source) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'git-prov-transcripts-')));
  try {
    const corpus = await makeCorpus(source, root);
    const runs = Array.from({ length: RUNS }, () => run(corpus, root));
    const judged = judge(await readHistory(corpus.repo), readEdits(corpus.folder), await givenIn(corpus.repo));
    print(basename(source) === 'repo' ? basename(dirname(source)) : basename(source), corpus, runs, judged);
    if (process.env.KEEP) writeFileSync(process.env.KEEP, JSON.stringify(judged));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function run({ repo, folder }, root) {
  const home = join(root, 'home');
  mkdirSync(home, { recursive: true });
  const program = `process.on('exit', () => process.stderr.write(JSON.stringify(process.resourceUsage())));
    process.argv.splice(1, 0, 'git-prov'); await import(${JSON.stringify(PROGRAM)});`;
  const args = ['--input-type=module', '-e', program, '--', 'import', 'transcripts', '--json', folder];
  const start = process.hrtime.bigint();
  const done = spawnSync(process.execPath, args, {
    cwd: repo,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: tmpdir(), LC_ALL: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1' },
  });
  if (done.status !== 0) throw new Error(`git prov import transcripts ended with ${done.status}: ${done.stderr}`);
  const used = JSON.parse(done.stderr.slice(done.stderr.lastIndexOf('{')));
  return {
    report: JSON.parse(done.stdout),
    seconds: Number(process.hrtime.bigint() - start) / 1e9,
    cpu: (used.userCPUTime + used.systemCPUTime) / 1e6,
    mb: Math.round(used.maxRSS / 1024),
    tip: git(repo, 'for-each-ref', '--format=%(objectname)', 'refs/notes/provenance').trim(),
  };
}

async function givenIn(dir) {
  const { openRepository } = await import(LIBRARY);
  const repository = await openRepository({ dir });
  const given = [];
  try {
    for await (const { commit, graphs, files } of repository.allNotes()) {
      const sessions = new Map(graphs.flatMap(({ nodes, session }) => nodes.map(({ id }) => [id, session.id])));
      for (const { path, lines } of files)
        for (const { start, count: all, node } of lines.filter((one) => one.node !== null))
          for (let n = 0; n < all; n++) given.push({ commit, path, line: start + n, session: sessions.get(node) });
    }
  } finally {
    await repository.close();
  }
  return given;
}

function print(name, { transcripts, missing, bytes }, [first, ...again], judged) {
  const verdicts = new Map();
  for (const { verdict } of judged) count(verdicts, verdict);
  const wrong = judged.filter(({ verdict }) => !SOUND.includes(verdict));
  const unsure = new Map();
  for (const one of first.report.commits)
    for (const [doubt, lines] of Object.entries(one.unsure)) count(unsure, doubt, lines);
  const rows = {
    repository: name,
    sessions: `${first.report.sessions.length} (${(bytes / 1e6).toFixed(0)} MB in ${transcripts} transcripts, ${missing} missing from the clone)`,
    commits: `${first.report.looked} compared, ${first.report.written} notes written`,
    lines: `${judged.length} of sessions, ${wrong.length} wrong in ${new Set(wrong.map(({ commit }) => commit)).size} commits`,
    verdicts: list(verdicts),
    unsure: list(unsure),
    time: `${first.seconds.toFixed(1)} s (${first.cpu.toFixed(1)} s of processor time), ${first.mb} MB`,
    again: again
      .map(({ report, tip }) => `${report.written} written, ${tip === first.tip ? 'same notes' : 'OTHER NOTES'}`)
      .join('; '),
  };
  for (const [key, value] of Object.entries(rows)) process.stdout.write(`${key.padEnd(12)}${value}\n`);
  for (const { commit, path, line, verdict } of wrong.slice(0, SHOWN))
    process.stdout.write(`    ${commit.slice(0, 10)} ${path}:${line} ${verdict}\n`);
  process.stdout.write('\n');
}

function list(counts) {
  return [...counts].map(([what, lines]) => `${what} ${lines}`).join(', ');
}
