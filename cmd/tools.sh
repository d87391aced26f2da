#!/bin/sh
# tools.sh missing: names the outside programs of bench/test/processtest/programs.tsv that are not
#   installed, and the tests that are skipped without them. The exit status is 0.
# tools.sh install: installs their Debian packages and reports what it did. It needs root and
#   apt-get. The exit status is 1 if a package is still missing at the end.
# tools.sh install-cluster: does the same with the programs of bench/test/processtest/cluster.tsv. They
#   are apart because their packages contain daemons. It does not let Debian start these daemons.
# It only names programs without a package in Debian 12 (drat-trim, kissat).
# The first two also deal with three npm packages, axe-core, typescript and biome. They are installed below
# out/tools. If COUNTERPROOF_AXE names a folder, tests use the axe-core in it, and npm installs nothing.
set -u
root=$(dirname "$0")/..
programs=$root/bench/test/processtest/programs.tsv
cluster=$root/bench/test/processtest/cluster.tsv
lock=$root/reports/test/browsertest/npm
tab=$(printf '\t')

# Debian installs daemons here. Before it starts a daemon, it asks the file policy-rc.d
# (README.policy-rc.d of the package init-system-helpers).
sbin=${COUNTERPROOF_SBIN:-/usr/sbin}
policy=$sbin/policy-rc.d

# installed reports whether one of the named programs is installed.
installed() {
	for name; do
		command -v "$name" >/dev/null 2>&1 && return
		[ -x "/usr/games/$name" ] && return # Debian installs sgt-puzzles here
		[ -x "$sbin/$name" ] && return
	done
	return 1
}

# has_axe reports whether the npm packages are installed, in the versions of the lock file.
has_axe() {
	[ -n "${COUNTERPROOF_AXE:-}" ] && { [ -f "$COUNTERPROOF_AXE/axe.min.js" ]; return; }
	[ -f "$root/out/tools/node_modules/axe-core/axe.min.js" ] && cmp -s "$lock/package-lock.json" "$root/out/tools/package-lock.json"
}

has_checkers() { [ -f "$root/out/tools/node_modules/typescript/bin/tsc" ] && [ -f "$root/out/tools/node_modules/@biomejs/biome/bin/biome" ]; }

install_axe() {
	has_axe && return
	[ -z "${COUNTERPROOF_AXE:-}" ] || { echo "tools: $COUNTERPROOF_AXE has no axe.min.js" >&2; return 1; }
	mkdir -p "$root/out/tools" && cp "$lock/package.json" "$lock/package-lock.json" "$root/out/tools" &&
		(cd "$root/out/tools" && timeout 600 npm ci --ignore-scripts --no-audit --no-fund >/dev/null) || {
		echo "tools: could not install axe-core, typescript and biome with npm" >&2
		return 1
	}
	echo "tools: installed axe-core, typescript and biome"
}

# missing TABLE... prints a line for each missing program of the tables: its name, its package, and
# what is skipped.
missing() {
	for table; do missing_of "$table"; done
	has_axe || echo "*** axe-core is not installed (an npm package). SKIPPED: tests of the accessibility of pages ***"
	has_checkers || echo "*** typescript or biome is not installed (npm packages). SKIPPED: the check of scripts ***"
}

missing_of() {
	while IFS=$tab read -r packages names purpose; do
		case $packages in '#'*) continue ;; esac
		installed $names && continue
		case $packages in
		-) echo "*** $names is not installed and has no package in Debian 12. SKIPPED: $purpose ***" ;;
		*) echo "*** ${names%% *} is not installed (Debian's package is ${packages%% *}). SKIPPED: $purpose ***" ;;
		esac
	done <"$1"
}

# wanted TABLE prints the packages that contain the missing programs.
wanted() {
	while IFS=$tab read -r packages names purpose; do
		case $packages in '#'* | -) continue ;; esac
		installed $names || printf '%s\n' $packages
	done <"$1" | sort -u
}

# install TABLE installs the packages that contain the missing programs of the table.
install() {
	packages=$(wanted "$1")
	if [ -z "$packages" ]; then
		echo "tools: all programs that have a Debian package are installed"
		return
	fi
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
		echo "tools: nothing was installed, because that needs root and Debian's apt-get; on Debian, run as root:" >&2
		echo "    apt-get install" $packages >&2
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
	packages=$(wanted "$1")
	[ -z "$packages" ] || { echo "tools: still missing:" $packages >&2; return 1; }
}

# without_daemons CMD... runs a command, such as an installation, during which Debian starts no
# daemons. If the machine has a rule about that already, the rule stays.
without_daemons() {
	if [ "$(id -u)" = 0 ] && [ ! -e "$policy" ]; then
		trap 'rm -f "$policy"' EXIT
		trap 'exit 1' HUP INT TERM
		printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" || return
	fi
	"$@"
}

case ${1:-} in
missing) missing "$programs" "$cluster" ;;
install)
	install "$programs"
	status=$?
	[ $status != 0 ] && [ "$(id -u)" != 0 ] || install_axe || status=1
	missing "$programs" >&2
	exit $status
	;;
install-cluster) without_daemons install "$cluster" ;;
*) echo "tools: want tools.sh missing, tools.sh install or tools.sh install-cluster" >&2; exit 2 ;;
esac
