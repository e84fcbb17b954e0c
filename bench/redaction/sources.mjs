import { execFileSync, spawnSync } from 'node:child_process';

/** Lines of code in one text, about as many as an agent writes or quotes at once. */
const LINES = 30;
const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|php|c|cc|cpp|h|hpp|cs|sh|bash|zsh|sql|ya?ml|toml|json|md|html|css|scss|tf|vue|svelte|ex|exs|hs|lua|pl|nix|el)$/;
const NOT_WRITTEN =
  /(?:^|\/)(?:vendor|node_modules|dist|third_party|\.git|\.specstory|\.entire)\/|lock|\.min\.|snap|fixtures?\/.*\.json$/i;

const git = (directory, ...args) =>
  execFileSync('git', ['--git-dir', directory, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 });

/** Ordinary texts of a repository: at most `most` of each kind, evenly spread. */
export function readSources(directory, most) {
  const tracked = git(directory, 'ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0').filter(Boolean);
  return [
    ...messages(directory, most),
    ...code(directory, tracked, most),
    ...prompts(directory, tracked, most),
    ...spread(tracked, most).map((path) => ({ sort: 'paths', name: path, text: path })),
  ];
}

function messages(directory, most) {
  const all = git(directory, 'log', '-z', '--no-merges', '--format=%H%n%B', 'HEAD').split('\0').filter(Boolean);
  return spread(all, most).map((one) => ({ sort: 'messages', name: one.slice(0, 40), text: one.slice(41).trim() }));
}

function code(directory, tracked, most) {
  const files = spread(
    tracked.filter((path) => CODE.test(path) && !NOT_WRITTEN.test(path)),
    most,
  );
  const contents = readAll(
    directory,
    files.map((path) => `HEAD:${path}`),
  );
  const texts = files.flatMap((path, i) => {
    const lines = contents[i].split('\n');
    if (lines.some((line) => line.length > 2000)) return [];
    return Array.from({ length: Math.ceil(lines.length / LINES) }, (_, i) => ({
      sort: 'code',
      name: `${path}:${i * LINES + 1}`,
      text: lines.slice(i * LINES, (i + 1) * LINES).join('\n'),
    }));
  });
  return spread(texts, most);
}

/** People's prompts from Entire's checkpoints and SpecStory's histories. */
function prompts(directory, tracked, most) {
  const found = new Set();
  const branch = 'refs/heads/entire/checkpoints/v1';
  if (spawnSync('git', ['--git-dir', directory, 'rev-parse', '-q', '--verify', branch]).status === 0) {
    const paths = git(directory, 'ls-tree', '-r', '-z', '--name-only', branch).split('\0');
    const names = paths.filter((path) => path.endsWith('/prompt.txt')).map((path) => `${branch}:${path}`);
    for (const prompt of readAll(directory, names))
      for (const text of prompt.split(/\n+---\n+/)) found.add(text.trim());
  }
  const histories = tracked.filter((path) => path.startsWith('.specstory/history/')).map((path) => `HEAD:${path}`);
  for (const history of readAll(directory, histories))
    for (const part of history.matchAll(/^_\*\*User[^\n]*\n([^]*?)(?=^(?:---|_\*\*))/gm)) found.add(part[1].trim());
  return spread(
    [...found].filter((text) => text !== '' && text.length < 20_000),
    most,
  ).map((text, i) => ({ sort: 'prompts', name: String(i), text }));
}

/** The contents of objects in the order of their names; empty for binary and missing ones. One process reads all. */
function readAll(directory, names) {
  const asked = names.filter((name) => !name.includes('\n'));
  const input = asked.map((name) => `${name}\n`).join('');
  const { stdout } = spawnSync('git', ['--git-dir', directory, 'cat-file', '--batch'], { input, maxBuffer: 1 << 30 });
  const texts = new Map();
  let at = 0;
  for (const name of asked) {
    const end = stdout.indexOf('\n', at);
    const size = / blob (\d+)$/.exec(stdout.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    const text = stdout.toString('utf8', at, at + Number(size));
    at += Number(size) + 1;
    if (!text.includes('\0')) texts.set(name, text);
  }
  return names.map((name) => texts.get(name) ?? '');
}

const spread = (from, most) =>
  from.length <= most ? from : Array.from({ length: most }, (_, i) => from[Math.floor((i * from.length) / most)]);
