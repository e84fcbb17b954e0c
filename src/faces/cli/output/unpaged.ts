import { readSettings } from '../../../git/repository/git-settings.ts';
import { openOutput, type Output, type OutputOptions } from './output.ts';
import { signsFor } from '../render/blame/blame-words.ts';
import { painter, wantsColor } from '../render/color.ts';
import type { TextStyle } from '../render/fields.ts';

/** Opens standard output for a short answer, which needs no pager. */
export async function openUnpaged(
  { cwd, env, stdout }: Pick<OutputOptions, 'cwd' | 'env' | 'stdout'>,
  json: boolean,
): Promise<{ output: Output; style: TextStyle }> {
  const settings = await readSettings(['color', 'core'], { cwd, env });
  const output = await openOutput({ cwd, env, paged: false, ...(stdout && { stdout }) });
  const signs = signsFor(env);
  const paint = painter(!json && wantsColor(settings, output, env));
  return { output, style: { signs, paint, columns: output.columns, unicode: signs.passed !== '+' } };
}
