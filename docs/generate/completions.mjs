// Completions for bash and zsh, with the commands and options of the program.

/** @typedef {import('./commands.mjs').Command} Command */

const NOTE = '# Made by docs/generate/generate.mjs. Do not edit.';
const names = (commands) => commands.map(({ name }) => name).join(' ');
const flagsOf = ({ options }) =>
  options.flatMap(({ flags, takes }) => flags.map((flag) => flag + (takes && flag.startsWith('--') ? '=' : '')));
// Where the first argument is a file or FILE:LINE, files are offered; where it is a commit, a range or a reference, revisions.
const takesFile = ({ usage }) => /[<[](?:\.\.\.)?(?:file|path|line|where|place)/i.test(usage);
const takesRevision = ({ usage }) => /[<[](?:\.\.\.)?(?:rev|ref|commit|range)/i.test(usage);

/**
 * A function for git's own completion, which calls it for `git prov`, and a completion for `git-prov`.
 * @param {readonly Command[]} commands
 */
export const bash = (commands) => `${NOTE}
# Source this file in ~/.bashrc. It completes "git prov" through git's own completion for bash.

_git_prov ()
{
	local commands="${names(commands)}"
	local command="$(__git_find_on_cmdline "$commands")"
	if [ -z "$command" ]; then
		case "$cur" in
		-*) __gitcomp "--help --version" ;;
		*) __gitcomp "$commands" ;;
		esac
		return
	fi
	case "$command,$cur" in
${commands.map((command) => bashCase(command)).join('\n')}
	esac
}

if declare -F __git_complete >/dev/null; then
	__git_complete git-prov _git_prov
fi
`;

function bashCase(command) {
  const flags = flagsOf(command).filter((flag) => flag.startsWith('--'));
  // Blame takes git's own options too.
  const more = command.name === 'blame' ? ' $(git blame --git-completion-helper 2>/dev/null)' : '';
  const options = `	${command.name},--*) __gitcomp "${[...flags, '--help'].join(' ')}${more}" ;;`;
  const kinds = command.positionals.find(({ choices }) => choices.length > 0)?.choices;
  const values = command.options.flatMap(({ flags, choices }) =>
    choices.length === 0
      ? []
      : [`	${command.name},${flags.at(-1)}=*) __gitcomp "${choices.join(' ')}" "" "\${cur##${flags.at(-1)}=}" ;;`],
  );
  const words = kinds
    ? `	${command.name},*) __gitcomp "${kinds.join(' ')}" ;;`
    : takesFile(command)
    ? `	${command.name},*) __git_complete_index_file "--cached" ;;`
    : takesRevision(command)
      ? `	${command.name},*) __git_complete_revlist ;;`
      : '';
  return [...values, options, words].filter(Boolean).join('\n');
}

/** @param {readonly Command[]} commands */
export const zsh = (commands) => `#compdef git-prov
#description show which agent session wrote a line, and why
${NOTE}
# Put this file into a folder of $fpath as _git-prov: zsh's completion of git finds it for "git prov" too.

_git-prov () {
  local context state line
  _arguments -C '-C+[run as if started in this folder]:folder:_directories' '--help[show help]' '--version[show the version]' \\
    '1: :->command' '*:: :->rest' && return
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, about }) => `        ${quote(`${name}:${about}`)}`).join('\n')}
      )
      _describe -t commands 'git prov command' commands
      ;;
    rest)
      case $words[1] in
${commands.map((command) => zshCase(command)).join('\n')}
      esac
      ;;
  esac
}

_git-prov "$@"
`;

const zshCase = (command) =>
  `        ${command.name}) _arguments ${[
    ...command.options.flatMap(({ flags, takes, about, choices }) =>
      flags.map((flag) =>
        quote(
          `${flag}${takes ? (flag.startsWith('--') ? '=' : '+') : ''}[${about.replaceAll(/[[\]:]/g, ' ')}]${takes ? `:${takes}:${list(choices)}` : ''}`,
        ),
      ),
    ),
    ...command.positionals.flatMap(({ flags, choices }) =>
      choices.length > 0 ? [quote(`1:${flags[0]}:${list(choices)}`)] : [],
    ),
    takesFile(command) ? "'*:file:_files'" : '',
  ]
    .filter(Boolean)
    .join(' ')} ;;`;

// Values of a closed list.
const list = (choices) => (choices.length > 0 ? `(${choices.join(' ')})` : '');

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
