// Judges imported lines by the repository's diffs and the transcripts: does an edit of the session explain the line in this commit?
import { count } from './history.mjs';

/** Maximum difference between clocks, in milliseconds. */
const SLACK_MS = 62_000;
/** Maximum time between a commit and the end of its command, in milliseconds. */
const COMMITTING_MS = 30_000;
/** Minimum share of the lines of a user's sessions that a colleague of that user commits. */
const USUAL = 0.1;
/** Lines in a row. A person does not type this many exactly like an agent. */
const COPIED = 8;
/** Lines. Up to this distance from an explained line, a line belongs to it. */
const NEAR = 8;
/** The verdicts that neighbouring lines may correct. */
const FAINT = new Set(['used before', 'was there', 'copied']);
/** The verdicts that are right. */
export const SOUND = ['explained', 'by its neighbours'];

/**
 * One line that an import attributed to a session.
 * @typedef {{ commit: string, path: string, line: number, session: string }} Given
 * @typedef {'explained' | 'by its neighbours' | 'alone' | 'was there' | 'used before' | 'not written' | 'not added' | 'copied' | 'another author' | 'copied'} Verdict
 */

/**
 * @param {import('./history.mjs').History} history
 * @param {Map<string, { edits: import('./edits.mjs').Edit[], user: string }>} sessions
 * @param {readonly Given[]} given
 * @returns {(Given & { text: string, verdict: Verdict, author: string, user: string })[]}
 */
export function judge(history, sessions, given) {
  const groups = Map.groupBy ? Map.groupBy(given, keyOf) : groupBy(given, keyOf);
  return withStrangers([...groups.values()].map((lines) => judgeFile(history, sessions, lines)));
}

// An author with only few of a user's lines, and few in a row, probably typed them.
function withStrangers(files) {
  const counts = new Map();
  for (const [{ user }] of files) counts.set(user, new Map());
  for (const lines of files) count(counts.get(lines[0].user), lines[0].author, lines.length);
  const isUsual = ({ users, author, own }) => own || users.some((user) => isUsualFor(user, author));
  const isUsualFor = (user, author) => {
    const all = [...(counts.get(user) ?? new Map()).values()].reduce((sum, one) => sum + one, 0);
    return (counts.get(user)?.get(author) ?? 0) >= USUAL * all;
  };
  return files.flatMap((lines) => {
    if (isUsual(lines[0])) return lines;
    const numbers = new Set(lines.map(({ line }) => line));
    return lines.map((one) =>
      SOUND.includes(one.verdict) && runAt(one.line, numbers) < COPIED ? { ...one, verdict: 'another author' } : one,
    );
  });
}

function runAt(line, numbers) {
  let [from, to] = [line, line];
  while (numbers.has(from - 1)) from--;
  while (numbers.has(to + 1)) to++;
  return to - from + 1;
}

const keyOf = ({ commit, path, session }) => `${commit} ${session} ${path}`;

function groupBy(list, key) {
  const groups = new Map();
  for (const one of list) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}

function judgeFile(history, sessions, lines) {
  const [{ commit: id, path, session }] = lines;
  const commit = history.commits.get(id);
  const { edits, commits, users } = sessions.get(session.split('/')[0]) ?? { edits: [], commits: [], users: [] };
  const base = {
    author: commit.author,
    users,
    user: users[0] ?? '?',
    own: commits.some((at) => at > commit.made - 2000 && at < commit.made + COMMITTING_MS),
  };
  const file = commit.files.find((one) => one.path === path);
  if (!file) return lines.map((one) => ({ ...one, ...base, text: '', verdict: 'not added' }));
  const { names, changes, others } = history.before(commit, file);
  const mine = edits.filter(
    (edit) =>
      edit.at <= commit.made + SLACK_MS &&
      (edit.path === undefined || [...names].some((name) => edit.path === name || edit.path.endsWith(`/${name}`))),
  );
  const verdicts = new Map();
  const asked = new Map();
  for (const { line } of lines) count(asked, file.lines.get(line));
  for (const [text, wanted] of asked) verdicts.set(text, verdictOf(text, wanted, { commit, mine, changes, others }));
  const named = lines.map((one) => ({
    ...one,
    ...base,
    text: file.lines.get(one.line) ?? '',
    verdict: verdicts.get(file.lines.get(one.line)),
  }));
  const sound = new Set(
    named.flatMap(({ line, text, verdict }) => (verdict === 'explained' && saying(text) ? [line] : [])),
  );
  const inRuns = named.map((one) =>
    FAINT.has(one.verdict) && saying(one.text) && isInRun(one.line, file, sound, mine)
      ? { ...one, verdict: 'by its neighbours' }
      : one,
  );
  const all = new Set(
    inRuns.flatMap(({ line, text, verdict }) => (SOUND.includes(verdict) && saying(text) ? [line] : [])),
  );
  return inRuns.map((one) => (saying(one.text) ? one : { ...one, verdict: ofBracket(one, file, all) }));
}

// A bracket explains nothing, and only the lines around it explain a bracket.
function ofBracket({ line, verdict }, file, sound) {
  if ([-1, 1].some((way) => sound.has(nextSaying(line, way, file)))) return 'by its neighbours';
  return verdict === 'explained' ? 'alone' : verdict;
}

// The first longer line beside a bracket in the same place.
function nextSaying(line, way, file) {
  let next = line + way;
  while (file.lines.has(next) && !saying(file.lines.get(next))) next += way;
  return next;
}

/** Whether a line has enough letters and digits to be more than a bracket. */
const saying = (text) => text.replaceAll(/[\s\p{ASCII}]/gu, (one) => (/\w/.test(one) ? one : '')).length >= 4;

// Each line that an edit wrote explains one new line of the history, the first one after it.
function verdictOf(text, wanted, { commit, mine, changes, others }) {
  const units = mine.flatMap(({ at, lines }) => lines.flatMap((line) => (line === text ? [at] : [])));
  if (units.length === 0) return 'not written';
  const removed = commit.files.reduce((sum, one) => sum + (one.removed.get(text) ?? 0), 0);
  const added = commit.files.reduce((sum, one) => sum + (one.added.get(text) ?? 0), 0);
  if (added <= removed && commit.parents.length === 1) return 'was there';
  // Another branch had it before the session wrote it, so the session copied it. This does not apply when the
  // session wrote it for this very commit.
  if (
    units.at(-1) < commit.since &&
    others.some(({ commit: other, file }) => other.made < units[0] - 1000 && file.added.has(text)) &&
    !changes.some(({ commit: other, file }) => other.made < units[0] && file.added.has(text))
  )
    return 'copied';
  for (const { commit: earlier, file } of changes) {
    const fresh = (file.added.get(text) ?? 0) - (file.removed.get(text) ?? 0);
    for (let n = 0; n < fresh; n++) {
      const at = units.findIndex((one) => one <= earlier.made + SLACK_MS);
      if (at < 0) break;
      units.splice(at, 1);
    }
  }
  return units.length >= wanted ? 'explained' : 'used before';
}

// One edit wrote the line together with explained lines around it, near by or on both sides.
function isInRun(line, file, sound, mine) {
  const [before, after] = [-1, 1].map((way) => {
    let next = line + way;
    while (file.lines.has(next) && !sound.has(next)) next += way;
    return file.lines.has(next) ? next : undefined;
  });
  const isOne = (from, to) => {
    const run = Array.from({ length: to - from + 1 }, (_, i) => file.lines.get(from + i));
    return mine.some(({ lines }) => holds(lines, run));
  };
  if (before !== undefined && after !== undefined && isOne(before, after)) return true;
  return (before >= line - NEAR && isOne(before, line)) || (after <= line + NEAR && isOne(line, after));
}

function holds(lines, run) {
  for (let at = lines.indexOf(run[0]); at >= 0; at = lines.indexOf(run[0], at + 1))
    if (run.every((one, i) => lines[at + i] === one)) return true;
  return false;
}
