/** A task runner or package manager reports that its command failed, without details. */
export const FAULTS: readonly RegExp[] = [
  /^error: script "[^"]*" exited with code [1-9]/,
  /^\s*\[?ERR_PNPM_(?!UNSUPPORTED)|^\[?ELIFECYCLE\b| ELIFECYCLE /,
  /^npm (?:ERR!|error) (?:code (?!ENOENT)|Lifecycle script|Test failed)/i,
  /^(?:g?make(?:\[\d+\])?): (?:\*\*\* |Target .* not remade because of errors)/,
  /^(?:\[[^\]]+\] )?ERROR task failed/,
  /^error: (?:Recipe `[^`]*` failed|Justfile does not contain|No justfile found|Script not found)/,
  /^ERROR +run failed: command/,
  /^task: (?:Failed to run task|Task "[^"]*" does not exist|No Taskfile)/,
  /^error Command failed with exit code [1-9]/,
  /^(?:Command failed with exit code|Process exited with code|Exit status) [1-9]\d*$/,
  /^error: could not find `Cargo\.toml`/,
  /^rake aborted!$/,
];

/** The program was never started, or found no project, task or container to work in. */
export const NEVER_RAN = new RegExp(
  [
    // shells
    String.raw`(?:^|: )(?:(?:command not found|no such file or directory|permission denied)(?:: \S+)?|not found|no such file or directory \(os error 2\))$`,
    String.raw`^fish: Unknown command`,
    String.raw`^'?[\w./\\-]+'? ?(?:: The term '[^']+' )?is not recognized as (?:an internal|the name|a name)`,
    // npm, pnpm, Yarn, npx, uv, Python
    String.raw`^\[?ERR_PNPM_(?:UNSUPPORTED_ENGINE|NO_IMPORTER_MANIFEST_FOUND)\b`,
    String.raw`ERR_PNPM_\w*NO_SCRIPT`,
    String.raw`^npm (?:ERR!|error) (?:Missing script:|code ENOENT|could not determine executable)`,
    String.raw`Command "[^"]+" not found\.?$|^error Couldn't find a package\.json`,
    String.raw`^error: Failed to spawn: |: No module named \w+$`,
    String.raw`^This is not the tsc command you are looking for`,
    String.raw`^mise ERROR\b`,
    // a task, a target or a project that is missing
    String.raw`^g?make(?:\[\d+\])?: (?:Nothing to be done for|['\`"‘][^'"’]*['"’] is up to date|\*\*\* (?:No rule to make target [^,]*\.|No targets specified and no makefile found\.) +Stop\.$)`,
    String.raw`^error: (?:Justfile does not contain|No justfile found)|^task: (?:Task "[^"]*" does not exist|No Taskfile)`,
    String.raw`^(?:× )?Could not find task \`|^NX +Cannot find project`,
    String.raw`^error: (?:could not find \`Cargo\.toml\`|no such command: |unrecognized subcommand|package ID specification )`,
    String.raw`^pattern \S+: directory prefix \S+ does not contain `,
    String.raw`^MSBUILD : error MSB1003: |^error: Could not find Package\.swift|^\*\* \(Mix\) Could not find a Mix\.Project`,
    String.raw`^Could not find \S+ in locally installed gems`,
    String.raw`^(?:\[error\] |Error: )?No files matching the pattern\b`,
    // containers
    String.raw`^Cannot connect to the Docker daemon\b|^service "[^"]+" is not running|^Error response from daemon: |^error: pods? "[^"]+" not found`,
  ].join('|'),
  'i',
);

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
