package extern

// minisat (http://minisat.se) prints no model: it writes its answer to a result
// file of a format of its own, which leaves out the last variables where they
// stand in no clause. It reads standard input only where there is no such file,
// hence the name of it. It has no option that tells its version.
var minisat = Tool{
	Name:     "minisat",
	Programs: []string{"minisat"},
	Package:  "minisat",
	Args:     func(bool) []string { return []string{"-verb=0", "/dev/stdin", answerFile} },
}
