import { subcommand } from '../packages.ts';
import type { Arg } from '../parse/word.ts';
import { baseName } from '../parse/word.ts';
import type { Task } from './task.ts';
import { usesTsconfig } from './tsconfig.ts';

/** Targets that a rule depends on. */
const MAX_NEEDS = 32;
const MAX_TEXT = 16 * 1024;
const RUN = /^(?:run|run-script)$/;

/** The task that a simple command runs; undefined for other commands. */
export function taskIn(words: readonly Arg[]): Omit<Task, 'folder'> | undefined {
  const program = baseName(words[0]?.value ?? '');
  const args = words.slice(1);
  if (/^(npm|pnpm|yarn|bun)$/.test(program)) {
    const { name, rest } = subcommand(args);
    const script = name === undefined ? undefined : RUN.test(name) ? subcommand(rest).name : name;
    if (script === undefined || (program === 'npm' && !RUN.test(name!) && !/^(?:t|tst|test)$/.test(name!)))
      return undefined;
    return { file: 'package.json', name: /^(?:t|tst)$/.test(script) ? 'test' : script };
  }
  if (/^(?:vue-)?tsc$/.test(program)) return usesTsconfig(args) ? { file: 'tsconfig.json', name: program } : undefined;
  const isMake = /^g?make$/.test(program);
  if (!isMake && program !== 'just') return undefined;
  const valued = /^-[CfIjo]$|^--(?:file|makefile|directory|justfile|working-directory|jobs)$/;
  const target = args.find(
    ({ value }, i) => value !== undefined && !/^-|=/.test(value) && !valued.test(args[i - 1]?.value ?? ''),
  );
  const isDry = args.some(({ value }) =>
    /^(?:-n|--dry-run|--just-print|--version|--list|-l|--summary|--show)$/.test(value ?? ''),
  );
  return target && !isDry ? { file: isMake ? 'Makefile' : 'justfile', name: target.value! } : undefined;
}

/** The shell text of a task, after calls of those that it depends on; undefined when the manifest does not define it. */
export function taskText(manifest: string, { file, name }: Pick<Task, 'file' | 'name'>): string | undefined {
  if (file === 'tsconfig.json') return undefined;
  if (file === 'package.json') return scriptIn(manifest, name);
  const rule = (file === 'Makefile' ? makeRules(manifest) : justRules(manifest)).get(name);
  if (!rule) return undefined;
  const program = file === 'Makefile' ? 'make' : 'just';
  const needs = rule.needs.filter((one) => /^[\w./-]+$/.test(one)).slice(0, MAX_NEEDS);
  const text = [...needs.map((one) => `${program} ${one}`), ...rule.lines].join('\n');
  return text.length > MAX_TEXT ? undefined : text;
}

function scriptIn(manifest: string, name: string): string | undefined {
  try {
    const { scripts } = JSON.parse(manifest) as { scripts?: Record<string, unknown> };
    const text = scripts && Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    return typeof text === 'string' && text.length <= MAX_TEXT ? text : undefined;
  } catch {
    return undefined;
  }
}

interface Rule {
  readonly needs: string[];
  readonly lines: string[];
}

function makeRules(manifest: string): Map<string, Rule> {
  const rules = new Map<string, Rule>();
  const values = new Map<string, string>([['MAKE', 'make']]);
  const expand = (text: string): string =>
    text.replaceAll(/\$[({]([\w.-]+)[)}]/g, (_, name: string) => values.get(name) ?? '').replaceAll('$$', '$');
  let current: Rule[] = [];
  for (const line of manifest.replaceAll(/\\\n[ \t]*/g, ' ').split('\n')) {
    if (line.startsWith('\t')) {
      for (const rule of current) rule.lines.push(expand(line.trim().replace(/^[@+-]+\s*/, '')));
      continue;
    }
    const set = /^([\w.-]+)\s*(?::|::|\?)?=\s*(.*)$/.exec(line);
    if (set) values.set(set[1]!, expand(set[2]!));
    const rule = set ? null : /^([^\s:#=][^:#=]*)::?(?!=)([^#]*)/.exec(line);
    if (!rule && line.trim() !== '' && !line.startsWith('#')) current = [];
    if (!rule) continue;
    const [needs, recipe] = rule[2]!.split(';', 2) as [string, string?];
    current = expand(rule[1]!)
      .trim()
      .split(/\s+/)
      .map((target) => {
        const known = rules.get(target) ?? { needs: [], lines: [] };
        rules.set(target, known);
        known.needs.push(
          ...expand(needs)
            .split(/[\s|]+/)
            .filter(Boolean),
        );
        if (recipe) known.lines.push(expand(recipe.trim()));
        return known;
      });
  }
  return rules;
}

function justRules(manifest: string): Map<string, Rule> {
  const rules = new Map<string, Rule>();
  let current: Rule | undefined;
  for (const line of manifest.split('\n')) {
    if (/^[ \t]+\S/.test(line)) {
      const text = line
        .trim()
        .replace(/^[@-]+/, '')
        .replaceAll(/\{\{.*?\}\}/g, 'x');
      if (!text.startsWith('#!')) current?.lines.push(text);
      continue;
    }
    const rule = /^@?([\w-]+)(?:\s[^:]*)?:(?!=)\s*([^#]*)/.exec(line);
    if (!rule) continue;
    current = { needs: rule[2]!.replaceAll(/[()&]/g, ' ').split(/\s+/).filter(Boolean), lines: [] };
    rules.set(rule[1]!, current);
  }
  return rules;
}
