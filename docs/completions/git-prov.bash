# Made by docs/generate/generate.mjs. Do not edit.
# Source this file in ~/.bashrc. It completes "git prov" through git's own completion for bash.

_git_prov ()
{
	local commands="init status doctor deinit blame why log show sessions report search list trace push fetch sync reconcile gc decide add revise link retract review context import export record mcp verify attest redact forget"
	local command="$(__git_find_on_cmdline "$commands")"
	if [ -z "$command" ]; then
		case "$cur" in
		-*) __gitcomp "--help --version" ;;
		*) __gitcomp "$commands" ;;
		esac
		return
	fi
	case "$command,$cur" in
	init,--*) __gitcomp "--agent= --shared --global --sign --dry-run --json --help" ;;
	status,--*) __gitcomp "--agents --drain --json --help" ;;
	doctor,--*) __gitcomp "--fix --json --help" ;;
	deinit,--*) __gitcomp "--global --force --dry-run --json --help" ;;
	blame,--*) __gitcomp "--json --only= --evidence= --help $(git blame --git-completion-helper 2>/dev/null)" ;;
	blame,*) __git_complete_index_file "--cached" ;;
	why,--*) __gitcomp "--rev= --json --help" ;;
	why,*) __git_complete_index_file "--cached" ;;
	log,--*) __gitcomp "--max-count= --oneline --all --branches= --tags= --remotes= --since= --after= --until= --before= --author= --committer= --grep= --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --merges --no-merges --first-parent --reverse --topo-order --date-order --skip= --json --help" ;;
	log,*) __git_complete_revlist ;;
	show,--*) __gitcomp "--trace --json --help" ;;
	show,*) __git_complete_revlist ;;
	sessions,--*) __gitcomp "--replay --from-step= --follow --json --help" ;;
	report,--*) __gitcomp "--format= --json --help" ;;
	report,*) __git_complete_revlist ;;
	search,--*) __gitcomp "--kind --session= --path= --since= --min-confidence= --provenance --limit= --json --help" ;;
	list,--*) __gitcomp "--status --session= --path= --since= --min-confidence= --provenance --limit= --json --help" ;;
	trace,--*) __gitcomp "--direction --depth= --layer= --min-confidence= --evidence --raw-sources --history --json --help" ;;
	trace,*) __git_complete_revlist ;;
	push,--*) __gitcomp "--json --help" ;;
	fetch,--*) __gitcomp "--json --help" ;;
	sync,--*) __gitcomp "--json --help" ;;
	reconcile,--*) __gitcomp "--base= --head= --dry-run --json --help" ;;
	reconcile,*) __git_complete_revlist ;;
	gc,--*) __gitcomp "--prune --missing --quarantine --json --help" ;;
	decide,--*) __gitcomp "--rejected= --risk= --because= --supports= --contradicts= --derived-from= --confidence= --on= --session= --json --help" ;;
	add,--*) __gitcomp "--because= --supports= --contradicts= --derived-from= --confidence= --on= --session= --json --source-type --consolidation= --help" ;;
	revise,--*) __gitcomp "--because= --confidence= --session= --json --help" ;;
	revise,*) __git_complete_revlist ;;
	link,--*) __gitcomp "--remove --because= --session= --json --help" ;;
	retract,--*) __gitcomp "--because= --session= --json --help" ;;
	retract,*) __git_complete_revlist ;;
	review,--*) __gitcomp "--accept --reject --yes --because= --json --help" ;;
	review,*) __git_complete_revlist ;;
	context,--*) __gitcomp "--session= --for= --budget= --json --help" ;;
	import,--*) __gitcomp "--ref= --agent= --since= --dry-run --json --help" ;;
	export,--*) __gitcomp "--session= --output= --ref= --help" ;;
	export,*) __git_complete_revlist ;;
	record,--*) __gitcomp "--agent= --quiet --help" ;;
	mcp,--*) __gitcomp "--help" ;;
	verify,--*) __gitcomp "--all --session= --attestation= --strict --json --help" ;;
	verify,*) __git_complete_revlist ;;
	attest,--*) __gitcomp "--output= --help" ;;
	attest,*) __git_complete_revlist ;;
	redact,--*) __gitcomp "--test= --json --help" ;;
	forget,--*) __gitcomp "--stdin --file= --yes --push= --prune --json --help" ;;
	esac
}

if declare -F __git_complete >/dev/null; then
	__git_complete git-prov _git_prov
fi
