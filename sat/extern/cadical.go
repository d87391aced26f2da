package extern

import "regexp"

// cadical (https://fmv.jku.at/cadical). Debian's says sc2021 to --version, which
// is its version 1.5.3. It states its work under the answer unless it is told to be
// quiet; --report=0 leaves out the lines on the way. From version 2 on there are
// further figures of the same names, further in (stats.cpp).
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
