_counterproof() {
	local words=("${COMP_WORDS[@]:0:COMP_CWORD}")
	COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _counterproof counterproof
