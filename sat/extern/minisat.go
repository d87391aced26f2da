package extern

import "regexp"

// minisat (http://minisat.se) prints no model: it writes its answer to a result
// file of a format of its own, which leaves out the last variables where they
// stand in no clause. It reads standard input only where there is no such file,
// hence the name of it. It has no option that tells its version. What it prints, at
// -verb=1, ends in what the run took.
var minisat = Tool{
	Name:    "minisat",
	Package: "minisat",
	Args:    []string{"-verb=1", "/dev/stdin", answerFile},
	States: wording{
		conflicts:    regexp.MustCompile(`^conflicts *: *(\S*)`),
		decisions:    regexp.MustCompile(`^decisions *: *(\S*)`),
		propagations: regexp.MustCompile(`^propagations *: *(\S*)`),
	},
}
