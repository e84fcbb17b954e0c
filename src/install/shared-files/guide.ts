import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentInstaller } from '../agent-settings.ts';
import { readIf } from '../apply.ts';
import type { Plan } from '../plan.ts';
import { isInPlace, type OwnText, planText } from './own-text.ts';
import { withoutParagraph, withParagraph } from './paragraph.ts';

/** The file with instructions that most agents read. */
const AGENTS_FILE = 'AGENTS.md';
/** Where agents look for skills: Claude Code in its own folder, the others in the common one. */
const SKILL_FOLDERS = { 'claude-code': '.claude/skills', others: '.agents/skills' } as const;
/** A skill of ours, of any version, has this in its first lines. */
const OUR_SKILL = /^---\r?\nname: git-prov\r?\n/;

// The paragraph and the skill that agents get. Each agent that the repository uses gets the skill where it looks for it.
function texts(packageDir: string, agents: readonly AgentInstaller[]): OwnText[] {
  const guide = (name: string): string => readFileSync(join(packageDir, 'docs/skill', name), 'utf8');
  const names = agents.map(({ name }) => name);
  const folders = [
    ...(names.includes('claude-code') ? [SKILL_FOLDERS['claude-code']] : []),
    ...(names.some((name) => name !== 'claude-code') ? [SKILL_FOLDERS.others] : []),
  ];
  const skill = Buffer.from(guide('SKILL.md'));
  return [
    {
      path: AGENTS_FILE,
      next: (current) => withParagraph(current, guide('agents-paragraph.md')),
      say: 'tells agents to ask why, and to record decisions',
    },
    ...folders.map((folder) => ({
      path: `${folder}/git-prov/SKILL.md`,
      next: (current: Buffer | undefined) => (current && !OUR_SKILL.test(current.toString('utf8')) ? undefined : skill),
      say: 'a skill: how agents use git prov',
    })),
  ];
}

/** Plans the paragraph in AGENTS.md, and the skill. */
export function planGuide(plan: Plan, packageDir: string, workTree: string, agents: readonly AgentInstaller[]): void {
  for (const text of texts(packageDir, agents)) planText(plan, workTree, text);
}

/** Whether the paragraph is in the repository's AGENTS.md. */
export function hasGuide(workTree: string): boolean {
  const bytes = readIf(join(workTree, AGENTS_FILE));
  return bytes !== undefined && withoutParagraph(bytes, true) !== bytes;
}

/** Sentences about files that could not take our text. */
export const guideNotTaken = (packageDir: string, workTree: string, agents: readonly AgentInstaller[]): string[] =>
  texts(packageDir, agents)
    .filter((text) => !isInPlace(workTree, text))
    .map(({ path }) => `${path} was not changed: it leads out of the work tree, or has other text there.`);
