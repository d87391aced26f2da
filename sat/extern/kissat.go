package extern

import "regexp"

// kissat (https://fmv.jku.at/kissat) answers like cadical and reports its work after the
// answer, including zeros. This description follows its documentation and its source
// (statistics.c of 1.0.3 to 4.0.4). It was not tried with the program, because Debian 12 has no
// package of it.
var kissat = Tool{
	Name: "kissat",
	Ask:  []string{"--version"},
	States: wording{
		conflicts:    regexp.MustCompile(`^c conflicts: *(\S*)`),
		decisions:    regexp.MustCompile(`^c decisions: *(\S*)`),
		propagations: regexp.MustCompile(`^c propagations: *(\S*)`),
	},
}
