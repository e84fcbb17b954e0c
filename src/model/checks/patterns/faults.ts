/** A task runner or package manager reports that its command failed, without details. */
export const FAULTS: readonly RegExp[] = [
  /^error: script "[^"]*" exited with code [1-9]/,
  /^\s*\[?ERR_PNPM_(?!UNSUPPORTED)|^\[?ELIFECYCLE\b| ELIFECYCLE /,
  /^npm (?:ERR!|error) (?:code (?!ENOENT)|Lifecycle script|Test failed)/i,
  /^(?:g?make(?:\[\d+\])?): \*\*\* /,
  /^(?:\[[^\]]+\] )?ERROR task failed/,
  /^error: (?:Recipe `[^`]*` failed|Justfile does not contain|No justfile found|Script not found)/,
  /^ERROR +run failed: command/,
  /^task: (?:Failed to run task|Task "[^"]*" does not exist|No Taskfile)/,
  /^error Command failed with exit code [1-9]/,
  /^(?:Command failed with exit code|Process exited with code|Exit status) [1-9]\d*$/,
  /^error: could not find `Cargo\.toml`/,
  /^rake aborted!$/,
];

/** The program was never started. */
export const NEVER_RAN =
  /(?:^|: )(?:(?:command not found|no such file or directory|permission denied)(?:: \S+)?|not found)$|^\[?ERR_PNPM_UNSUPPORTED_ENGINE\b|^pattern \S+: directory prefix \S+ does not contain |^error: unrecognized subcommand|ERR_PNPM_\w*NO_SCRIPT|^npm (?:ERR!|error) (?:Missing script:|code ENOENT|could not determine executable)|Command "[^"]+" not found$|: No module named \w+$|^mise ERROR\b|^This is not the tsc command you are looking for|^g?make(?:\[\d+\])?: (?:Nothing to be done for|['`"‘][^'"’]*['"’] is up to date)|^fish: Unknown command|^'?[\w./\\-]+'? ?(?:: The term '[^']+' )?is not recognized as (?:an internal|the name|a name)/i;

/** Words that a shell prints in any language if it cannot start a program: `bash: Zeile 1: npm: Kommando nicht gefunden.` */
export const NOT_STARTED =
  /^(?:\S*\/)?(?:ba|da|z|k)?sh: (?:\p{L}+ ?\d+(?: ?\p{L}+)? ?[:：] ?)?(?!(?:warning|kill|wait|export|read|test|printf|echo|source|set|shift|let|declare|local)\b)[\w./@+-]*[\p{L}/][\w./@+-]* ?[:：] ?\p{L}/u;

/** The program did not know an option, so it did nothing. */
export const MISUSED =
  /^(?:\S+: )?error: (?:unknown option|unexpected argument|unrecognized arguments?|no such option)|^unknown (?:shorthand )?(?:flag|option)s?:? |is not expected in this context$|^(?:flag provided but not defined|unrecognized option)/i;

/**
 * Runners that end with one of `FAULTS` when a command failed. So an end without this line shows a pass. Package managers
 * that print nothing after a failed script (npm, yarn 2) are not among them.
 */
export const ANNOUNCES =
  /^(?:pnpm(?! .*(?:-s|--silent|--loglevel[ =]silent)(?= |$))|bun run|g?make|just|mise (?:run|r)|task|rake)(?= |$)/;
