#!/bin/sh
# tools.sh missing: names the outside programs of bench/processtest/programs.tsv that
#   are not installed, with what is skipped without them. The exit status is 0.
# tools.sh install: installs their Debian packages and says what it did. That takes
#   root and apt-get. The exit status is 1 if a package is missing in the end.
# Programs without a package in Debian 12 (drat-trim, kissat) are only named.
set -u
table=$(dirname "$0")/../bench/processtest/programs.tsv
tab=$(printf '\t')

# installed reports whether one of the named programs is there.
installed() {
	for name; do
		command -v "$name" >/dev/null 2>&1 && return
		[ -x "/usr/games/$name" ] && return # where Debian puts sgt-puzzles
	done
	return 1
}

# missing prints a line of packages and programs for each program that is not there,
# and explains it.
missing() {
	while IFS=$tab read -r packages names purpose; do
		case $packages in '#'*) continue ;; esac
		installed $names && continue
		case $packages in
		-) echo "*** $names is not installed and has no package in Debian 12. SKIPPED: $purpose ***" ;;
		*) echo "*** ${names%% *} is not installed (Debian's package is ${packages%% *}). SKIPPED: $purpose ***" ;;
		esac
	done <"$table"
}

# wanted prints the packages that would bring the missing programs.
wanted() {
	while IFS=$tab read -r packages names purpose; do
		case $packages in '#'* | -) continue ;; esac
		installed $names || printf '%s\n' $packages
	done <"$table" | sort -u
}

install() {
	packages=$(wanted)
	if [ -z "$packages" ]; then
		echo "tools: all programs that have a Debian package are installed"
		missing
		return 0
	fi
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
		echo "tools: nothing was installed: it takes root and Debian's apt-get. On Debian, run as root:" >&2
		echo "    apt-get install" $packages >&2
		missing >&2
		return 1
	fi
	log=$(mktemp)
	export DEBIAN_FRONTEND=noninteractive
	timeout 120 apt-get update >"$log" 2>&1 || echo "tools: apt-get update failed: $(tail -n 1 "$log")" >&2
	for package in $packages; do # one that fails must not keep the others out
		if timeout 600 apt-get install -y --no-install-recommends "$package" >"$log" 2>&1; then
			echo "tools: installed $package"
		else
			echo "tools: could not install $package: $(tail -n 1 "$log")" >&2
		fi
	done
	rm -f "$log"
	missing >&2
	packages=$(wanted)
	[ -z "$packages" ] || { echo "tools: still missing:" $packages >&2; return 1; }
}

case ${1:-} in
missing) missing ;;
install) install ;;
*) echo "tools: want tools.sh missing or tools.sh install" >&2; exit 2 ;;
esac
