import type { Arg } from '../parse/word.ts';

/** Whether `tsc` with these words checks what the `tsconfig.json` of its folder names: no other settings, files or references. */
export const usesTsconfig = (args: readonly Arg[]): boolean =>
  args.every(
    ({ value }, i) =>
      value !== undefined &&
      (value.startsWith('-')
        ? !/^(?:-b|--build|--project=.*|--help|--version)$/.test(value)
        : /^-(?:p|-project)$/.test(args[i - 1]?.value ?? '')
          ? /^(?:\.|(?:\.\/)?tsconfig\.json)$/.test(value)
          : !/\.[cm]?tsx?$/.test(value)),
  );

/**
 * Whether a `tsconfig.json` names no files of its own, as in a project where it only refers to others. `tsc --noEmit` checks nothing
 * then, and passes. It may have comments.
 */
export function namesNoFiles(text: string): boolean {
  const bare = text.replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\/|\/\/.*/g, (one) =>
    one.startsWith('"') ? one : '',
  );
  return /"files"\s*:\s*\[\s*\]/.test(bare) && !/"include"\s*:\s*\[\s*[^\s\]]/.test(bare);
}
