import { existsSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Repo } from '../../git/repository/repo.ts';
import { readIf } from '../apply.ts';
import { same, type InstallChange } from '../install-change.ts';
import { GIT_HOOKS, PASSED_ON, PASSED_ON_IF_THERE } from './hook-names.ts';
import { freeName } from './spares.ts';
import { toolOf } from './hook-tools.ts';
import { Plan } from '../plan.ts';
import { isShim, tailOf } from './shim.ts';
import { filesOf } from '../../git/repository/local-files.ts';

/** The hooks that another program wrote into our folder because git reported it as the hooks folder. */
export const foreignIn = (dir: string): { name: string; bytes: Buffer }[] =>
  hooksIn(dir).filter(({ bytes }) => !isShim(bytes));

/** Plans to move another program's hook from our folder to the folder to which our hooks pass calls on. */
export function planRescue(plan: Plan, to: string, bytes: Buffer): void {
  const current = readIf(to);
  const about = { role: 'own', mode: 0o755, before: undefined, say: 'the hook of another program' } as const;
  if (same(current, bytes)) return;
  if (current && (toolOf(current) === undefined || toolOf(current) !== toolOf(bytes))) {
    plan.move(to, freeName(`${to}.old`), 'another program put a hook in its place');
    plan.file(to, bytes, { ...about, current: undefined });
  } else plan.file(to, bytes, about);
}

/** The changes that keep other programs' hooks when our hooks folder is removed. */
export function planRescues(repo: Repo): InstallChange[] {
  const { hooks } = filesOf(repo);
  const former = readIf(join(hooks, 'former'))?.toString('utf8').trimEnd() ?? '';
  const folder = isAbsolute(former) ? former : resolve(repo.cwd, former);
  const plan = new Plan({ changes: [], agents: [] });
  if (former === '' || former === '/dev/null' || !existsSync(folder)) return [];
  for (const { name, bytes } of hooksIn(hooks)) {
    const to = join(folder, name);
    if (!isShim(bytes)) planRescue(plan, to, bytes);
    else {
      const tail = tailOf(bytes);
      const current = readIf(to) ?? Buffer.from('#!/bin/sh\n');
      const whole = tail && Buffer.concat([current, tail]);
      if (whole && !current.includes(tail)) plan.file(to, whole, { ...TAIL, mode: 0o755 });
    }
  }
  return plan.steps;
}

const TAIL = { role: 'own', before: undefined, say: 'lines that another program appended to our hook' } as const;

function hooksIn(dir: string): { name: string; bytes: Buffer }[] {
  const known = new Set<string>([...GIT_HOOKS, ...PASSED_ON, ...PASSED_ON_IF_THERE]);
  return (statSync(dir, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(dir) : []).flatMap((name) => {
    if (!known.has(name) || !statSync(join(dir, name)).isFile()) return [];
    const bytes = readIf(join(dir, name));
    return bytes ? [{ name, bytes }] : [];
  });
}
