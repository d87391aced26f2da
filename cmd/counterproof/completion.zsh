#compdef counterproof
_counterproof() {
	local -a found
	found=("${(@f)$("${words[@]:0:#words[@]-1}" --generate-bash-completion 2>/dev/null)}")
	_describe 'values' found
}
compdef _counterproof counterproof
