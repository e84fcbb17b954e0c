import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { linkExists, readIf } from '../apply.ts';
import { same, type InstallChange } from '../install-change.ts';
import { GIT_HOOKS, LFS_HOOK } from './hook-names.ts';
import { freeName, sparesOf } from './spares.ts';
import { toolOf } from './hook-tools.ts';
import { isShim, tailBeside } from './shim.ts';

/** The changes that remove our hooks from a folder, and notes for the user. */
export interface HooksOut {
  readonly steps: InstallChange[];
  readonly notes: string[];
}

/** Plans the removal of our hooks from the repository's own folder. It restores the former state; no `.user` file remains. */
export function planHooksOut(dir: string): HooksOut {
  const out: HooksOut = { steps: [], notes: [] };
  for (const hook of [...GIT_HOOKS, LFS_HOOK]) takeOut(out, join(dir, hook));
  return out;
}

function takeOut(out: HooksOut, path: string): void {
  const theirs = `${path}.user`;
  const current = existsSync(path) ? readIf(path) : undefined;
  const spares = sparesOf(path);
  if (current && isShim(current)) {
    for (const spare of spares) out.steps.push(file(spare, readIf(spare), undefined));
    takeOutOurs(out, { path, theirs, current });
    return;
  }
  const [spare, ...more] = linkExists(theirs) && linkExists(path) ? spares : [undefined, ...spares];
  for (const one of more) if (one !== undefined) out.steps.push(file(one, readIf(one), undefined));
  if (!linkExists(theirs)) return;
  if (!linkExists(path)) {
    out.steps.push(back(theirs, path));
    return;
  }
  const old = existsSync(theirs) ? readIf(theirs) : undefined;
  if (spare !== undefined) out.steps.push(file(spare, readIf(spare), undefined));
  if (old && (same(old, current) || (toolOf(old) !== undefined && toolOf(old) === toolOf(current)))) {
    out.steps.push({ ...file(theirs, old, undefined), say: 'an older state of the hook that is there now' });
    return;
  }
  // The name that the other program would have used without our hook.
  const to = spare ?? freeName(`${path}.old`);
  out.steps.push({ kind: 'move', from: theirs, to, say: 'your earlier hook' });
  if (spare === undefined) out.notes.push(`${path} was replaced since; your earlier hook is ${to}.`);
}

function takeOutOurs(
  out: HooksOut,
  { path, theirs, current }: { path: string; theirs: string; current: Buffer },
): void {
  const own = existsSync(theirs) ? readIf(theirs) : undefined;
  const tail = tailBeside(current, own);
  if (!tail || (linkExists(theirs) && !own)) {
    out.steps.push({ ...file(path, current, undefined), say: 'our hook' });
    if (linkExists(theirs)) out.steps.push(back(theirs, path));
    return;
  }
  // Another program appended lines to our hook. They are kept after the user's lines.
  if (own && !/^#!.*\b(?:ba|da|a|k|z)?sh\b/.test(own.toString('latin1'))) {
    out.steps.push({ ...file(path, current, undefined), say: 'our hook' }, back(theirs, path));
    out.notes.push(`${path} is your hook again; lines that another program appended to ours were dropped.`);
    return;
  }
  const head = own ?? Buffer.from('#!/bin/sh\n');
  const gap = head.at(-1) === 0x0a ? '' : '\n';
  if (own) out.steps.push(file(theirs, own, undefined));
  out.steps.push({
    ...file(path, current, Buffer.concat([head, Buffer.from(gap), tail])),
    say: 'without what git prov added',
  });
}

const back = (from: string, to: string): InstallChange => ({ kind: 'move', from, to, say: 'your hook' });

const file = (path: string, before: Buffer | undefined, after: Buffer | undefined): InstallChange => ({
  kind: 'file',
  path,
  role: 'hook',
  mode: before === undefined ? 0o755 : (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o755) & 0o7777,
  before,
  after,
});
