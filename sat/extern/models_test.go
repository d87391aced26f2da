package extern

import (
	"strings"
	"testing"

	"counterproof/sat/cnf"
)

// FuzzReadModels checks that no answer makes readModels panic, and that every model has the
// requested number of variables.
func FuzzReadModels(f *testing.F) {
	f.Add("c x\nv 1 -2\nv 0\nv -1 2 0\ns SATISFIABLE\nc Models : 2\n", 2)
	f.Add("s UNSATISFIABLE\n", 0)
	f.Add("v  0\ns SATISFIABLE", 0)
	f.Add("v 99999999999999999999 0\n", 3)
	f.Add("v -9223372036854775808 0\n", 3)
	f.Fuzz(func(t *testing.T, text string, vars int) {
		if vars < 0 || vars > 100 {
			return
		}
		models := 0
		status, err := readModels(strings.NewReader(text), vars, func(m cnf.Model) error {
			models++
			if len(m) != vars {
				t.Errorf("a model of %d variables", len(m))
			}
			return nil
		})
		if err != nil && status != cnf.Unknown {
			t.Errorf("status %v and %v", status, err)
		}
		if models > strings.Count(text, "0") {
			t.Errorf("%d models", models)
		}
	})
}
