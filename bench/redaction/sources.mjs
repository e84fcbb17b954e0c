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
  const texts = files.flatMap((path) => {
    const lines = read(directory, `HEAD:${path}`).split('\n');
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
  if (spawnSync('git', ['--git-dir', directory, 'rev-parse', '-q', '--verify', branch]).status === 0)
    for (const path of git(directory, 'ls-tree', '-r', '-z', '--name-only', branch).split('\0'))
      if (path.endsWith('/prompt.txt'))
        for (const text of read(directory, `${branch}:${path}`).split(/\n+---\n+/)) found.add(text.trim());
  for (const path of tracked)
    if (path.startsWith('.specstory/history/'))
      for (const part of read(directory, `HEAD:${path}`).matchAll(/^_\*\*User[^\n]*\n([^]*?)(?=^(?:---|_\*\*))/gm))
        found.add(part[1].trim());
  return spread(
    [...found].filter((text) => text !== '' && text.length < 20_000),
    most,
  ).map((text, i) => ({ sort: 'prompts', name: String(i), text }));
}

const read = (directory, name) => {
  const shown = spawnSync('git', ['--git-dir', directory, 'show', name], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return shown.status === 0 && !shown.stdout.includes('\0') ? shown.stdout : '';
};

const spread = (from, most) =>
  from.length <= most ? from : Array.from({ length: most }, (_, i) => from[Math.floor((i * from.length) / most)]);
