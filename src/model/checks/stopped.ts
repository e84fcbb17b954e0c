/**
 * Exit statuses of a program that was stopped before its end: by `timeout` (124), and by the signals KILL and TERM, as shells
 * report them (128 and the signal's number).
 */
const STOPPED = new Set([124, 128 + 9, 128 + 15]);

/** What agents add to the output of a command that they stopped at their time limit, or left running. */
const LIMIT =
  /^(?:error: )?(?:command (?:is )?running in (?:the )?background with id|command timed out after \d|command aborted$|bash tool terminated command after exceeding timeout \d|command was automatically cancelled because it exceeded the timeout of \d|command did not complete within its \d+\S* timeout)/i;
/** Exit statuses with which a shell says that it did not find, or could not start, a program. */
const NOT_STARTED = new Set([126, 127]);
/** The exit status as agents add it. */
const STATUS =
  /^(?:Error: )?(?:Exit code:?|Process exited with code) (\d{1,3})$|^<(?:shellId: \S+ completed|exited) with exit code (\d{1,3})>$/i;
/** Lines at the start and at the end of an output where an agent adds its own. */
const FIRST_LINES = 3;
const LAST_LINES = 4;

/** Whether a program with this exit status was stopped before its end, so that it says nothing about what it checked. */
export const isStopped = (exit: number): boolean => STOPPED.has(exit);

/**
 * Whether an agent says at the start or the end of an output that the command was stopped before its end. The same words in between
 * belong to the command.
 * @param lines trimmed, without empty ones
 */
export const saysStopped = (lines: readonly string[]): boolean =>
  endsOf(lines).some((line) => LIMIT.test(line) || isStopped(statusIn(line)));

/** Whether an agent says there that the shell could not start a program, in whatever language. */
export const saysNotStarted = (lines: readonly string[]): boolean =>
  endsOf(lines).some((line) => NOT_STARTED.has(statusIn(line)));

const endsOf = (lines: readonly string[]): readonly string[] => [
  ...lines.slice(0, FIRST_LINES),
  ...lines.slice(-LAST_LINES),
];

function statusIn(line: string): number {
  const found = STATUS.exec(line);
  return Number(found?.[1] ?? found?.[2]);
}
