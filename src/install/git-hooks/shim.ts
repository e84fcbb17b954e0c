/** Whether a hook starts like hooks/git, from any version. */
export const isShim = (bytes: Buffer): boolean => bytes.subarray(0, 200).toString('latin1').includes('\n# git prov: ');

/**
 * The lines that another program appended to our hook (git-branchless does so).
 * @returns undefined when there is nothing but white space
 */
export function tailOf(hook: Buffer): Buffer | undefined {
  const text = hook.toString('latin1');
  const end = [...text.matchAll(LAST_LINE)].at(-1);
  if (!end) return undefined;
  const tail = text.slice(end.index + end[0].length);
  return tail.trim() === '' ? undefined : Buffer.from(tail, 'latin1');
}

/** The tail of our hook; undefined when the user's own hook contains it too and runs it. */
export function tailBeside(hook: Buffer, theirs: Buffer | undefined): Buffer | undefined {
  const tail = tailOf(hook);
  return tail && theirs && plain(theirs).includes(plain(tail)) ? undefined : tail;
}

// The lines without blank ones.
const plain = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('\n');

/** Our hook with the tail of an earlier one. */
export const withTail = (shim: Buffer, tail: Buffer | undefined): Buffer => (tail ? Buffer.concat([shim, tail]) : shim);

// The second form is the last line of older versions, which ran nothing after it.
const LAST_LINE = /^(?:.*# git prov: end|exit \$prov_code)\n/gm;
