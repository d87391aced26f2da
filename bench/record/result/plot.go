package result

import "cmp"

// A Plot describes one picture of records. The kind of the plot chooses a value for each empty
// field.
type Plot struct {
	Kind     string `toml:"kind"`     // the name of a kind of plots
	Name     string `toml:"name"`     // the name of the files, without the extension; default: Kind
	Title    string `toml:"title"`    // replaces the title of the kind
	Caption  string `toml:"caption"`  // precedes the caption that the kind writes
	Instance string `toml:"instance"` // the instance to draw, for a kind that draws one ("models")

	Suites  []string `toml:"suites"`  // the suites whose records are used; empty: all suites
	Methods []string `toml:"methods"` // the methods whose records are used, by full name or by its beginning up to a slash; empty: all methods
	Measure string   `toml:"measure"` // the key of a measure, such as "cpu_seconds"; empty: the default of the kind
	By      string   `toml:"by"`      // the key of the dimension for the horizontal axis or for the rows; empty: the default of the kind
	Scale   string   `toml:"scale"`   // "log" or "linear": the scale of the numbers; empty: logarithmic if the numbers span a wide range
	Width   string   `toml:"width"`   // "column": 3.4 inches, for a column of a paper; empty: 7.4 inches or a little less
}

// File returns the name of the plot's files without the extension.
func (p Plot) File() string { return cmp.Or(p.Name, p.Kind) }
