#!/bin/sh
# Runs the experiments named, all of bench/experiments without any, each into a
# ledger of its own below out/atlas, and draws their reports and a page that links
# to them. What is in a ledger is not run again: ended in any way, it goes on where
# it was. Where one fails the others are run, and the exit status is 1. FLAGS go to
# run: FLAGS='--full --jobs 1'; with --dry-run nothing is run or drawn.
set -u
cd "$(dirname "$0")/.." || exit 1
out=out/atlas
put() { printf '%s\n' "$*"; } # as it is: the echo of some shells reads \n
say() { put "atlas: $*" >&2; }

all=$(for spec in bench/experiments/*.toml; do basename "$spec" .toml; done)
# What is wrong is said before anything is run.
for name; do
	case $name in
	*/*) false ;;
	*) [ -f "bench/experiments/$name.toml" ] ;;
	esac || {
		say "no experiment \"$name\": want some of" $all
		exit 2
	}
done
[ $# -gt 0 ] || set -- $all
[ -x bin/counterproof ] || { say "no bin/counterproof: make builds it"; exit 1; }
mkdir -p $out || exit 1

# The flags that are not of run alone.
full='' size=quick dry=''
for flag in ${FLAGS:-}; do
	case $flag in
	--full | -full | --full=true | -full=true) full=--full size=full ;;
	--dry-run | -dry-run) dry=1 ;;
	esac
done

# The script overwrites only its own page: one that begins with its doctype and soon names the
# atlas. Pages of earlier versions do so only in the title.
ours() {
	[ -f "$1" ] && head -n 6 "$1" | awk '
		NR == 1 && $0 != "<!doctype html>" { exit }
		/^<meta name="generator" content="counterproof atlas">$/ || /^<title>The atlas<\/title>$/ { found = 1; exit }
		END { exit !found }'
}
if [ -z "$dry" ] && { [ -e $out/index.html ] || [ -L $out/index.html ]; } && ! ours $out/index.html; then
	say "$out/index.html is not a page of the atlas, so it is not overwritten: move it away"
	exit 1
fi

# In the background, since a shell sees no signal before what is in front has
# ended, which a SIGTERM of make's would have to wait for.
child=''
start() {
	bin/counterproof "$@" &
	child=$!
	wait $child
	status=$?
	child=''
	return $status
}
# A signal ends all, not one experiment; a counterproof that was there says so
# itself. It has its own SIGINT from the terminal, and another does not hurt.
stop() {
	trap - INT TERM
	told=''
	if [ -n "$child" ]; then
		kill -"$1" $child 2>/dev/null
		wait $child
		[ $? -gt 128 ] || told=1
	fi
	[ -n "$told" ] || say "interrupted: start again to go on"
	exit "$2"
}
trap 'stop INT 130' INT
trap 'stop TERM 143' TERM

# Names of files end in .new until they are whole.
failed=''
for name; do
	spec=bench/experiments/$name.toml ledger=$out/$name.sqlite page=$out/$name.txt
	if [ -n "$dry" ]; then
		echo "$name:"
		start run $FLAGS --ledger $ledger "$spec" || failed="$failed $name"
		continue
	fi
	rm -f $page*.new # what a killed script has started may still write into them
	start run ${FLAGS:-} --ledger $ledger "$spec" >$page.ran.new
	# And keeps the ledger locked. A run that was refused has said nothing of what it
	# found; those after it go without a progress bar.
	while [ $status = 1 ] && [ ! -s $page.ran.new ]; do
		start run ${FLAGS:-} --ledger $ledger "$spec" >$page.ran.new 2>$page.said.new
		grep -q 'locked by another run' $page.said.new || { cat $page.said.new >&2; break; }
		sleep 1
	done
	why=''
	[ $status = 0 ] || why="the run ended with exit status $status"
	cat $page.ran.new
	echo "size        $size" >$page.new
	sed -n 's/^.*: \([0-9]* jobs\), .*: \([0-9]* correct, .*\)$/run         \1: \2/p' $page.ran.new >>$page.new
	if [ $status -gt 1 ]; then # 2 is a mistake in the file, others were killed: nothing new to draw
		[ ! -f $out/$name/index.html ] || why="$why, its page is of an earlier run"
	elif [ -f $ledger ]; then
		start report $full --index ../index.html --ledger $ledger -o $out/$name "$spec" >>$page.new || why="${why:+$why, }the report ended with exit status $status"
	fi
	if [ -n "$why" ]; then
		echo "failed      $why" >>$page.new
		failed="$failed $name"
	fi
	mv $page.new $page
	rm -f $page*.new
done
[ -z "$dry" ] || { [ -z "$failed" ]; exit; }

# What docs/claims.md says of an experiment, in a row or a paragraph: its
# beginning, or words on one line of it.
claims() {
	sed -n "s/^$1|//p" <<'END'
battleships-hints|the sums and few hints tell where the ships are
calendar-year|some days of A-Puzzle-A-Day feel impossible
linear-singular|every 3x4 `sum` puzzle has one and only one solution
linear-singular|the 3x4 `diff` puzzle is singular
linear-singular|In general the nullity of `diff`
map-kempe|it works well on Unreasonable maps
map-kempe|rules that can be searched efficiently
minesweeper-guess|in Minesweeper one can often go on without guessing
nonogram-transition|a set of clues may have several solutions
pairplace-shape|the more square the table
pairplace-shape|square tables are much more challenging
pentomino-rectangles|all twelve pentominoes fit into 5x12
submarines-chain|Two rows and two columns that hold
submarines-margins|The majorization test decides
submarines-margins|Two rows and two columns that hold
END
}

claimed() {
	claims "$1" | while IFS= read -r words; do
		awk -v words="$words" 'BEGIN { RS = ""; FS = "\n" }
			index($0, words) && !/^\|/ { print $0 "\n" }
			/^\|/ { for (i = 1; i <= NF; i++) if (index($i, words)) print $i }' docs/claims.md
	done
}

# Its section of docs/atlas.md, without the pictures.
described() {
	awk -v name="(\`$1\`)" '/^## / { on = index($0, name); next } on && !/^!/' docs/atlas.md
}

# The Markdown of docs as HTML, as far as those pages use it.
html() {
	sed -e 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g' \
		-e 's/`\([^`]*\)`/<code>\1<\/code>/g; s/\*\*\([^*]*\)\*\*/<b>\1<\/b>/g' \
		-e 's|\[\([^]]*\)\](\([^:)]*\))|<a href="../../docs/\2">\1</a>|g' |
		awk 'function in_(tag) { if (tag != now) { if (now) print "</" now ">"; if (tag) print "<" tag ">"; now = tag } }
			/^\|[-|]*$/ { next }
			/^\|/ { in_("table"); gsub(/^\| *| *\|$/, ""); gsub(/ *\| */, "</td><td>"); print "<tr><td>" $0 "</td></tr>"; next }
			/^- / { in_("ul"); print "<li>" substr($0, 3); next }
			/^$/ { in_(""); next }
			!/^  / { in_("p") }
			{ gsub(/\*\*/, ""); print } # bold over two lines
			END { in_("") }'
}

# The page of all that are there, whatever was run this time.
{
	cat <<'END'
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="generator" content="counterproof atlas">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The atlas</title>
<style>
:root { color-scheme: light dark; --line: #8886; --alarm: #a33a00 }
@media (prefers-color-scheme: dark) { :root { --alarm: #ffb38a } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 1.5rem auto; padding: 0 1rem; overflow-wrap: anywhere }
h1, h2 { line-height: 1.25 }
h2 { font-size: 1.2rem; margin: 2rem 0 .3rem }
p { margin: .3rem 0 }
.alarm, strong { color: var(--alarm) }
.alarm { border: 2px solid; border-radius: .4rem; padding: .3rem .7rem }
ul { margin: .3rem 0; padding-left: 1.2rem; font-size: .9rem }
details { margin: .5rem 0; padding: 0 .7rem; border-left: 3px solid var(--line) }
h3 { font-size: 1rem; margin: .7rem 0 0 }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: .9rem; overflow-wrap: normal }
td { border: 1px solid var(--line); padding: .2rem .5rem; vertical-align: top }
</style>
<h1>The atlas</h1>
<p>Counts and shares are of boards drawn with fixed seeds and come out the same everywhere; times are this
machine's. Below each experiment stands what to check it against:
<a href="../../docs/claims.md">docs/claims.md</a>, the claims of the texts, and
<a href="../../docs/atlas.md">docs/atlas.md</a>, what we found, with the published numbers.</p>
END
	for text in $out/*.txt; do
		[ -f "$text" ] || continue
		name=$(basename "$text" .txt)
		title=$name question='' page=$out/$name/index.html
		if [ -f $page ]; then # which has them escaped
			title="<a href=\"$name/index.html\">$(sed -n '/^<h1>/{s/<[^>]*>//gp;q;}' $page)</a>"
			question=$(sed '/^<h1>/,/^<dl/!d' $page | sed '/^<p>/,$!d; /<\/p>$/q')
		fi
		put "<h2 id=\"$name\">$title</h2>"
		put "$question"
		failure=$(sed -n 's/^failed  *//p' "$text")
		found=$(sed -n 's/^run  *//p' "$text" | sed 's/[1-9][0-9]* wrong/<strong>&<\/strong>/; s/[1-9][0-9]* without an answer/<strong>&<\/strong>/')
		[ -n "$failure" ] || case $found in
		*'wrong</strong>'*) found="$found. What is wrong is of the method under test" ;;
		esac
		class=''
		[ -z "$failure" ] || class=' class="alarm"'
		put "<p$class><code>$name</code>, $(sed -n 's/^size  *//p' "$text") size${found:+, $found}${failure:+. Failed: $failure}</p>"
		put "<ul>$(sed -n 's/^answer  */- /p; s/^fewest  */- Fewest solutions: /p; s/^most  */- Most solutions: /p' "$text" | html | sed '/^<.*ul>$/d')</ul>"
		claimed=$(claimed "$name" | html)
		described=$(described "$name" | html)
		[ -z "$claimed$described" ] || put "<details><summary>To check it against</summary>"
		[ -z "$claimed" ] || put "<h3>The claims</h3>$claimed"
		[ -z "$described" ] || put "<h3>What we found</h3>$described"
		[ -z "$claimed$described" ] || put "</details>"
		[ ! -f docs/experiments/$name.md ] || put "<p><a href=\"../../docs/experiments/$name.md\">docs/experiments/$name.md</a></p>"
	done
	echo "</html>"
} >$out/index.html.new && mv $out/index.html.new $out/index.html || exit 1
echo "atlas: $out/index.html"
[ -z "$failed" ] || { say "failed:$failed"; exit 1; }
