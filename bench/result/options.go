package result

import (
	"fmt"
	"reflect"
	"strings"
)

// Options say how a job is done. They are part of its key, and its record has them, too. A new
// option is a new field at the end. Its JSON key is its name everywhere: in the text of the job,
// in records and in experiment files. A tag names the only task that has the option.
type Options struct {
	Orbits   bool `json:"orbits,omitempty" task:"count"`    // count up to symmetry
	Trace    bool `json:"trace,omitempty"`                  // record the time of every solution
	Fresh    bool `json:"fresh,omitempty"`                  // use a worker of its own
	Possible bool `json:"possible,omitempty" task:"deduce"` // count the values left that are in no solution
}

// An Option is one field of Options.
type Option struct {
	Name string
	Task string // the only one that has the option; empty: all have it
	Text string // of the value; empty for the zero value
}

// optionFields has the name and the task of each option.
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

// keyOrder returns the options in the order of the text of a job. Orbits was added after Fresh, and
// the keys of old jobs must not change.
func keyOrder(all []Option) []Option {
	return append([]Option{all[1], all[2], all[0]}, all[3:]...)
}
