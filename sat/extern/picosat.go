package extern

// picosat (https://fmv.jku.at/picosat) could list models by --all, but knows no
// projection.
var picosat = Tool{
	Name:     "picosat",
	Programs: []string{"picosat"},
	Package:  "picosat",
	Ask:      []string{"--version"},
	Args:     func(bool) []string { return nil },
}
