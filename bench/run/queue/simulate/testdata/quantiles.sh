#!/bin/sh
# Prints the quantiles of the measured wall times of the jobs in ledgers, in seconds: one line for
# each puzzle and method with at least 24 jobs. The columns are the experiment, the puzzle, the method,
# the number of jobs, and 41 quantiles from 0 % to 100 %. seconds.tsv was made from the ledgers of a
# run of the atlas on 2 cores:
#
#	make atlas && cd out/atlas && sh .../quantiles.sh calendar-weekday calendar-year \
#		methods-outside nonogram-transition submarines-chain >.../seconds.tsv
set -e
for name; do
	counterproof export --ledger "$name.sqlite" |
		sed -n 's/.*"puzzle":"\([^"]*\)".*"method":"\([^"]*\)".*"wall_seconds":\([0-9.e-]*\).*/\1\t\2\t\3/p' |
		LC_ALL=C sort -t "$(printf '\t')" -k1,1 -k2,2 -k3,3g |
		awk -F '\t' -v name="$name" '
			function line(  i) {
				if (n < 24) return
				printf "%s\t%s\t%d", name, kind, n
				for (i = 0; i <= 40; i++) printf "\t%.6f", v[int(i * (n - 1) / 40 + 0.5)]
				print ""
			}
			$1 "\t" $2 != kind { line(); kind = $1 "\t" $2; n = 0 }
			{ v[n++] = $3 }
			END { line() }'
done
