#!/bin/sh
# tools.sh missing: names the outside programs of bench/processtest/programs.tsv that are not
#   installed, and the tests that are skipped without them. The exit status is 0.
# tools.sh install: installs their Debian packages and reports what it did. It needs root and
#   apt-get. The exit status is 1 if a package is still missing at the end.
# It only names programs without a package in Debian 12 (drat-trim, kissat).
set -u
table=$(dirname "$0")/../bench/processtest/programs.tsv
tab=$(printf '\t')

# installed reports whether one of the named programs is installed.
installed() {
	for name; do
		command -v "$name" >/dev/null 2>&1 && return
		[ -x "/usr/games/$name" ] && return # Debian installs sgt-puzzles here
	done
	return 1
}

# missing prints a line for each missing program: its name, its package, and what is skipped.
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

# wanted prints the packages that contain the missing programs.
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
		echo "tools: nothing was installed, because that needs root and Debian's apt-get; on Debian, run as root:" >&2
		echo "    apt-get install" $packages >&2
		missing >&2
		return 1
	fi
	log=$(mktemp)
	export DEBIAN_FRONTEND=noninteractive
	timeout 120 apt-get update >"$log" 2>&1 || echo "tools: apt-get update failed: $(tail -n 1 "$log")" >&2
	for package in $packages; do # one by one, so that a package that fails does not stop the others
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
