package extern

import "regexp"

// cryptominisat5 (https://www.msoos.org/cryptominisat5) runs with one thread. This is its
// default; the option makes sure that the CPU time is the time of one thread. With --verb 1 it
// reports its work before the answer, several times. It rounds propagations to thousands or
// millions, such as 133K, so this package does not record them.
var cryptominisat5 = Tool{
	Name:    "cryptominisat5",
	Package: "cryptominisat",
	Ask:     []string{"--version"},
	Args:    []string{"--verb", "1", "--threads", "1"},
	States: wording{
		conflicts: regexp.MustCompile(`^c conflicts *: *(\S*)`),
		decisions: regexp.MustCompile(`^c decisions *: *(\S*)`),
	},
}
