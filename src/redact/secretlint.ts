import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

/** A secret, and the rule that found it. */
export interface FoundSecret {
  readonly from: number;
  readonly to: number;
  readonly rule: string;
}

const PRESET = '@secretlint/secretlint-rule-preset-recommend';
// The preset ignores the ids of AWS access keys. They do not belong in a note either.
const AWS = { id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } };
const CONFIG = { rules: [{ id: PRESET, rule: creator, options: {}, rules: [AWS] }] };

// The profiler marks every step of every text, keeps all marks, and searches them each time. After some thousand texts that
// keeps a process busy for a minute.
secretLintProfiler.mark = () => undefined;

/** The findings of secretlint's recommended rules. */
export async function lint(text: string): Promise<FoundSecret[]> {
  // A comment can switch off its rules. Recorded text must not do that.
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
