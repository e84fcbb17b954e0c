# Made by docs/generate/generate.mjs. Do not edit.
# Source this file in ~/.bashrc. It completes "git prov" through git's own completion for bash.

_git_prov ()
{
	local commands="init status doctor deinit blame why log show sessions report impact stats search list trace web push fetch sync verify-run reconcile gc decide add revise link complete retract review behaviours migrate consolidate context import export record mcp check waive verify attest redact forget"
	local command="$(__git_find_on_cmdline "$commands")"
	if [ -z "$command" ]; then
		case "$cur" in
		-*) __gitcomp "--help --version" ;;
		*) __gitcomp "$commands" ;;
		esac
		return
	fi
	case "$command,$cur" in
	init,--agent=*) __gitcomp "amp claude-code cline codex continue copilot crush cursor droid gemini kilo opencode pi qwen windsurf" "" "${cur##--agent=}" ;;
	init,--ci=*) __gitcomp "github gitlab" "" "${cur##--ci=}" ;;
	init,--*) __gitcomp "--agent= --shared --global --guide --ci= --summary --ask --check --behaviours --sign --dry-run --json --help" ;;
	status,--*) __gitcomp "--agents --drain --json --help" ;;
	doctor,--*) __gitcomp "--fix --json --help" ;;
	deinit,--*) __gitcomp "--global --force --dry-run --json --help" ;;
	blame,--only=*) __gitcomp "agent human unknown" "" "${cur##--only=}" ;;
	blame,--*) __gitcomp "--only= --symbol= --json --evidence --help $(git blame --git-completion-helper 2>/dev/null)" ;;
	blame,*) __git_complete_index_file "--cached" ;;
	why,--*) __gitcomp "--rev= --json --help" ;;
	why,*) __git_complete_index_file "--cached" ;;
	log,--*) __gitcomp "--max-count= --verbose --oneline --all --branches= --tags= --remotes= --since= --after= --until= --before= --author= --committer= --grep= --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --merges --no-merges --first-parent --reverse --topo-order --date-order --skip= --json --help" ;;
	log,*) __git_complete_revlist ;;
	show,--*) __gitcomp "--trace --json --help" ;;
	show,*) __git_complete_revlist ;;
	sessions,--*) __gitcomp "--replay --from-step= --resume --agent= --follow --json --help" ;;
	report,--format=*) __gitcomp "text md json" "" "${cur##--format=}" ;;
	report,--*) __gitcomp "--format= --all --post= --impact --json --help" ;;
	report,*) __git_complete_revlist ;;
	impact,--format=*) __gitcomp "text md json" "" "${cur##--format=}" ;;
	impact,--*) __gitcomp "--depth= --min-confidence= --rev= --format= --json --help" ;;
	stats,--*) __gitcomp "--badge --json --help" ;;
	stats,*) __git_complete_revlist ;;
	search,--kind=*) __gitcomp "goal task constraint exploration commitment verification execution error human_gate patch event decision claim evidence risk failure memory raw episode note belief value drive relationship waiver commit file module function type external service tool agent" "" "${cur##--kind=}" ;;
	search,--*) __gitcomp "--kind= --session= --path= --since= --min-confidence= --provenance --include-provenance --limit= --json --help" ;;
	list,--status=*) __gitcomp "proposed accepted rejected superseded retracted completed" "" "${cur##--status=}" ;;
	list,--state=*) __gitcomp "open blocked active done dropped" "" "${cur##--state=}" ;;
	list,--*) __gitcomp "--status= --state= --unverified --rev= --session= --path= --since= --min-confidence= --provenance --include-provenance --limit= --json --help" ;;
	list,*) __gitcomp "goal task constraint exploration commitment verification execution error human_gate patch event decision claim evidence risk failure memory raw episode note belief value drive relationship waiver commit file module function type external service tool agent" ;;
	trace,--direction=*) __gitcomp "backward forward both" "" "${cur##--direction=}" ;;
	trace,--layer=*) __gitcomp "project execution knowledge code" "" "${cur##--layer=}" ;;
	trace,--*) __gitcomp "--direction= --depth= --layer= --min-confidence= --rev= --evidence --raw-sources --history --json --help" ;;
	trace,*) __git_complete_revlist ;;
	web,--*) __gitcomp "--port= --open --export= --json --help" ;;
	web,*) __git_complete_index_file "--cached" ;;
	push,--*) __gitcomp "--json --help" ;;
	fetch,--*) __gitcomp "--json --help" ;;
	sync,--*) __gitcomp "--json --help" ;;
	verify-run,--kind=*) __gitcomp "test types build lint format" "" "${cur##--kind=}" ;;
	verify-run,--*) __gitcomp "--from= --commit= --base= --by= --kind= --dry-run --json --help" ;;
	reconcile,--*) __gitcomp "--base= --head= --dry-run --json --help" ;;
	reconcile,*) __git_complete_revlist ;;
	gc,--*) __gitcomp "--prune --missing --quarantine --json --help" ;;
	decide,--*) __gitcomp "--ruled-out= --rejected= --risk= --because= --supports= --contradicts= --derived-from= --confidence= --on= --session= --json --help" ;;
	add,--source-type=*) __gitcomp "direct_experience promote inference told_by_agent consolidation revision unknown" "" "${cur##--source-type=}" ;;
	add,--*) __gitcomp "--because= --supports= --contradicts= --derived-from= --confidence= --on= --session= --json --source-type= --outcome= --lesson= --consolidation= --help" ;;
	add,*) __gitcomp "decision claim evidence risk failure memory raw episode note belief task constraint goal value drive relationship" ;;
	revise,--state=*) __gitcomp "open blocked active done dropped" "" "${cur##--state=}" ;;
	revise,--*) __gitcomp "--because= --confidence= --state= --session= --json --help" ;;
	revise,*) __git_complete_revlist ;;
	link,--*) __gitcomp "--remove --because= --session= --json --help" ;;
	complete,--*) __gitcomp "--because= --session= --json --help" ;;
	complete,*) __git_complete_revlist ;;
	retract,--*) __gitcomp "--because= --session= --json --help" ;;
	retract,*) __git_complete_revlist ;;
	review,--kind=*) __gitcomp "decision claim evidence risk failure memory raw episode note belief task constraint goal value drive relationship led_to explored_via verified_by committed_via failed_with blocked_by resumed_after spawned decided_by supports contradicts depends_on derived_from supersedes blocks exposes uses_secret imports calls reads writes extends caused prevents explains" "" "${cur##--kind=}" ;;
	review,--*) __gitcomp "--kind= --words --all --accept --reject --yes --because= --json --help" ;;
	review,*) __git_complete_revlist ;;
	behaviours,--*) __gitcomp "--run --dry-run --resume= --accept --yes --limit= --json --help" ;;
	migrate,--*) __gitcomp "--infer-provenance --accept= --json --help" ;;
	consolidate,--*) __gitcomp "--limit= --dry-run --json --help" ;;
	consolidate,*) __git_complete_revlist ;;
	context,--*) __gitcomp "--session= --for= --min-confidence= --verbose --budget= --json --help" ;;
	import,--*) __gitcomp "--ref= --agent= --since= --from= --dry-run --json --help" ;;
	import,*) __gitcomp "git-ai agentnote agentblame qwen agent-trace entire aider transcripts github gitlab" ;;
	export,--*) __gitcomp "--session= --output= --ref= --help" ;;
	export,*) __gitcomp "git-ai agent-trace prov-json in-toto otel json dot mermaid" ;;
	record,--*) __gitcomp "--agent= --quiet --help" ;;
	mcp,--*) __gitcomp "--help" ;;
	check,--format=*) __gitcomp "text json sarif github gitlab junit" "" "${cur##--format=}" ;;
	check,--*) __gitcomp "--rules= --format= --all --json --help" ;;
	check,*) __git_complete_revlist ;;
	waive,--*) __gitcomp "--rule= --reason= --until= --range= --rules= --yes --json --help" ;;
	waive,*) __git_complete_index_file "--cached" ;;
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
