package extern

import "regexp"

// clasp (https://potassco.org/clasp) lists models: -n 0 for all, each projected
// solution once with --project, which --parse-ext makes it read from the line
// `c project`. An empty such line is none to it: it then lists all models, where
// there is one solution at most, so that one model is asked for.
//
// Its exit status is a sum, of 10 for a model, 20 for the end of the search and
// others for what went wrong: 30 is a complete list (clasp_app.h).
//
// --stats makes it say under the answer how many choices and conflicts there were. It
// says nothing of propagations.
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
