#!/bin/sh
# fuzz.sh GO TIME: runs every fuzz target of the module for TIME each.
set -eu
for package in $("$1" list ./...); do
	for target in $("$1" test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
		"$1" test -run '^$' -fuzz "^$target\$" -fuzztime "$2" "$package"
	done
done
