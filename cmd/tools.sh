#!/bin/sh
# Installs the outside programs that tests compare with and that the methods
# extern/NAME run, where it can: Debian, root, and a package archive that answers.
# It never fails. kissat has no package in Debian 12.
PATH=$PATH:/usr/games # where Debian puts sgt-puzzles
missing() {
	for program in clasp cadical minisat minisat+ cryptominisat5 picosat sgt-flip; do
		command -v "$program" >/dev/null 2>&1 || echo "$program"
	done
}
[ -z "$(missing)" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	packages=$(missing | sed 's/^sgt-.*/sgt-puzzles/; s/^cryptominisat5$/cryptominisat/')
	echo "installing" $packages "for the tests" >&2
	timeout 120 apt-get update >/dev/null 2>&1
	for package in $packages; do # one that there is not must not keep the others out
		timeout 300 apt-get install -y --no-install-recommends "$package" >/dev/null 2>&1
	done
fi
for program in $(missing); do
	echo "*** $program is not installed: the tests that need it are SKIPPED ***" >&2
done
exit 0
