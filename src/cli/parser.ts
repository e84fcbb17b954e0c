import yargs, { type Argv } from 'yargs';
import { exitCode } from '../errors.ts';
import type { CliContext } from './context.ts';
import { normalized, SELECTING, selection } from './log-options.ts';
import { refusal } from './refusal.ts';

/** What an agent or a person is told about every command; the man page says the same. */
const ABOUT = 'For any line: which agent session wrote it, on which decision, for which goal, on what evidence.';

const json = { type: 'boolean', default: false, describe: 'Print data for programs, with a schema field' } as const;
const dryRun = { type: 'boolean', default: false, describe: 'Say what would be done, and do nothing' } as const;

/**
 * Parses the command line of all commands but blame, and runs the command.
 * @returns the exit code
 * @throws ProvError `usage` where the words make no sense
 */
export async function parse(argv: readonly string[], ctx: CliContext): Promise<number> {
  let code = argv.length > 0 ? 0 : exitCode('usage'); // then all there is to say is the help
  const words = argv[0] === 'log' ? normalized(argv) : askingHelp(argv);
  const parser = define(
    (run) => async (args) => {
      code = await run(args, ctx);
    },
    argv,
  )(yargs(words));
  await parser.parseAsync();
  return code;
}

// `git prov help log` is `git prov log --help`, as with git.
const askingHelp = (argv: readonly string[]): string[] =>
  argv.length === 0 ? ['--help'] : argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];

type Run<Args> = (args: Args, ctx: CliContext) => Promise<number>;
type Bind = <Args>(run: Run<Args>) => (args: Args) => Promise<void>;

function define(bind: Bind, argv: readonly string[]): (y: Argv) => Argv {
  return (y) =>
    reading(transport(setup(y, bind), bind), bind)
      .scriptName('git prov')
      .usage(`$0 <command>\n\n${ABOUT}`)
      .demandCommand(1, 'Which command?')
      .recommendCommands()
      .strict()
      .detectLocale(false)
      .version(process.env['GIT_PROV_VERSION'] ?? 'unknown')
      .help()
      .wrap(Math.min(100, process.stdout.columns ?? 100))
      .exitProcess(false)
      .fail((message, error) => {
        if (error && error.name !== 'YError') throw error;
        throw refusal(message || error.message, argv);
      });
}

function setup(y: Argv, bind: Bind): Argv {
  return y
    .command(
      'init',
      'Begin to record in this repository',
      (c) =>
        c.options({
          agent: {
            type: 'string',
            array: true,
            requiresArg: true,
            describe: 'An agent to register; those that are found, when absent',
          },
          shared: { type: 'boolean', default: false, describe: 'Register in the settings that the repository commits' },
          global: { type: 'boolean', default: false, describe: 'Record in every repository of this user' },
          'dry-run': dryRun,
          json,
        }),
      bind(async (args, ctx) => (await import('./setup.ts')).runInit(args, ctx)),
    )
    .command(
      'deinit',
      'Stop recording and put everything back as it was; the notes stay',
      (c) =>
        c.options({
          global: { type: 'boolean', default: false, describe: 'Undo init --global' },
          force: { type: 'boolean', default: false, describe: 'Also when events wait to be recorded' },
          'dry-run': dryRun,
          json,
        }),
      bind(async (args, ctx) => (await import('./setup.ts')).runDeinit(args, ctx)),
    )
    .command(
      'status',
      'What is recorded now, what waits, and why a commit has no note',
      (c) => c.options({ drain: { type: 'boolean', default: true, describe: 'Record first what waits' }, json }),
      bind(async (args, ctx) => (await import('./commands/status.ts')).runStatus(args, ctx)),
    )
    .command(
      'doctor',
      'Check everything, and mend it with --fix',
      (c) => c.options({ fix: { type: 'boolean', default: false, describe: 'Mend what can be mended' }, json }),
      bind(async (args, ctx) => (await import('./commands/doctor.ts')).runDoctor(args, ctx)),
    )
    .command(
      'reconcile [revisions..]',
      'Give notes to commits that a forge, or somebody else, made from such as have one',
      (c) =>
        c
          .positional('revisions', {
            type: 'string',
            array: true,
            describe: 'Revisions and ranges; the last 1000 commits of HEAD when absent',
          })
          .options({
            base: { type: 'string', describe: 'Where the branch that was merged began; with --head' },
            head: { type: 'string', describe: 'The last commit of the branch that was merged; with --base' },
            'dry-run': dryRun,
            json,
          }),
      bind(async ({ dryRun: isDry, ...args }, ctx) =>
        (await import('./commands/reconcile.ts')).runReconcile({ ...args, dryRun: isDry }, ctx),
      ),
    )
    .command(
      'gc',
      'Say which notes are of commits that are gone, and remove them with --prune',
      (c) =>
        c.options({
          prune: { type: 'boolean', default: false, describe: 'Remove them' },
          missing: {
            type: 'boolean',
            default: false,
            describe: 'Also those of commits that are not in this clone; they may be of a branch that was not fetched',
          },
          quarantine: {
            type: 'boolean',
            default: false,
            describe: 'Also the damaged notes that were set aside, and replaced, a month ago or longer',
          },
          json,
        }),
      bind(async (args, ctx) => (await import('./commands/gc.ts')).runGc(args, ctx)),
    )
    .command(
      'decide <decision>',
      'Declare why the changes that follow are made; for agents, in their own shell',
      (c) =>
        c.positional('decision', { type: 'string', demandOption: true, describe: 'What was decided' }).options({
          because: { type: 'string', describe: 'The reason' },
          rejected: {
            type: 'string',
            array: true,
            nargs: 1,
            describe: 'An alternative that was rejected; may be repeated',
          },
          session: {
            type: 'string',
            describe: 'The session, or a prefix of it; the one that runs this shell, when absent',
          },
          json,
        }),
      bind(async (args, ctx) => (await import('./commands/decide.ts')).runDecide(args, ctx)),
    );
}

// The three are one command that does half of it, the other half, or both.
function transport(y: Argv, bind: Bind): Argv {
  const commands = [
    { name: 'push', about: 'Bring a remote the notes of the commits that it knows', fetch: false, push: true },
    { name: 'fetch', about: "Bring a remote's notes here, and join them", fetch: true, push: false },
    { name: 'sync', about: 'Fetch and push notes', fetch: true, push: true },
  ];
  for (const { name, about, ...halves } of commands)
    y.command(
      `${name} [remote]`,
      about,
      (c) =>
        c
          .positional('remote', {
            type: 'string',
            describe: 'A remote or an address; where git push goes, when absent',
          })
          .options({ json })
          .parserConfiguration({ 'populate--': true }),
      bind(async ({ remote: named, ...args }, ctx) => {
        const remote = named ?? (args as { '--'?: string[] })['--']?.[0];
        return (await import('./commands/sync.ts')).runSync({ ...args, ...halves, remote }, ctx);
      }),
    );
  return y;
}

function reading(y: Argv, bind: Bind): Argv {
  return y
    .command('blame [file]', 'Who wrote each line, and on which decision: takes every option of git blame', (c) =>
      c.options({
        json,
        only: { type: 'string', choices: ['agent', 'human', 'unknown'], describe: 'Only the lines of these owners' },
        evidence: { type: 'string', describe: 'Show the kind of evidence; with =KIND,… only lines of these kinds' },
      }),
    )
    .command(
      'why <place>',
      'Why lines are there: FILE:LINE, FILE:A-B, FILE#L12-L20, or an address on a forge',
      (c) =>
        c.positional('place', { type: 'string', demandOption: true, describe: 'The lines' }).options({
          L: { type: 'string', array: true, nargs: 1, describe: 'Lines as git blame has them; then PLACE is a file' },
          rev: { type: 'string', describe: 'The revision; the work tree, when absent' },
          json,
        }),
      bind(async ({ place, L, rev, json: data }, ctx) => {
        const { runWhy } = await import('./commands/why.ts');
        return withReading(ctx, (read) => runWhy({ place, lines: L, rev, json: data }, read));
      }),
    )
    .command(
      'show [reference]',
      'What happened for a commit, in a session or around a step, as a tree',
      (c) =>
        c
          .positional('reference', { type: 'string', describe: 'A commit, a session, or kind:id; HEAD when absent' })
          .options({ json }),
      bind(async (args, ctx) => {
        const { runShow } = await import('./commands/show.ts');
        return withReading(ctx, (read) => runShow(args, read));
      }),
    )
    .command(
      'log [revisions..]',
      'Commits with their sessions, the share of their lines that agents wrote, and the decisions; paths after --',
      (c) =>
        c
          .positional('revisions', { type: 'string', array: true, describe: 'Revisions and ranges; HEAD when absent' })
          .options({
            n: {
              type: 'number',
              requiresArg: true,
              alias: 'max-count',
              describe: 'No more commits than this; also -NUMBER',
            },
            oneline: { type: 'boolean', default: false, describe: 'Leave the decisions out' },
            ...SELECTING,
            json,
          })
          .parserConfiguration({ 'populate--': true, 'boolean-negation': false }),
      bind(async ({ revisions, n, oneline, json: data, ...args }, ctx) => {
        const { runLog } = await import('./commands/log.ts');
        const paths = (args as { '--'?: string[] })['--'];
        const options = { revisions, paths, maxCount: n, selecting: selection(args), oneline, json: data };
        return withReading(ctx, (read) => runLog(options, read));
      }),
    )
    .command(
      'report [range]',
      'What a reviewer of a range should know: whose lines it adds, for what, which were never verified, or failed',
      (c) =>
        c
          .positional('range', {
            type: 'string',
            describe:
              'A..B, A...B, or a branch; HEAD when absent. A branch is compared with its upstream or the default branch',
          })
          .options({
            format: {
              type: 'string',
              choices: ['text', 'md', 'json'] as const,
              describe: 'text for a terminal, md for a comment on a forge, json for programs',
            },
            json,
          }),
      bind(async (args, ctx) => {
        const { runReport } = await import('./commands/report.ts');
        return withReading(ctx, (read) => runReport(args, read));
      }),
    )
    .command(
      'verify [revisions..]',
      'Whether the record is what it was: steps, graphs, lines against the diffs; everything, when no range is given',
      (c) =>
        c
          .positional('revisions', { type: 'string', array: true, describe: 'Revisions and ranges' })
          .options({ session: { type: 'string', describe: 'Only this session' }, json }),
      bind(async (args, ctx) => {
        const { runVerify } = await import('./commands/verify.ts');
        return withReading(ctx, (read) => runVerify(args, read));
      }),
    )
    .command(
      'sessions [session]',
      'The sessions that notes and this clone know, or the steps of one',
      (c) => c.positional('session', { type: 'string', describe: 'A session, or a prefix of it' }).options({ json }),
      bind(async (args, ctx) => {
        const { runSessions } = await import('./commands/sessions.ts');
        return withReading(ctx, (read) => runSessions(args, read));
      }),
    );
}

const withReading: typeof import('./session.ts').withReading = async (ctx, work) =>
  (await import('./session.ts')).withReading(ctx, work);
