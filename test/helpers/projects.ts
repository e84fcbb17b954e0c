import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isReal } from './real.ts';
import { isSlow } from './slow.ts';

const TEST = resolve(import.meta.dirname, '..');

/**
 * The kinds of tests, from the quickest to the slowest: no process at all, git alone, the program and its hooks in a server, the
 * same as processes.
 */
export type Kind = 'pure' | 'git' | 'program' | 'real';

/** A test that names one of these starts the program or a hook; one that imports the helpers below starts git. */
const STARTS_PROGRAM = /dist\/git-prov|hooks\/(?:agent|git)|process\.execPath|commands\/start\/init\.ts/;
const STARTS_GIT = /helpers\/repo\.ts|node:child_process/;

/**
 * Sorts all test files by what they start, which follows from what they and the helpers that they import contain. So a new test
 * is in the right project by itself.
 * @param all whether slow tests are wanted too
 * @param processes whether the tests named in `real.ts` start processes
 * @returns paths relative to the root of the project
 */
export function projects(all: boolean, processes: boolean): Readonly<Record<Kind, string[]>> {
  const found: Record<Kind, string[]> = { pure: [], git: [], program: [], real: [] };
  const known = new Map<string, Kind>();
  for (const name of readdirSync(TEST, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.test.ts') && (all || !isSlow(`test/${name}`))) {
      const kind = kindOf(join(TEST, name), known);
      found[kind === 'program' && isReal(`test/${name}`, processes) ? 'real' : kind].push(`test/${name}`);
    }
  return found;
}

const ORDER: readonly Kind[] = ['pure', 'git', 'program'];

function kindOf(file: string, known: Map<string, Kind>): Kind {
  const earlier = known.get(file);
  if (earlier) return earlier;
  known.set(file, 'pure'); // ends circles of imports
  const text = readFileSync(file, 'utf8');
  let kind: Kind = STARTS_PROGRAM.test(text) ? 'program' : STARTS_GIT.test(text) ? 'git' : 'pure';
  for (const [, from] of text.matchAll(/^(?:import|export)\s(?!type\s)[^'"`;]*?from '(\.[^']+)'/gm)) {
    const imported = resolve(dirname(file), from!);
    if (!imported.startsWith(TEST) || !existsSync(imported)) continue; // texts in tests look like imports, too
    const theirs = kindOf(imported, known);
    if (ORDER.indexOf(theirs) > ORDER.indexOf(kind)) kind = theirs;
  }
  known.set(file, kind);
  return kind;
}
