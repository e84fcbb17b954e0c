import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

/** A secret, and the rule that found it. */
export interface Told {
  readonly from: number;
  readonly to: number;
  readonly rule: string;
}

const PRESET = '@secretlint/secretlint-rule-preset-recommend';
// The preset leaves the ids of AWS access keys alone; in a note they have no business either.
const AWS = { id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } };
const CONFIG = { rules: [{ id: PRESET, rule: creator, options: {}, rules: [AWS] }] };

// It marks every step of every text, keeps all marks, and searches them all for each one: after some thousand texts a process
// stays busy with them for a minute.
secretLintProfiler.mark = () => undefined;

/** What secretlint's recommended rules find. */
export async function lint(text: string): Promise<Told[]> {
  // A comment turns its rules off: what is recorded is not to decide that.
  const content = text.replaceAll(/secretlint-(?=disable|enable)/g, 'secretlint_');
  const { messages } = await lintSource({
    source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
    options: { config: CONFIG, noPhysicFilePath: true, maskSecrets: false },
  });
  return messages.map(({ range, ruleId }) => ({
    from: range[0],
    to: range[1],
    rule: ruleId.replace('@secretlint/secretlint-rule-', ''),
  }));
}
