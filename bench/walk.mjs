// A new user's walk: installs the packed program, and runs what a user runs from the first command to a colleague's clone. Each
// command of ours must be named by an earlier output, and no output may be false. Prints the walk; exits with 1 when
// something is wrong.
//   node bench/walk.mjs [--write]   --write also writes docs/walk.md
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { Agent } from './agent.mjs';
import { makePlace } from './place.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const FIXTURES = join(ROOT, 'fixtures/demo');
/** Words that no output of the walk may have. */
const FORBIDDEN = /unrecognized|internal error|^ {4}at |deprecat|not a valid|undefined/im;

const place = makePlace();
const server = join(place.root, 'server.git');
const colleague = join(place.root, 'colleague');
/** Everything printed so far: the README of the package names the first commands. */
let told = readFileSync(join(ROOT, 'README.md'), 'utf8');
const shown = [];
const faults = [];

// Times, ids and folders differ between runs.
const plain = (words) =>
  words
    .replaceAll(`${place.root}/`, '')
    .replaceAll(place.root, '')
    .replaceAll(/(?<=^ {2})\d{4}-\d\d(?= {2})/gm, '2026-01')
    .replaceAll(/\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?( \+0000)?)?/g, (found) =>
      '2026-01-01 12:00:00 +0000'.slice(0, found.length),
    )
    .replaceAll(
      /\b(?=[0-9a-f]*\d)[0-9a-f]{40}\b/g,
      (found) => `${'0'.repeat(33)}${found.length === 40 ? '1234567' : ''}`,
    )
    .replaceAll(/(?<![:\w-])(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,12}(?![\w-])/g, (found) =>
      '0123456789ab'.slice(0, found.length),
    );

const page = (words) => `# A new user's walk

\`node bench/walk.mjs\` installs the packed program and runs these commands. It fails if an output does not name the next
command, or if an output is false. It was run with Node 20, 22 and 24; \`--write\` writes this page. Ids and times are replaced.

\`\`\`
${words}\`\`\`
`;

try {
  walk();
} catch (error) {
  faults.push(error.message);
} finally {
  place.remove();
}
const text = `${shown.join('\n\n')}\n`;
process.stdout.write(text);
for (const fault of faults) process.stderr.write(`wrong: ${fault}\n`);
process.stderr.write(
  `Node ${process.version}: ${faults.length === 0 ? 'nothing was wrong' : `${faults.length} wrong`}\n`,
);
if (faults.length > 0) process.exitCode = 1;
else if (process.argv.includes('--write')) writeFileSync(join(ROOT, 'docs/walk.md'), page(text));

function walk() {
  install();
  place.git('init', '-q', '--bare', server);
  cpSync(join(FIXTURES, 'project'), place.repo, { recursive: true });
  place.git('init', '-q');
  place.git('add', '-A');
  place.git('commit', '-qm', 'A calculator');
  place.git('remote', 'add', 'origin', server);
  place.git('push', '-q', '-u', 'origin', 'main');

  aside('Ada sets her repository up.');
  ours(place.repo, 'init', '--agent', 'claude-code').has(/Next: restart agents/);
  ours(place.repo, 'status').has(/recording +yes/);

  aside('Her agent fixes a bug on a branch, and commits. She adds a function and pushes.');
  place.git('switch', '-qc', 'topic');
  const { session, model, steps } = JSON.parse(readFileSync(join(FIXTURES, 'session.json'), 'utf8'));
  new Agent(place, session, { model }).start().play(steps).end();
  place.write('src/calc.js', `${place.read('src/calc.js')}\nexport const max = (numbers) => Math.max(...numbers);\n`);
  place.git('commit', '-qam', 'Add max');
  ours(place.repo, 'status')
    .has(/have (?:their )?notes?/, /2 of the last 3/)
    .lacks(/could not|problem/);
  ours(place.repo, 'blame', 'src/calc.js').has(
    /claude-code \w+ ~ .* 2\) +if/,
    /Ada +\? .* 1\)/,
    /Ada {3,}\d.*Math\.max/,
  );
  ours(place.repo, 'why', 'src/calc.js:2').has(/goal +The report prints NaN/, /session +claude-code/);
  place.git('push', '-q', '-u', 'origin', 'topic');

  aside('Bob clones without any set-up.');
  place.git('clone', '-q', '-b', 'topic', server, colleague);
  ours(colleague, 'blame', 'src/calc.js')
    .has(/git prov fetch brings them/)
    .lacks(/claude-code/);
  ours(colleague, 'fetch').has(/./);
  ours(colleague, 'blame', 'src/calc.js')
    .has(/claude-code \w+ ~ .* 2\) +if/)
    .lacks(/No notes/);
  ours(colleague, 'stats').has(/agents +\d+% \(\d+\)/, /claude-code/);
  ours(colleague, 'report', 'origin/main..HEAD').has(/agents +6 lines/, /Look at first/);
  ours(colleague, 'report', 'origin/main..HEAD', '--format', 'md').has(
    /^<!-- git-prov report -->/,
    /- \[ \] \*\*Run the checks/,
  );
}

// npm packs what is built, and installs it as it would from a registry.
function install() {
  const npm = ['npm', 'npm.cmd'].flatMap((name) => process.env.PATH.split(delimiter).map((dir) => join(dir, name)));
  const at = npm.find((path) => spawnSync(path, ['--version']).status === 0);
  const run = (...args) => place.run(at, ...args);
  const [{ filename }] = JSON.parse(run('pack', ROOT, '--json', '--ignore-scripts', '--pack-destination', place.root));
  const prefix = join(place.root, 'npm');
  run(
    'install',
    '--global',
    '--prefix',
    prefix,
    '--ignore-scripts',
    '--offline',
    '--no-audit',
    join(place.root, filename),
  );
  place.env.PATH = `${join(prefix, 'bin')}${delimiter}${place.env.PATH}`;
  symlinkSync(process.execPath, join(prefix, 'bin', 'node'));
}

function ours(cwd, ...args) {
  if (!told.includes(`git prov ${args[0]}`)) faults.push(`no output named git prov ${args[0]}`);
  const env = { ...place.env, HOME: cwd === colleague ? dirname(colleague) : place.home };
  const { status, stdout, stderr } = spawnSync('git', ['prov', ...args], { cwd, env, encoding: 'utf8' });
  const printed = `${stderr}${stdout}`.trimEnd();
  if (status !== 0) faults.push(`git prov ${args.join(' ')} ended with ${status}`);
  if (FORBIDDEN.test(printed)) faults.push(`git prov ${args.join(' ')} printed ${FORBIDDEN.exec(printed)[0]}`);
  told += printed;
  shown.push(`$ git prov ${args.join(' ')}\n${plain(printed)}`);
  const checks = {
    has: (...all) => check(all, true),
    lacks: (...all) => check(all, false),
  };
  const check = (all, wanted) => {
    for (const one of all)
      if (one.test(printed) !== wanted) faults.push(`git prov ${args.join(' ')} ${wanted ? 'lacks' : 'has'} ${one}`);
    return checks;
  };
  return checks;
}

function aside(words) {
  shown.push(`# ${words}`);
}
