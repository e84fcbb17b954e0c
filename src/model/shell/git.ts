import type { Effect } from './verdict.ts';
import { ANY_AND_GIT, changesUnsure, GIT, looks, NONE, runs, runsClean } from './verdict.ts';
import type { Arg } from './parse/word.ts';
import { joinPath, splitOptions } from './parse/word.ts';
import { changesPaths } from './writers.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

// Subcommands that never change a file of the work tree and are run for information.
const LOOKS = list(
  `status log show blame annotate shortlog describe rev-parse rev-list ls-files ls-tree ls-remote cat-file grep reflog
  for-each-ref show-ref show-branch merge-base name-rev whatchanged range-diff cherry check-ignore check-attr check-mailmap
  var version help count-objects fsck diff-tree diff-index diff-files symbolic-ref verify-commit verify-tag request-pull`,
);
// Subcommands that change the repository (index, objects, refs, configuration) but no files.
const KEEPS_FILES = list(
  `add stage push fetch notes update-index gc prune repack init update-ref write-tree commit-tree pack-refs maintenance
  hash-object mktree mktag replace rerere tag branch remote config credential multi-pack-index commit-graph worktree`,
);
// Subcommands that write git's content into the work tree.
const MOVES_FILES = list(
  `reset merge rebase pull restore clean cherry-pick revert am filter-branch read-tree checkout-index sparse-checkout
  submodule bisect subtree filter-repo replay`,
);
const COMMITS = list('commit merge cherry-pick revert rebase am pull filter-branch');
// Subcommands that only list when they have no operand or one of these words.
const LISTS = list('tag branch remote config notes worktree submodule bisect');
const LISTING = list('list show get get-url -v --list -l --get --get-all --show-current status log -a -r --all');

/** Reads a git command. @param words the words after `git` */
export function readGit(words: readonly Arg[]): Effect {
  const rest = [...words];
  let directory: string | undefined = '';
  for (let option = rest[0]?.value; option?.startsWith('-'); option = rest[0]?.value) {
    rest.shift();
    if (option === '--version' || option === '--help') return looks;
    if (option === '-C') directory = into(directory, rest.shift()?.value);
    // An alias defined on the command line may run anything.
    else if (option === '-c' && rest.shift()?.value?.startsWith('alias.') !== false) return runs;
    else if (option === '--git-dir' || option === '--work-tree' || option === '--namespace') rest.shift();
    if (/^--(git-dir|work-tree)/.test(option)) directory = undefined;
  }
  const command = rest.shift()?.value;
  if (command === undefined) return words.length === 0 ? looks : runs;
  return within(directory, readSubcommand(command, rest));
}

function readSubcommand(command: string, args: readonly Arg[]): Effect {
  const commits = COMMITS.has(command);
  const first = args[0]?.value;
  const has = (...flags: string[]): boolean => args.some((arg) => arg.value !== undefined && flags.includes(arg.value));
  switch (command) {
    case 'diff':
      return has('--check') ? { kind: 'verification', writes: NONE, check: ['lint'] } : readOutput(args);
    case 'prov':
      return readOwn(first, args);
    case 'commit':
      return { ...runsClean, commits, isCommit: true };
    case 'checkout':
    case 'switch':
      // The seed's table counts them as exploration, because they look at another commit. Git writes the files.
      return { kind: 'exploration', writes: GIT, ...(leaves(args) && { branch: 'left' }) };
    case 'stash':
      if (first === 'list' || first === 'show') return looks;
      return { kind: 'execution', writes: GIT, ...(stashing(args) && { stashes: stashing(args)! }) };
    case 'mv':
      return moves(args);
    case 'rm': {
      const { flags, operands } = splitOptions(args);
      if (flags.has('--cached')) return runsClean;
      return flags.has('-r') ? changesUnsure : changesPaths(operands);
    }
    case 'apply':
      if (has('--check', '--stat', '--numstat', '--summary')) return looks;
      return has('--cached') ? runsClean : changesUnsure;
    case 'config': {
      const { flags, values } = splitOptions(args, ['-f', '--file', '--type', '--default', '--blob']);
      const file = values.get('-f') ?? values.get('--file');
      const isListing =
        LISTING.has(first ?? '') ||
        ['--get', '--get-all', '--get-regexp', '-l', '--list'].some((one) => flags.has(one));
      if (isListing) return looks;
      const files = file?.value === undefined ? [] : [file.value];
      return file ? { ...changesPaths([file]), fixes: { files, makes: true } } : runsClean;
    }
    case 'format-patch':
      return has('--stdout') ? looks : changesUnsure;
  }
  if (LOOKS.has(command)) return readOutput(args);
  if (LISTS.has(command) && (first === undefined || LISTING.has(first))) return looks;
  if (KEEPS_FILES.has(command)) return runsClean;
  if (MOVES_FILES.has(command))
    return {
      kind: 'execution',
      writes: runsOthers(command, args) ? ANY_AND_GIT : GIT,
      commits,
      ...(command === 'merge' && joins(args) && { branch: 'joined' }),
    };
  return runs;
}

/** The branch that others begin at. To bring it up to date joins no other work. */
const TRUNK = /^(?:[\w.-]+\/)?(?:main|master|trunk|develop)$/;

const joins = (args: readonly Arg[]): boolean =>
  splitOptions(args, ['-m', '-s', '-X', '-F']).operands.some(({ value }) => value !== undefined && !TRUNK.test(value));

/** A file or a folder, and no branch: `a.ts`, `src/`. */
const FILE = /\.[a-z]\w{0,5}$|^\.|\/$/i;

// Whether `git checkout` or `git switch` goes to another commit: not when it restores files, or begins a branch here.
function leaves(args: readonly Arg[]): boolean {
  if (args.some(({ value }) => value === '--')) return false;
  const { flags, operands } = splitOptions(args, ['-b', '-B', '-c', '-C', '--orphan']);
  const isNew = ['-b', '-B', '-c', '-C'].some((flag) => flags.has(flag));
  if (operands.length === 1) return !FILE.test(operands[0]!.value ?? '');
  return flags.has('--orphan') || (isNew ? operands.length > 0 : flags.has('--detach'));
}

// `git stash` takes the changes away, unless it takes a part of them.
function stashing(args: readonly Arg[]): Effect['stashes'] {
  const words = args.map(({ value = '' }) => value);
  if (words[0] === 'pop' || words[0] === 'apply') return 'back';
  const isWhole = words.every(
    (word, i) =>
      /^(?:push|save|-[uqa]+|-m|--(?:quiet|include-untracked|all|message(?:=.*)?))$/.test(word) ||
      /^(?:-m|--message|save)$/.test(words[i - 1] ?? ''),
  );
  return isWhole ? 'away' : undefined;
}

// Whether git runs another command for every commit or in every submodule.
function runsOthers(command: string, args: readonly Arg[]): boolean {
  const has = (option: RegExp): boolean => args.some(({ value = '' }) => option.test(value));
  switch (command) {
    case 'bisect':
    case 'submodule':
      return args[0]?.value === 'run' || args[0]?.value === 'foreach';
    case 'rebase': // for a cherry-pick, -x records the original commit in the message; for clean, it removes ignored files
      return has(/^(?:-x|--exec\b)/);
    default:
      return has(/^--(?:tree|index|commit)-filter\b/);
  }
}

// Our own commands that write to the work tree: an exported page, an attestation, shared settings, a guide, jobs for CI.
function readOwn(command: string | undefined, args: readonly Arg[]): Effect {
  if (command === 'decide' || command === 'deinit') return runsClean;
  const { flags, values } = splitOptions(args, ['--export', '--output', '--ci']);
  if (command === 'init')
    return values.has('--ci') || flags.has('--shared') || flags.has('--guide') ? changesUnsure : runsClean;
  const file = values.get(command === 'web' ? '--export' : '--output');
  return file && (command === 'web' || command === 'attest') ? changesPaths([file]) : looks;
}

// Commands of the log and diff family can write their output to a file.
function readOutput(args: readonly Arg[]): Effect {
  const output = splitOptions(args, ['--output']).values.get('--output');
  return output ? changesPaths([output]) : looks;
}

function moves(args: readonly Arg[]): Effect {
  const { operands } = splitOptions(args);
  const target = operands.at(-1);
  const sources = operands.slice(0, -1);
  if (target?.value === undefined) return changesUnsure;
  const inside = sources.map((source) => ({
    text: source.text,
    value: source.value && joinPath(target.value ?? '', source.value.slice(source.value.lastIndexOf('/') + 1)),
  }));
  return changesPaths([...operands, ...inside]);
}

const into = (directory: string | undefined, path: string | undefined): string | undefined =>
  directory === undefined || path === undefined ? undefined : joinPath(directory, path);

function within(directory: string | undefined, effect: Effect): Effect {
  if (directory === '') return effect;
  if (effect.writes.kind !== 'paths') return { ...effect, within: directory ?? null };
  if (directory === undefined) return { ...effect, writes: { kind: 'any' }, within: null };
  return { ...effect, writes: { kind: 'paths', paths: effect.writes.paths.map((path) => joinPath(directory, path)) } };
}
