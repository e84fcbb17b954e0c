import type { Reference, Target } from '../facts.ts';
import type { External } from '../languages/language.ts';
import type { CodeGraph } from './code-graph.ts';
import { CONFIDENCE, type Found, languageOf } from './found.ts';

/** A package that a reference leads to. */
export interface ReachedExternal {
  readonly external: External;
  readonly confidence: number;
}

/**
 * The package from outside that a reference leads to. What a function of a package gives may belong to any other package, so
 * calls of it are left out.
 * @returns undefined where the reference stays in the repository, or where the way is not known
 */
export function externalOf(graph: CodeGraph, path: string, { target }: Reference): ReachedExternal | undefined {
  const found = graph.follow(path, target);
  if (found) return found.is === 'external' ? reached(graph, path, target) : undefined;
  const external = externalOfPath(graph, path, target);
  return external && { external, confidence: CONFIDENCE.typed };
}

/** The packages that a file names by paths alone, without an import: `serde_json::to_string`, `\Vendor\Class`. */
export function externalsByPath(graph: CodeGraph, path: string, references: readonly Reference[]): External[] {
  if (languageOf(path)?.pathSign === undefined) return [];
  const known = new Set<string>();
  return references.flatMap(({ target }) => {
    const names = namesIn(target);
    const key = names.slice(0, 3).join(' ');
    if (names.length < 2 || known.has(key)) return [];
    known.add(key);
    return externalOfPath(graph, path, target) ?? [];
  });
}

function externalOfPath(graph: CodeGraph, path: string, target: Target): External | undefined {
  const sign = languageOf(path)?.pathSign;
  const names = sign === undefined ? [] : namesIn(target);
  if (names.length < 2) return undefined;
  const meant = graph.meaning(path, names.join(sign));
  return meant && 'external' in meant ? meant.external : undefined;
}

// The names of a path that begins with one that the file does not bind.
function namesIn(target: Target): string[] {
  if (target.is === 'free') return [target.name];
  if ((target.is !== 'member' && target.is !== 'field') || (target.is === 'member' && !target.sure)) return [];
  const of = namesIn(target.of);
  return of.length > 0 ? [...of, target.name] : [];
}

function reached(graph: CodeGraph, path: string, target: Target): ReachedExternal | undefined {
  switch (target.is) {
    case 'imported':
    case 'free':
      return outside(graph.follow(path, target), CONFIDENCE.resolved);
    case 'member':
    case 'field': {
      const of = reached(graph, path, target.of);
      if (of) return target.is === 'member' && !target.sure ? atMost(of, CONFIDENCE.typed) : of;
      // A type of this repository that extends one of a package, or a field that is declared with one.
      return passesResult(target.of) ? undefined : outside(graph.follow(path, target), CONFIDENCE.typed);
    }
    case 'first':
      // A name without anything before it is rather one of a package that the file names than one that a supertype has.
      for (const one of target.of) {
        const found = isNamed(one) ? reached(graph, path, one) : undefined;
        if (found) return found;
      }
      return undefined;
    case 'perhaps': {
      const of = reached(graph, path, target.of);
      return of && atMost(of, CONFIDENCE.typed);
    }
    case 'definition':
    case 'result':
    case 'unknown':
      return undefined;
  }
}

const outside = (found: Found | undefined, confidence: number): ReachedExternal | undefined =>
  found?.is === 'external' ? { external: found.external, confidence } : undefined;

const atMost = ({ external, confidence }: ReachedExternal, most: number): ReachedExternal => ({
  external,
  confidence: Math.min(confidence, most),
});

// Whether the text names the way to it: no member of a type that is only inherited.
function isNamed(target: Target): boolean {
  if (target.is === 'member' || target.is === 'field') return isNamed(target.of);
  return target.is === 'imported' || target.is === 'free';
}

function passesResult(target: Target): boolean {
  if (target.is === 'result') return true;
  if (target.is === 'member' || target.is === 'field' || target.is === 'perhaps') return passesResult(target.of);
  return target.is === 'first' && target.of.some(passesResult);
}
