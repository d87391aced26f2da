package extern

import "regexp"

// cryptominisat5 (https://www.msoos.org/cryptominisat5). One thread, which is
// its default, said here so that the CPU time is that of a run. It states its work
// above the answer, several times over, at --verb 1, and propagations in thousands or
// millions, 133K, which is no number to keep.
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
