#!/bin/sh
# check.sh GO: runs all checks except the tests. Each check prints what is wrong. If some fail, the
# exit status is 1 and the last line names them.
set -u
cd "$(dirname "$0")/.." || exit 1
go=$1
failed=''
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() { # check NAME COMMAND [ARGUMENT...]
	name=$1
	shift
	echo "check: $name"
	"$@" || failed="$failed $name"
}

formatted() {
	"$("$go" env GOROOT)/bin/gofmt" -l . >"$work/unformatted" || return
	[ ! -s "$work/unformatted" ] || { sed 's/^/gofmt -w /' "$work/unformatted"; return 1; }
}

vetted() { # cmd/mutate is a module of its own
	"$go" vet ./... && "$go" vet -tags nonats ./cmd/counterproof/... && "$go" -C cmd/mutate vet ./...
}

analysed() {
	"$go" tool staticcheck ./... || return
	tool=$("$go" tool -n staticcheck) && (cd cmd/mutate && "$tool" ./...)
}

# Some module proxies lack the version of github.com/google/pprof that the tests of
# modernc.org/sqlite need. We do not run those tests, so -e continues without the module, and its
# hashes may be missing from go.sum. Everything else that go mod tidy would change is an error.
tidy() {
	for module in . cmd/mutate; do
		"$go" -C "$module" mod tidy -diff -e >"$work/diff" 2>"$work/errors" && continue
		[ -s "$work/diff" ] || { cat "$work/errors"; return 1; }
		grep '^[-+]' "$work/diff" | grep -v -e '^--- ' -e '^+++ ' -e '^+github.com/google/pprof ' >"$work/changes" || continue
		cat "$work/changes"
		echo "$module/go.mod or $module/go.sum is not tidy: go -C $module mod tidy -e"
		return 1
	done
}

# vetted_on SYSTEM runs vet for the packages that have other files on this system. Vet compiles
# all packages that they import.
vetted_on() {
	files='{{.ImportPath}}{{range .GoFiles}} {{.}}{{end}}{{range .TestGoFiles}} {{.}}{{end}}{{range .XTestGoFiles}} {{.}}{{end}}'
	"$go" list -f "$files" ./... >"$work/here" && GOOS=$1 "$go" list -f "$files" ./... >"$work/there" || return
	GOOS=$1 "$go" vet $(grep -vxFf "$work/here" "$work/there" | cut -d ' ' -f 1)
}

generated() { "$go" run ./cmd/docs -check; }

# The packages that a web page can call must compile to WebAssembly.
wasm() {
	GOOS=js GOARCH=wasm "$go" build ./encode/... ./native/... ./sat/... ./bench/record/judge ./bench/ask ./cmd/engine &&
		GOOS=js GOARCH=wasm "$go" vet -tags pdf ./cmd/engine
}

# The types of the scripts of pages, their format and what the linter finds.
scripts() {
	modules=out/tools/node_modules
	[ -f $modules/typescript/bin/tsc ] && [ -f $modules/@biomejs/biome/bin/biome ] && {
		(cd reports/web && node ../../$modules/typescript/bin/tsc && node ../../$modules/@biomejs/biome/bin/biome ci --colors=off --error-on-warnings)
		return
	}
	echo "*** typescript or biome is not installed (npm packages, which make tools installs). SKIPPED: the check of scripts ***" >&2
	[ -z "${COUNTERPROOF_CI:-}" ]
}

check format formatted
check vet vetted
check staticcheck analysed
check tidy tidy
check docs generated
check windows vetted_on windows
check darwin vetted_on darwin
check wasm wasm
check scripts scripts
[ -z "$failed" ] || { echo "check: failed:$failed" >&2; exit 1; }
