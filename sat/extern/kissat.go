package extern

import "regexp"

// kissat (https://fmv.jku.at/kissat) answers as cadical does and states its work
// under the answer, zeros too: written from its documentation and its source
// (statistics.c of 1.0.3 to 4.0.4), and not tried with the program: Debian 12 has no
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
