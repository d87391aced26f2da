package extern

import "regexp"

// cadical (https://fmv.jku.at/cadical) reports its work after the answer unless the option -q
// is given. The option --report=0 omits the progress lines. Debian's package prints sc2021 for
// --version, which is version 1.5.3. Since version 2 there are further figures with the same
// names, indented more (stats.cpp).
var cadical = Tool{
	Name:    "cadical",
	Package: "cadical",
	Ask:     []string{"--version"},
	Args:    []string{"--report=0"},
	States: wording{
		conflicts:    regexp.MustCompile(`^c conflicts: *(\S*)`),
		decisions:    regexp.MustCompile(`^c decisions: *(\S*)`),
		propagations: regexp.MustCompile(`^c propagations: *(\S*)`),
	},
	OmitsZero: true,
}
