package extern

import "regexp"

// minisat (http://minisat.se) does not print a model. It writes its answer to a result file in
// its own format, which omits the last variables if they occur in no clause. It reads standard
// input only if no input file is named, and the result file is its second argument. So the
// first argument is /dev/stdin. It has no option that prints its version. With -verb=1 its
// output ends with the work of the run.
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
