package extern

import "regexp"

// clasp (https://potassco.org/clasp) lists models: with -n 0 all of them, and with --project each
// projected solution once. With --parse-ext it reads the projection from the line `c project`. It
// ignores a `c project` line without variables and would list all models. But without projected
// variables there is at most one solution, so this package then asks clasp for only one model.
//
// Its exit status is a sum: 10 for a model, 20 for the end of the search, and other numbers for
// failures. So 30 means a complete list (clasp_app.h).
//
// With --stats it reports choices and conflicts after the answer, but no propagations.
var clasp = Tool{
	Name:    "clasp",
	Package: "clasp",
	Ask:     []string{"--version"},
	Args:    []string{"--outf=1", "--stats", "--parse-ext", "--project", "-n", "1"},
	All:     []string{"--outf=1", "--stats", "--parse-ext", "--project", "-n", "0"},
	States: wording{
		conflicts: regexp.MustCompile(`^c Conflicts *: *(\S*)`),
		decisions: regexp.MustCompile(`^c Choices *: *(\S*)`),
	},
}
