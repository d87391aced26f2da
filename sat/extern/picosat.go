package extern

import "regexp"

// picosat (https://fmv.jku.at/picosat) could list models by --all, but knows no
// projection. With -v it states its work under the answer.
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
