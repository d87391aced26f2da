#!/bin/sh
# fuzz.sh GO TIME [PACKAGE...]: runs each fuzz target of the packages, by default of all packages,
# for TIME (20s, 5m, 1h30m), one after the other. It prints how many inputs each target tried. The
# exit status is 1 if a target fails or tries fewer than 50 inputs per second. A target that slow
# finds nothing: its seeds are too large, or it does too much for each input.
set -eu
go=$1 time=$2
shift 2
[ $# -gt 0 ] || set -- ./...
trap 'exit 130' INT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

least=$(echo "$time" | awk '{
	if ($0 !~ /^([0-9.]+(h|m|s|ms))+$/) exit 1
	unit["h"] = 3600; unit["m"] = 60; unit["s"] = 1; unit["ms"] = 0.001
	while (match($0, /^[0-9.]+/)) {
		number = substr($0, 1, RLENGTH)
		$0 = substr($0, RLENGTH + 1)
		match($0, /^[a-z]+/)
		seconds += number * unit[substr($0, 1, RLENGTH)]
		$0 = substr($0, RLENGTH + 1)
	}
	print int(50 * seconds)
}') || { echo "fuzz: want a time such as 20s or 1h30m, got $time" >&2; exit 2; }

"$go" list -f '{{$p := .}}{{range .TestGoFiles}}{{$p.ImportPath}} {{$p.Dir}}/{{.}}
{{end}}{{range .XTestGoFiles}}{{$p.ImportPath}} {{$p.Dir}}/{{.}}
{{end}}' "$@" >"$work/files"
while read -r package file; do
	[ -z "$package" ] || sed -n "s|^func \(Fuzz[A-Za-z0-9_]*\)(.*|$package \1|p" "$file"
done <"$work/files" >"$work/targets"

# -fuzzminimizetime 100x: the fuzzer shrinks an input that covers new code in at most 100 steps. By
# default it spends up to a minute on that and tries nothing else meanwhile.
failed=0
while read -r package target; do
	why=''
	"$go" test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 100x "$package" >"$work/said" 2>&1 </dev/null || why='FAILED'
	tried=$(sed -n 's/.*execs: \([0-9]*\).*/\1/p' "$work/said" | tail -n 1)
	[ -n "$why" ] || [ "${tried:-0}" -ge "$least" ] || why="TOO FEW: want at least $least in $time"
	printf '%9d  %s %s%s\n' "${tried:-0}" "$package" "$target" "${why:+  $why}"
	if [ -n "$why" ]; then
		failed=$((failed + 1))
		[ "$why" != FAILED ] || cat "$work/said"
	fi
done <"$work/targets"
[ $failed = 0 ] || { echo "fuzz: $failed of $(wc -l <"$work/targets") targets failed" >&2; exit 1; }
