import type { Effect } from './verdict.ts';
import { looks, looksUnsure, runsClean } from './verdict.ts';
import type { Arg } from './parse/word.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

// Programs that only read, whatever their arguments.
const READERS = list(
  `cat ls dir grep egrep fgrep zgrep rg ag ack head tail wc pwd which type whereis whoami id date ps df du printenv stat file jq
  more less nl od hexdump strings diff colordiff cmp comm cut tr basename dirname realpath readlink true false : test [ [[ echo
  printf uname hostname uptime free md5sum md5 sha1sum sha256sum sha512sum shasum b2sum cksum sum column fold fmt paste join expand
  unexpand seq bc expr nproc lsof netstat ss ping dig nslookup host man help tput history locate tac rev numfmt tokei cloc scc
  lsblk lscpu pgrep pstree bat batcat eza exa arch tty getent groups locale ldd nm objdump readelf apropos info tldr let fzf zcat bzcat xzcat`,
);
// Programs that change the state of the shell or the system, or only wait. They change no files.
const CLEAN = list(
  `sleep export set unset declare typeset local readonly shift wait jobs kill pkill killall ulimit umask exit return break
  continue getopts alias unalias shopt read clear reset disown bg fg hash stty renice nvm fnm mktemp say open xdg-open`,
);
const QUERIES = list('--version --help');
const GH_LOOKS = list('view list status diff checks search');

/** Reads a program that changes no file; undefined for others. */
export function readReader(name: string, args: readonly Arg[]): Effect | undefined {
  const first = args[0]?.value;
  // Any program asked only for its version or help.
  if (args.length === 1 && first !== undefined && (QUERIES.has(first) || (/^-[vV]$/.test(first) && isRuntime(name))))
    return looks;
  if (READERS.has(name)) return looks;
  if (CLEAN.has(name)) return name === 'set' || name === 'export' ? looks : runsClean;
  switch (name) {
    case 'awk':
    case 'gawk':
    case 'mawk':
      // An awk program may write through a redirection, a pipe or system(). A comparison such as `$1 > 5` looks the same.
      return args.every(({ value }) => value !== undefined && !/[>|]|system|inplace|^-f/.test(value))
        ? looks
        : looksUnsure;
    case 'yq':
      return args.some(({ value }) => /^(-[a-zA-Z]*i|--inplace)$/.test(value ?? '')) ? undefined : looks;
    case 'gh':
    case 'glab':
      return GH_LOOKS.has(args[1]?.value ?? '') || first === 'search' ? looks : undefined;
    case 'go':
      return first === 'version' || first === 'env' || first === 'doc' || first === 'list' ? looks : undefined;
    case 'cargo':
    case 'rustup':
    case 'mvn':
      return first === 'tree' || first === 'metadata' || first === 'show' ? looksUnsure : undefined;
    case 'tar':
      return /^-?[a-zA-Z]*t/.test(first ?? '') ? looks : undefined;
    case 'unzip':
      return /^-[a-zA-Z]*[lvtZ]/.test(first ?? '') ? looks : undefined;
    case 'docker':
    case 'kubectl':
    case 'podman':
      return /^(ps|images|logs|inspect|get|describe|version|info)$/.test(first ?? '') ? looks : undefined;
    case 'pip':
    case 'pip3':
      return /^(list|show|freeze|check)$/.test(first ?? '') ? looks : undefined;
    case '.':
    case 'source':
      // Activating a virtual environment only sets variables.
      return /(^|\/)bin\/activate(\.\w+)?$/.test(first ?? '') ? looks : undefined;
    default:
      return undefined;
  }
}

const isRuntime = (name: string): boolean =>
  /^(node|npm|pnpm|yarn|bun|deno|python[\d.]*|php|ruby|java|rustc|cargo|tsc|gcc|clang)$/.test(name);
