#!/bin/sh
# Runs the experiments named, all of bench/experiments without any, each into a
# ledger of its own below out/atlas, and draws their reports and a page that links
# to them. What is in a ledger is not run again. Where one fails the others are
# run, and the exit status is 1. FLAGS go to run: --full, --jobs 1.
set -u
cd "$(dirname "$0")/.." || exit 1
out=out/atlas
mkdir -p $out
[ $# -gt 0 ] || set -- $(cd bench/experiments && ls *.toml | sed 's/\.toml$//')
# Ctrl-C ends all, not one experiment.
trap 'echo "atlas: interrupted: start again to go on" >&2; exit 130' INT TERM
failed=
for name; do
	spec=bench/experiments/$name.toml
	bin/counterproof run ${FLAGS:-} --ledger $out/$name.sqlite "$spec" || failed="$failed $name"
	[ -f $out/$name.sqlite ] || continue
	bin/counterproof report ${FLAGS:+$(echo " $FLAGS" | grep -o -e ' --full')} --ledger $out/$name.sqlite -o $out/$name "$spec" >$out/$name.txt ||
		failed="$failed $name"
done
# The page of all that are there, whatever was run this time.
{
	cat <<'END'
<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The atlas</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
p { margin: .2rem 0 1rem }
</style>
<h1>The atlas</h1>
END
	for page in $out/*/index.html; do
		[ -f "$page" ] || continue
		name=$(basename "$(dirname "$page")")
		title=$(sed -n '/^title = /{s/^title = "\(.*\)"$/\1/p;q}' bench/experiments/$name.toml)
		echo "<h2><a href=\"$name/index.html\">${title:-$name}</a></h2>"
		echo "<p>$(sed -n '/^question = """$/,/^"""$/p' bench/experiments/$name.toml | sed '1d;$d;s/&/\&amp;/g;s/</\&lt;/g')</p>"
	done
	echo "</html>"
} >$out/index.html
echo "atlas: $out/index.html"
[ -z "$failed" ] || { echo "atlas: failed:$failed" >&2; exit 1; }
