/** Whether a hook's bytes begin with those of hooks/git, of whatever version. */
export const isShim = (bytes: Buffer): boolean => bytes.subarray(0, 200).toString('latin1').includes('\n# git prov: ');

/**
 * What another program put behind our lines in a hook (git-branchless does so), from the line after our last one.
 * @returns undefined when there is nothing but blanks
 */
export function tailOf(hook: Buffer): Buffer | undefined {
  const text = hook.toString('latin1');
  const end = [...text.matchAll(LAST_LINE)].at(-1);
  if (!end) return undefined;
  const tail = text.slice(end.index + end[0].length);
  return tail.trim() === '' ? undefined : Buffer.from(tail, 'latin1');
}

/** The tail of a hook of ours, but for one that the user's own hook holds too and runs. */
export function tailBeside(hook: Buffer, theirs: Buffer | undefined): Buffer | undefined {
  const tail = tailOf(hook);
  return tail && theirs && plain(theirs).includes(plain(tail)) ? undefined : tail;
}

// Its lines without blank ones.
const plain = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('\n');

/** A hook of ours with the tail that an earlier one had. */
export const withTail = (shim: Buffer, tail: Buffer | undefined): Buffer => (tail ? Buffer.concat([shim, tail]) : shim);

// The second is the last line of older versions, behind which nothing ran.
const LAST_LINE = /^(?:.*# git prov: end|exit \$prov_code)\n/gm;
