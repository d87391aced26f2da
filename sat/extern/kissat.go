package extern

// kissat (https://fmv.jku.at/kissat) takes cadical's arguments: written from its
// documentation, and not tried with the program: Debian 12 has no package of it.
var kissat = Tool{
	Name:     "kissat",
	Programs: []string{"kissat"},
	Ask:      []string{"--version"},
	Args:     func(bool) []string { return []string{"-q"} },
}
