#!/bin/sh
# bench.sh GO [PATTERN]: runs the benchmarks of all packages that have some, or those that match
# PATTERN, one package at a time. It writes their output to out/bench.txt as well. At the end, it
# repeats the ratios: a metric xNAME says how many times as fast as NAME something is. If a benchmark
# fails, the others run all the same, the last line names the package, and the exit status is 1.
set -u
cd "$(dirname "$0")/.." || exit 1
go=$1
pattern=${2:-.}
mkdir -p out

# The benchmarks of pages compare a mean with a limit, so they run three times. MemoryOverrun measures
# how late a limit acts, and needs 2 GB.
for file in $(grep -rlE --include='*_test.go' '^func Benchmark[A-Z]' bench cmd encode native reports sat); do
	dirname "$file"
done | sort -u | while read -r package; do
	times=1x
	[ "$package" != reports/web ] || times=3x
	"$go" test -run '^$' -bench "$pattern" -skip MemoryOverrun -benchtime "$times" -timeout 60m "./$package" </dev/null 2>&1 ||
		echo "bench: failed: $package"
done | tee out/bench.txt

echo
awk '$1 == "pkg:" { package = $2; sub("^[^/]*/", "", package) }
	/^Benchmark/ { for (i = 4; i <= NF; i++) if ($i ~ /^x[a-z]/) printf "%-28s %-44s %8s %s\n", package, $1, $(i - 1), $i }' out/bench.txt
grep -q '^Benchmark' out/bench.txt || echo "bench: failed: no benchmark matches $pattern" >>out/bench.txt
! grep '^bench: failed: ' out/bench.txt >&2
