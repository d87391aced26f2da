package extern

import "regexp"

// picosat (https://fmv.jku.at/picosat) can list models with --all, but it does not support
// projection. So it is run once for each model. With -v it reports its work after the answer.
var picosat = Tool{
	Name:    "picosat",
	Package: "picosat",
	Ask:     []string{"--version"},
	Args:    []string{"-v"},
	States: wording{
		conflicts:    regexp.MustCompile(`^c (\S+) conflicts$`),
		decisions:    regexp.MustCompile(`^c (\S+) decisions$`),
		propagations: regexp.MustCompile(`^c (\S+) propagations$`),
	},
}
