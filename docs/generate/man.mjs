// The manual page as roff: text written by hand, and the commands from the program.

/**
 * @param {import('./commands.mjs').Command[]} commands
 * @param {string} version
 * @returns {string}
 */
export const manPage = (commands, version) =>
  [
    `.\\" Made by docs/generate/generate.mjs. Do not edit.`,
    `.TH GIT\\-PROV 1 "" "git prov ${version}" "Git Manual"`,
    HEAD,
    '.SH COMMANDS',
    ...commands.map(command),
    TAIL,
  ].join('\n') + '\n';

function command({ usage, about, positionals, options }) {
  const rows = [...positionals.filter((one) => one.about), ...options];
  return [
    '.TP',
    `.B git prov ${escape(usage)}`,
    escape(sentence(about)),
    ...(rows.length === 0 ? [] : ['.RS', ...rows.flatMap(row), '.RE']),
  ].join('\n');
}

const row = ({ flags, takes, about }) => [
  '.TP',
  `${flags.map((flag) => `\\fB${escape(flag)}\\fR`).join(', ')}${takes && flags[0].startsWith('-') ? ` \\fI${takes}\\fR` : ''}`,
  escape(about ? sentence(about) : JSON_OUTPUT),
];

const JSON_OUTPUT = 'Print the result as JSON; its "schema" names what it is.';
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);
const escape = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');

const HEAD = `.SH NAME
git\\-prov \\- show, for every line, which agent session wrote it, why, and whether a test passed afterwards
.SH SYNOPSIS
.B git prov
[\\fB\\-C\\fR \\fIdir\\fR] \\fIcommand\\fR [\\fIoption\\fR ...]
.SH DESCRIPTION
Coding agents write lines of a repository, and people read them later. While an agent works,
.B git prov
records its steps: what it was asked, what it looked at, what it changed and why, which commands it ran, and whether the tests passed.
At each commit this goes into a git note of that commit, in
.IR refs/notes/provenance ,
together with the lines of the commit that the agent wrote. There is no server; notes are shared by pushing and fetching that ref.
.PP
.B git prov init
sets a repository up once. From then on nothing has to be done: agents work and commit as before.
.B git prov blame
shows who wrote what. A line is an agent's only where that was seen; a person's line is never shown as an agent's.`;

const TAIL = `.SH OWNERS AND SIGNS
Each line has an owner:
.BR agent ,
.B human
(the commit was recorded, and no agent wrote the line), or
.B unknown
(the commit was not recorded, or what was seen does not decide).
.PP
In the output of
.BR "git prov blame" ,
a mark beside the owner shows the last check after the change, such as a run of the tests. Without a UTF-8 locale the mark in
parentheses is printed.
.TP
.B ✓ (+)
A check passed.
.TP
.B ~
A check passed, and the file was committed again after it.
.TP
.B ✗ (x)
The last check failed.
.TP
.B · (.)
No check was recorded.
.TP
.B ?
The writer of the line is not known.
.TP
.B ^
As in
.BR git\\-blame (1):
the line is in the first commit of the range.
.SH REFERENCES
Sessions, goals, decisions and other steps are named
.IR kind : id ,
such as
.IR decision:8f3a21c0\\-9 ;
any unique beginning of the id will do.
.SH EXIT STATUS
.TP
.B 0
Success.
.TP
.B 1
The answer is no (a broken rule, a damaged record, a failed check), or what was asked for is missing or unreadable.
.TP
.B 2
Wrong usage.
.TP
.B 3
The reader of the output closed it, such as
.BR head (1).
.TP
.B 255
A fault of git prov itself.
.SH CONFIGURATION
.TP
.B prov.capture
How much text is recorded from now on;
.B git prov status
prints the present value.
.RS
.TP
.B summary
Notes have shortened prompts, commands and reasons, with secrets removed. This is the default.
.TP
.B full
The same notes. The whole input and output of each step, up to 1 MiB each and with secrets removed, are kept in
.IR .git/prov/contents ,
for 90 days and up to 256 MiB;
.B git prov show
of a step shows it.
.TP
.B hashes
Notes have no text, only the kind of each step, its tool, the files that it changed, and whether a check passed. Hashes are made with a key that stays in
.IR .git/prov .
Only entries declared with
.B git prov decide
keep their text.
.RE
.IP
Any other value counts as
.BR hashes .
.TP
.B prov.push, prov.\\fIremote\\fP.push
Whether
.B git push
sends notes: auto (the default), background (the push does not wait for them), manual (only
.BR "git prov push" )
or never. Any other value counts as never.
.TP
.B prov.notesRemote, prov.\\fIremote\\fP.notesRemote
Another remote, or an address, that gets the notes of what is pushed.
.TP
.B prov.pushTimeout
How long a push may wait for its notes, in seconds; 10 by default.
.TP
.B prov.autoFetch
With true, reading commands fetch notes in a clone without
.B git prov init
and without notes.
.TP
.B prov.sign
With true, notes are signed with the key that git signs commits with.
.B git prov init \\-\\-sign
sets it.
.TP
.B prov.trust
With vouched, what no allowed signer vouches for is hidden.
.TP
.B prov.review
The kinds of agents' entries and links that wait for
.BR "git prov review" :
memory,decision,supersedes,prevents,decided_by by default; all; or none.
.TP
.B prov.run.\\fINAME\\fP
The command that a behaviour or an agent of
.I .gitprov.toml
with this name runs. A file in a repository cannot set it.
.TP
.B prov.runTimeout
How long such a command may take, in seconds; 300 by default.
.TP
.B prov.context
With false, agents get no text at the start of a session.
.TP
.B prov.contextBudget
The size of that text in bytes; 4096 by default.
.TP
.B prov.decay
How fast confidence fades, as a rate for each day; 0.002 by default, which leaves half after 347 days; 0 for never.
.TP
.B prov.repair
Whether our git hooks are put back where another program displaced them: true (the default), or false. With false one line reports it, and
.B git prov doctor \\-\\-fix
puts them back.
.TP
.B prov.consolidate, prov.consolidateTimeout, prov.consolidateModel
The command that
.B git prov consolidate
hands turns to, how many seconds it may take, and the name of its model. No file of the repository can set them.
.TP
.B prov.summary
Whether to print one line after a commit with lines of agents, at a terminal only; false by default.
.B git prov init \\-\\-summary
sets it.
.TP
.B prov.ask, prov.askBudget
Whether agents are asked for the reasons of their changes at the end of a turn, and how often in a session.
.B git prov init \\-\\-ask
sets the first.
.TP
.B prov.check
With true, a push is stopped that breaks a rule of
.BR "git prov check" .
.TP
.B prov.behaviours
With true, behaviours react to what is recorded; see
.BR "git prov behaviours" .
.SH BLAME FORMATS
.BR "git prov blame \\-\\-porcelain" ,
.B \\-\\-line\\-porcelain
and
.B \\-\\-incremental
print the same as git (see
.BR git\\-blame (1)),
with more header lines. As with git's own, a program should ignore headers that it does not know. They come before the line's content; with
.B \\-\\-incremental
before
.BR filename .
With
.B \\-\\-porcelain
they come where git begins a group and where the owner changes, and hold for the lines that follow. Where no line of the answer has a note, there are none, and the output is git's to the byte.
.TP
.B prov\\-owner
.BR agent ,
.B human
or
.BR unknown .
The others follow only for an agent's line, and only where their value is known.
.TP
.B prov\\-session, prov\\-agent, prov\\-model
The session that wrote the line, its agent, and the model.
.TP
.B prov\\-node, prov\\-decision, prov\\-goal
The step that wrote it, and the decision and the goal behind it: an id, and a blank and the text after it.
.TP
.B prov\\-verification
.BR passed ,
.BR stale ,
.B failed
or
.BR none .
.TP
.B prov\\-evidence, prov\\-confidence
The kind of evidence, and its weight from 0 to 1.
.SH ENVIRONMENT
.TP
.B NO_COLOR
Colours are off where this is set, as they are by
.IR color.ui .
.TP
.B GIT_PAGER, PAGER
The pager, chosen as git chooses it;
.I pager.blame
and the like are honoured.
.TP
.B XDG_DATA_HOME
Where the folder
.I git\\-prov
is, which agents run our hooks from; by default
.IR ~/.local/share .
.SH FILES
.TP
.I refs/notes/provenance
The notes, one for each recorded commit, in CBOR. The package's
.I docs/format.md
describes them.
.TP
.I .git/prov
The local state of a repository: events that wait to be recorded, and caches. It is removed by
.BR "git prov deinit" ;
the notes stay.
.TP
.I .git/hooks/post\\-commit, post\\-rewrite, post\\-merge, post\\-applypatch
Run your own hooks of these names first, which were renamed to
.IR *.user .
From git 2.54 on, only
.I pre\\-push
is there, and git runs the others by its configuration.
.TP
.I .git/prov/hooks, .git/prov/redirect, .git/prov/gitconfig
Our hooks, and the settings that make git run them, where
.I core.hooksPath
is set or another program writes to
.IR .git/hooks .
The repository's configuration includes the files; the second one only for as long as the repository is where it was.
.SH EXAMPLES
.TP
.B git prov init
Begin to record in this repository.
.TP
.B git prov blame src/calc.js
Show who wrote each line, with the decision behind an agent's.
.TP
.B git prov blame \\-L 10,20 \\-\\-json main \\-\\- src/calc.js
The same for some lines of another revision, for a program.
.SH SEE ALSO
.BR git\\-blame (1),
.BR git\\-notes (1),
.BR githooks (5)`;
