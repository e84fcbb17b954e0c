import type { Cue } from './cues.ts';
import type { Candidate } from './candidates.ts';
import type { CuedText, Line } from './cued-text.ts';
import { segmentsOf } from '../vocabulary/names.ts';
import { sortOf } from './shape.ts';

const MAX_LINE_CHARACTERS = 400;
/** How far in the next line a cue counts. */
const NEXT_LINE_CHARACTERS = 40;

function lineOf(text: string, at: number, last: Line | undefined): Line {
  if (last && at >= last.from && at < last.to) return last;
  const first = Math.max(0, at - MAX_LINE_CHARACTERS);
  const from = first + text.slice(first, at).lastIndexOf('\n') + 1;
  const rest = text.slice(from, from + 2 * MAX_LINE_CHARACTERS);
  const end = rest.indexOf('\n', at - from);
  const line = end < 0 ? rest : rest.slice(0, end);
  const to = from + line.length;
  const features = [
    /^\s*[$#>%]\s/.test(line) ? 'line prompt' : '',
    /[;{}]\s*$|^\s*[})\]]|=>|\bfunction\b|\breturn\b|\bconst\b|\bdef\b/.test(line) ? 'line code' : '',
    /^\s*[\w.-]+\s*[:=]\s*\S+\s*$/.test(line) ? 'line setting' : '',
    /(?:\b[a-z]+ ){4}/.test(line) ? 'line prose' : '',
    /\s--?[a-z]/.test(line) ? 'line options' : '',
    /^\s*(?:\/\/|#|\*|--|;)/.test(line) ? 'line comment' : '',
    /\b(?:test|expect|assert|mock|fixture)/i.test(line) ? 'line test' : '',
    /https?:/.test(line) ? 'line address' : '',
  ].filter((one) => one !== '');
  return { from, to, features };
}

/** Text between a cue and a word, with words as `w` and numbers as `n`. */
function gapOf(text: string, from: number, to: number): string {
  let gap = '';
  let last = '';
  for (let at = from; at < to && gap.length < 14; at++) {
    const code = text.charCodeAt(at);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 160;
    const isDigit = code >= 48 && code <= 57;
    const kind =
      isLetter || ((isDigit || code === 45) && last === 'w') ? 'w' : isDigit ? 'n' : code <= 32 ? ' ' : text[at]!;
    if (kind === last && /[wn ]/.test(kind)) continue;
    gap += kind;
    last = kind;
  }
  return gap;
}

/** What the text around a candidate says, as names of features. */
export function contextOf(cued: CuedText, { from, to, word }: Candidate): string[] {
  const { text, cues } = cued;
  const sort = sortOf(word);
  const line = (cued.line = lineOf(text, from, cued.line));
  const head = text.slice(line.from, from);
  const tail = text.slice(to, line.to);
  const before = head.slice(-1);
  const after = tail.slice(0, 1);
  const features = [...line.features, `before ${before}`, `after ${after}`, `between ${before}${after}`];
  for (const one of line.features) features.push(`${one} ${sort}`);
  features.push(`between ${before}${after} ${sort}`);
  const place = /^[\s"'`]*$/.test(head)
    ? /^[\s"'`,;.]*$/.test(tail)
      ? 'alone'
      : 'first'
    : /^[\s"'`,;.)]*$/.test(tail)
      ? 'last'
      : 'inner';
  features.push(place, `${place} ${sort}`);
  const words = head.slice(-80).match(/--?[A-Za-z][\w-]*|[A-Za-z\u00a0-\uffff][\w\u00a0-\uffff'-]*/g) ?? [];
  const one = words.at(-1)?.toLowerCase();
  const two = words.at(-2)?.toLowerCase();
  if (one !== undefined) {
    features.push(`word ${one}`, `near ${one}`);
    if (one.startsWith('-') && /^\s*["']?$/.test(head.slice(head.toLowerCase().lastIndexOf(one) + one.length)))
      features.push(`option ${one}`, 'option');
  }
  if (two !== undefined) features.push(`near ${two}`);
  const call = /([A-Za-z_][\w.]*)\([^()]*$/.exec(head.slice(-100))?.[1];
  if (call !== undefined) {
    features.push('in a call');
    for (const segment of segmentsOf(call)) features.push(`call ${segment}`);
  }
  if (/["'`][\w.@-]{1,40}["'`],\s*\w?["'`]$/.test(head)) features.push('second string');
  if (/[\w.+-]@[\w-]+\.\w+[^\w]{1,6}$/.test(head)) features.push('behind mail');
  if (/\|[^|]*$/.test(head) && tail.includes('|')) features.push('cell');
  const next = /^[^A-Za-z]{0,4}([A-Za-z][\w-]*)/.exec(tail)?.[1]?.toLowerCase();
  if (next !== undefined) features.push(`next ${next}`);
  const command = /^\s*(?:[$#>%]\s+)?(?:sudo\s+)?([a-z][\w.-]*)\s/i.exec(head)?.[1]?.toLowerCase();
  if (command !== undefined) features.push(`command ${command}`);
  const seen = new Set<string>();
  for (let i = lastBefore(cues, from); i >= 0; i--) {
    const cue = cues[i]!;
    if (cue.to < line.from) break;
    if (seen.has(cue.kind)) continue;
    seen.add(cue.kind);
    const near = from - cue.to;
    const gap = near < 40 ? gapOf(text, cue.to, from) : '';
    const step = near < 4 ? 0 : near < 12 ? 1 : near < 30 ? 2 : near < 80 ? 3 : 4;
    features.push(`${cue.kind} before ${step}`, `${cue.kind} before ${step} ${sort}`);
    if (near < 40) features.push(`${cue.kind}${gap}`, `gap ${gap}`, `${cue.kind}${gap} ${sort}`);
    if (seen.size === 4) break;
  }
  seen.clear();
  for (let i = lastBefore(cues, from) + 1; i < cues.length && i >= 0; i++) {
    const cue = cues[i]!;
    if (cue.from < to) {
      if (cue.to > from) features.push(`within ${cue.kind}`);
      continue;
    }
    if (cue.from >= line.to) {
      if (cue.from - line.to < NEXT_LINE_CHARACTERS) features.push(`${cue.kind} below`);
      break;
    }
    if (seen.has(cue.kind)) continue;
    seen.add(cue.kind);
    const near = cue.from - to;
    const step = near < 4 ? 0 : near < 12 ? 1 : near < 30 ? 2 : 3;
    features.push(`${cue.kind} after ${step}`, `${cue.kind} after ${step} ${sort}`);
    if (seen.size === 4) break;
  }
  const above = text.slice(Math.max(0, line.from - MAX_LINE_CHARACTERS), Math.max(0, line.from - 1));
  const previous = above.slice(above.lastIndexOf('\n') + 1);
  const start = line.from - 1 - previous.length;
  const asks = /[:：?]\s*$/.test(previous) ? ' asks' : '';
  seen.clear();
  for (let i = lastBefore(cues, line.from - 1); i >= 0 && cues[i]!.from >= start; i--) seen.add(cues[i]!.kind);
  for (const kind of seen) features.push(`${kind} above${asks}`, `${kind} above ${sort}`);
  return features;
}

function lastBefore(cues: readonly Cue[], from: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cues[middle]!.to <= from) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
