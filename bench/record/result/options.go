package result

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
)

// Options say how a job is done. The options are a part of the job's key and are repeated in the
// job's record. Add a new option as a field at the end. The JSON key of this field is the name of
// the option everywhere: in the text of the job, in records and in experiment files. If only one
// task has the option, the tag "task" names that task.
type Options struct {
	Orbits   bool `json:"orbits,omitempty" task:"count"`    // count up to symmetry
	Trace    bool `json:"trace,omitempty"`                  // record the time of every solution
	Fresh    bool `json:"fresh,omitempty"`                  // start a new worker for this job
	Possible bool `json:"possible,omitempty" task:"deduce"` // count the remaining values that no solution has
}

// An Option is one field of Options.
type Option struct {
	Name string
	Task string // the only task that has the option; empty if all tasks have it
	Text string // the value as text; empty for the zero value
}

// optionFields holds the name of each option, and its only task if it has one.
var optionFields = func() (all []Option) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Options]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, Option{Name: name, Task: f.Tag.Get("task")})
	}
	return all
}()

// List returns all options in the order of the fields.
func (o Options) List() []Option {
	all := make([]Option, len(optionFields))
	v := reflect.ValueOf(o)
	for i, option := range optionFields {
		if f := v.Field(i); !f.IsZero() {
			option.Text = fmt.Sprint(f.Interface())
		}
		all[i] = option
	}
	return all
}

// keyOrder returns the options in the order of the lines in a job's text. Orbits, the first field,
// comes after Fresh. Another order would change the keys of old jobs.
func keyOrder(all []Option) []Option {
	return append([]Option{all[1], all[2], all[0]}, all[3:]...)
}

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
