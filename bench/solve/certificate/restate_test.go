package certificate

import (
	"errors"
	"path/filepath"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
	"counterproof/sat/cnf"
)

// A tight instance has an encoder with a mistake: it forbids the value 1 of the site 0.
type tight struct{ encode.Instance }

func (i tight) Encode(e *encode.Encoder) {
	i.Instance.Encode(e)
	e.Add(-e.Is(0, 1))
}

// TestWrongEncoder certifies boards with an encoder that loses solutions. Each model of the certificate is
// a solution, and the proof is right. Only the comparison with the rules can reveal the mistake.
func TestWrongEncoder(t *testing.T) {
	for _, c := range []struct{ puzzle, instance string }{
		{"exactcover", "A B ; A ; B ; A B"},
		{"nonogram", "2x2:1/1/1/1"},
		{"sudoku", "...............1"},
		{"lightsout", ".../..."}, // not restated
	} {
		p := *catalog.Find(c.puzzle)
		p.Parse = func(text string) (encode.Instance, error) {
			in, err := catalog.Find(c.puzzle).Parse(text)
			return tight{in}, err
		}
		in, err := p.Parse(c.instance)
		if err != nil {
			t.Fatal(err)
		}
		m, err := lookup.Prove(&p, in, method.MustParse(method.SAT))
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "certificate")
		_, err = Write(dir, Subject{p.Name, in, m.Encoding, m.Name.String(), Versions{}, nil}, func(proof Proof, yield func(cnf.Model) bool) error {
			return m.Models(t.Context(), new(cnf.Stats), proof, yield)
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = Verify(t.Context(), dir, func(string) *encode.Puzzle { return &p }, false)
		var refusal *Refusal
		if wrong := errors.As(err, &refusal) && facttest.States(err.Error(), "formula.cnf, clause, rule"); wrong != (c.puzzle != "lightsout") {
			t.Errorf("%s %s: got %v", c.puzzle, c.instance, err)
		}
	}
}
