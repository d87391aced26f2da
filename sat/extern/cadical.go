package extern

// cadical (https://fmv.jku.at/cadical). Debian's says sc2021 to --version, which
// is its version 1.5.3.
var cadical = Tool{
	Name:     "cadical",
	Programs: []string{"cadical"},
	Package:  "cadical",
	Ask:      []string{"--version"},
	Args:     func(bool) []string { return []string{"-q"} },
}
