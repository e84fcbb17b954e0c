// Generates what follows from the agents' folders: the lists in src/agents/all, the names in hooks/agent, and the tables and
// sections of the README and docs. With --check, writes nothing and exits with 1 when one of them is out of date.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ event?: string, before?: string, after?: string, prompt?: string, end?: string, compaction?: string,
 *   reads?: string, files?: string }} HookNames names in payloads, separated by blanks: the keys of the event's name, its
 *   values, and the tools that write nothing (`reads`) or the one file that they name (`files`)
 * @typedef {{ title?: string, rank?: number, records?: Record<string, true | string>, tried?: string, untried?: string,
 *   sessions?: { where: string, missing: string }, hook?: HookNames }} About the content of about.json
 * @typedef {{ name: string, dir: string, about: About, text: string }} Agent
 */

/** The columns of the README's table, and their keys in `records`. */
const COLUMNS = {
  prompts: 'Prompts',
  edits: 'Edits',
  commands: 'Commands',
  failures: 'Failures',
  permissions: 'Permissions',
  subAgents: 'Sub-agents',
  compaction: 'Compaction',
  model: 'Model',
  tokens: 'Tokens',
  cost: 'Cost',
  reasoning: 'Reasoning',
};
/** The rank of an agent with payloads unlike all others. */
const PLAIN_RANK = 50;
const HEADER = '// Generated from the folders of the agents by `npm run docs`. Do not edit.\n';

/** @returns {Agent[]} every folder with an about.json, by name */
export function agentsIn(root) {
  return ['src/agents', 'src/exchange'].flatMap((parent) =>
    readdirSync(join(root, parent))
      .toSorted()
      .map((name) => ({ name, dir: `${parent}/${name}` }))
      .filter(({ dir }) => existsSync(join(root, dir, 'about.json')))
      .map(({ name, dir }) => {
        const about = JSON.parse(readFileSync(join(root, dir, 'about.json'), 'utf8'));
        const file = join(root, dir, 'about.md');
        return { name, dir, about, text: existsSync(file) ? readFileSync(file, 'utf8') : '' };
      }),
  );
}

/** @returns {Record<string, string>} the generated files, by their paths below `root` */
export function filesOfAgents(root) {
  const agents = agentsIn(root);
  const shown = agents.filter(({ about }) => about.title).toSorted((a, b) => order(a.about.title, b.about.title));
  const old = (path) => readFileSync(join(root, path), 'utf8');
  return {
    'src/agents/all/adapters.ts': list(root, agents, 'hooks.ts', 'Adapter', 'recorder/spool/event.ts', {
      name: 'ADAPTERS',
      about: 'The adapters of all agents. Where the payloads of two look alike, the one with the lower rank is asked first.',
    }),
    'src/agents/all/installers.ts': list(root, agents, 'settings.ts', 'AgentInstaller', 'install/agent-settings.ts', {
      name: 'AGENTS',
      about: 'Every agent with settings that can name our hook.',
    }),
    'src/agents/all/transcripts.ts': list(root, agents, 'transcript.ts', 'TranscriptReader', 'agents/common/transcript-event.ts', {
      name: 'READERS',
      about: 'The readers of sessions that agents keep. The one with the lower rank looks at a file first.',
    }),
    'src/agents/all/transcript-names.ts': names(shown.filter(({ about }) => about.sessions)),
    'hooks/agent': hook(old('hooks/agent'), agents),
    'README.md': between(old('README.md'), table(shown)),
    'docs/agents.md': between(old('docs/agents.md'), shown.map(({ text }) => `#${text}`).join('\n')),
    'docs/backfill.md': between(old('docs/backfill.md'), sessions(shown)),
  };
}

const order = (a, b) => a.localeCompare(b, 'en');

// A list of what one file of each folder exports.
function list(root, agents, file, type, from, { name, about }) {
  const found = agents.flatMap((agent) => {
    const path = join(root, agent.dir, file);
    const id = existsSync(path) && new RegExp(`^export const (\\w+): ${type}\\b`, 'm').exec(readFileSync(path, 'utf8'))?.[1];
    return id ? [{ ...agent, id }] : [];
  });
  const isRanked = type !== 'AgentInstaller';
  const rankOf = ({ about: { rank } }) => (isRanked ? (rank ?? PLAIN_RANK) : 0);
  const sorted = found.toSorted((a, b) => rankOf(a) - rankOf(b));
  const imports = found.map(({ id, name: folder }) => `import { ${id} } from '../${folder}/${file}';\n`);
  const rows = sorted.map((one) => `  ${one.id},${isRanked && one.about.rank ? ` // rank ${one.about.rank}` : ''}\n`);
  const typed = `import type { ${type} } from '../../${from}';\n`.replace('../../agents/', '../');
  return `${HEADER}${typed}${imports.join('')}\n/** ${about} */\nexport const ${name}: readonly ${type}[] = [\n${rows.join('')}];\n`;
}

function names(agents) {
  const rows = agents.map(({ name, about }) => `  { name: '${name}', title: '${about.title}' },\n`);
  return `${HEADER}\n/** The agents with sessions that can be read, without the code that reads them. */\nexport const TRANSCRIPT_AGENTS = [\n${rows.join('')}] as const;\n`;
}

const isTried = ({ about }) => about.tried !== undefined;
const cell = (value) => (value === true ? '✓' : (value ?? ''));

function table(agents) {
  const sorted = [...agents.filter(isTried), ...agents.filter((one) => !isTried(one))];
  const rows = sorted.map(({ about: { title, records, tried, untried } }) =>
    [title].concat(
      Object.keys(COLUMNS).map((key) => cell(records[key])),
      tried ?? untried,
    ),
  );
  return markdown(['Agent', ...Object.values(COLUMNS), 'Tried with'], rows);
}

const sessions = (agents) =>
  markdown(
    ['Agent', 'Location of its sessions', 'Missing there'],
    agents.flatMap(({ about }) => (about.sessions ? [[about.title, about.sessions.where, about.sessions.missing]] : [])),
  );

const row = (cells) => `|${cells.map((text) => (text === '' ? ' ' : ` ${text} `)).join('|')}|\n`;

function markdown(head, rows) {
  return [row(head), `|${'---|'.repeat(head.length)}\n`, ...rows.map(row)].join('');
}

// Replaces the text between the two marks.
function between(text, made) {
  const [start, end] = ['<!-- generated: agents -->\n', '<!-- end -->\n'];
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  if (from < start.length || to < from) throw new Error('The marks of the generated part are missing.');
  return `${text.slice(0, from)}\n${made}\n${text.slice(to)}`;
}

const arm = (some) => some.join(' | ');

// The lists in the hook. Each is between two comments, and has each name once: at the first agent that has it.
function hook(text, agents) {
  const firsts = (key) => {
    const known = new Set();
    return agents.map(({ name, about }) => ({
      name,
      fresh: (about.hook?.[key] ?? '').split(' ').filter((one) => one !== '' && !known.has(one) && known.add(one)),
    }));
  };
  const all = (key) => firsts(key).flatMap(({ fresh }) => fresh);
  // A payload may have one of these keys elsewhere too: the most common and the longest come first.
  const uses = (key) => agents.filter(({ about }) => about.hook?.event?.split(' ').includes(key)).length;
  const keys = all('event').toSorted((a, b) => uses(b) - uses(a) || b.length - a.length);
  const parts = {
    event: keys.map((key, i) => (i === 0 ? `field ${key}` : `[ -n "$value" ] || field ${key}`)),
    prompt: [`case $happened in ${arm(all('prompt'))}) ;; *) return 0 ;; esac`],
    compaction: [`case $happened in ${arm(all('compaction'))}) ;; *) return 0 ;; esac`],
    forgets: [`case $teller in ${arm(all('forgets').map((name) => `/${name}`))}) ;; *) return 1 ;; esac`],
    question: [`case $happened in ${arm(all('question'))}) ;; *) return 1 ;; esac`],
    end: [`case $happened in ${arm(all('end'))}) ;; *) return 0 ;; esac`],
    phase: ['case $value in', `${arm(all('before'))}) phase=before ;;`, `${arm(all('after'))}) phase=after ;;`, 'esac'],
    reads: firsts('reads').flatMap(({ name, fresh }) => (fresh.length > 0 ? [`${arm(fresh)}) ;; # ${name}`] : [])),
    files: [`${arm(all('files'))})`],
  };
  let made = text;
  for (const [key, lines] of Object.entries(parts)) {
    const found = new RegExp(`^( *)# generated: ${key}\\n[^]*?^ *# end\\n`, 'm').exec(made);
    if (!found) throw new Error(`hooks/agent has no part "${key}".`);
    const [, indent] = found;
    const part = ['# generated: ' + key, ...lines, '# end'].map((line) => `${indent}${line}\n`).join('');
    made = made.replace(found[0], () => part);
  }
  return made;
}

/** Writes the files that differ, or names them on standard error. @returns whether all were up to date */
export function writeFiles(root, made, isCheck) {
  const stale = Object.entries(made).filter(([path, text]) => {
    const full = join(root, path);
    return !existsSync(full) || readFileSync(full, 'utf8') !== text;
  });
  for (const [path, text] of stale) {
    if (isCheck) {
      process.stderr.write(`${path} is out of date: run npm run docs.\n`);
      continue;
    }
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return stale.length === 0;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(import.meta.dirname, '../..');
  const isCheck = process.argv.includes('--check');
  if (!writeFiles(root, filesOfAgents(root), isCheck) && isCheck) process.exitCode = 1;
}
