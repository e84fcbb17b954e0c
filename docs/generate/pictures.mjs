// Draws the pictures of the README: what `git prov blame` and `git prov why` print on a terminal, for a light and a dark page.
//   npm run pictures
// Plays the demo, runs the commands on a terminal of script(1), and turns their colours into SVG.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const COLUMNS = 118;
const COMMANDS = ['git prov blame --date=short src/calc.js', 'git prov why src/calc.js:2'];

/** Sizes in pixels. */
const FONT = 13;
const CELL = 7.8;
const ROW = 19;
const MARGIN = 16;

const THEMES = {
  light: {
    page: '#ffffff',
    edge: '#d0d7de',
    text: '#1f2328',
    quiet: '#656d76',
    colors: ['#1f2328', '#cf222e', '#1a7f37', '#9a6700', '#0969da', '#8250df', '#1b7c83', '#6e7781'],
  },
  dark: {
    page: '#0d1117',
    edge: '#30363d',
    text: '#e6edf3',
    quiet: '#8d96a0',
    colors: ['#e6edf3', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4'],
  },
};

const screen = readScreen();
for (const [name, theme] of Object.entries(THEMES)) {
  const path = join(ROOT, `docs/pictures/blame-and-why-${name}.svg`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, draw(screen, theme));
}

/** Plays the demo, and returns the lines of the terminal as lists of styled spans. */
function readScreen() {
  const played = execFileSync(process.execPath, [join(ROOT, 'bench/demo.mjs'), '--keep'], { encoding: 'utf8' });
  const [, repo, home, bin] =
    /^The repository is kept: .*\nTo go on there:\s+cd (\S+) && export HOME=(\S+) PATH=([^:\s]+):/m.exec(played);
  try {
    const env = { ...process.env, HOME: home, PATH: `${bin}:${process.env.PATH}`, TERM: 'xterm-256color' };
    delete env.NO_COLOR;
    Object.assign(env, { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', GIT_PAGER: 'cat', PAGER: 'cat' });
    return COMMANDS.flatMap((command, at) => {
      const shown = execFileSync('script', ['-qec', `stty cols ${COLUMNS} rows 60; ${command}`, '/dev/null'], {
        cwd: repo,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const lines = shown.replaceAll('\r', '').trimEnd().split('\n').map(spansOf);
      return (at > 0 ? [[]] : []).concat([[{ text: `$ ${command}`, bold: true }]], lines);
    });
  } finally {
    rmSync(dirname(repo), { recursive: true, force: true });
  }
}

/** Splits a line at its colours. */
function spansOf(line) {
  const spans = [];
  let style = {};
  for (const [, codes, text] of line.matchAll(/(?:\x1b\[([\d;]*)m)|([^\x1b]+)|\x1b\[\??\d*[A-Za-z]/g)) {
    if (text !== undefined) spans.push({ text, ...style });
    else for (const code of (codes ?? '').split(';')) style = styled(style, Number(code));
  }
  return spans;
}

function styled(style, code) {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, quiet: true };
  if (code === 22) return { ...style, bold: false, quiet: false };
  if (code === 39) return { ...style, color: undefined };
  if (code >= 30 && code <= 37) return { ...style, color: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, color: code - 90 };
  return style;
}

function draw(lines, { page, edge, text, quiet, colors }) {
  const width = Math.ceil(COLUMNS * CELL + 2 * MARGIN);
  const height = lines.length * ROW + 2 * MARGIN;
  const rows = lines.map((spans, row) => {
    let column = 0;
    const parts = spans.flatMap((span) => {
      const fill = span.color !== undefined ? colors[span.color] : span.quiet ? quiet : text;
      const weight = span.bold ? ' font-weight="bold"' : '';
      const from = column;
      column += lengthOf(span.text);
      return wordsOf(span.text).map(({ at, text: words }) => {
        const x = (MARGIN + (from + at) * CELL).toFixed(1);
        return `<tspan x="${x}" textLength="${(lengthOf(words) * CELL).toFixed(1)}" fill="${fill}"${weight}>${escape(words)}</tspan>`;
      });
    });
    return `<text y="${MARGIN + row * ROW + FONT}">${parts.join('')}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="git prov blame and git prov why on a terminal">`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${page}" stroke="${edge}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT}">`,
    ...rows,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/**
 * The words of a text, with their columns. Browsers do not agree on whether spaces of an SVG text are kept, so a picture has
 * no two spaces in a row.
 */
function wordsOf(text) {
  return [...text.matchAll(/\S+(?: \S+)*/g)].map((found) => ({ at: lengthOf(text.slice(0, found.index)), text: found[0] }));
}

function lengthOf(text) {
  return [...text].length;
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
