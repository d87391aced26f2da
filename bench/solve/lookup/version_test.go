package lookup

import (
	"testing"

	"counterproof/bench/record/method"
	"counterproof/encode/catalog"
)

// TestFormulaVersion checks that a change of a puzzle's formula gives a new version to the methods
// that solve the formula, so that their jobs are run again. Other methods must keep their
// versions.
func TestFormulaVersion(t *testing.T) {
	for _, c := range []struct {
		puzzle, name string
		formula      int
		want         string
	}{
		{"packing", "sat", 0, "4"},
		{"packing", "sat", 1, "4.1"},
		{"packing", "sat/product/cubes", 1, "4.1"},
		{"packing", "gophersat/countmodels", 1, "4.1"},
		{"packing", "native/dlx", 1, "1"},
		{"packing", "brute", 1, "1"},
	} {
		p := *catalog.Find(c.puzzle)
		p.Formula = c.formula
		in, err := p.Parse(p.Example)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Describe(&p, in, method.MustParse(c.name))
		if err != nil || m.Version != c.want {
			t.Errorf("%s by %s with formula %d: version %s, want %s; error %v", c.puzzle, c.name, c.formula, m.Version, c.want, err)
		}
	}
}
