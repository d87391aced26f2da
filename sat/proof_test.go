package sat

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"counterproof/native"
	"counterproof/sat/cnf"
	"counterproof/sat/drat"
)

// A script is a proof kept as it comes.
type script struct {
	lines   []line
	fail    int // at which line to fail, from 1; 0: never
	failure error
}

type line struct {
	deletion bool
	clause   []cnf.Lit
}

func (s *script) Add(clause []cnf.Lit) error    { return s.line(false, clause) }
func (s *script) Delete(clause []cnf.Lit) error { return s.line(true, clause) }

func (s *script) line(deletion bool, clause []cnf.Lit) error {
	s.lines = append(s.lines, line{deletion, slices.Clone(clause)})
	if len(s.lines) == s.fail {
		return s.failure
	}
	return nil
}

func (s *script) complete() bool {
	return slices.ContainsFunc(s.lines, func(l line) bool { return len(l.clause) == 0 })
}

// check holds the lines against a formula and says whether they refute it.
func (s *script) check(f *cnf.Formula) (refuted bool, err error) {
	c := drat.NewChecker(f)
	for _, l := range s.lines {
		if l.deletion {
			err = c.Delete(l.clause)
		} else {
			err = c.Add(l.clause)
		}
		if err != nil {
			return false, err
		}
	}
	return c.Refuted(), nil
}

// withProof is a method that writes its proof to p.
func withProof(s native.Solver[cnf.Model], p Proof) native.Solver[cnf.Model] {
	switch s := s.(type) {
	case Blocking:
		s.Proof = p
		return s
	case Cubes:
		s.Proof = p
		return s
	case cubesTo:
		s.Proof = p
		return s
	}
	panic("a method without a proof")
}

// blocked is f with the blocking clauses of the models that s yields.
func blocked(t fataler, f *cnf.Formula, s native.Solver[cnf.Model]) *cnf.Formula {
	t.Helper()
	all := &cnf.Formula{NumVars: f.NumVars, Clauses: slices.Clone(f.Clauses)}
	err := s.Search(context.Background(), &native.Stats{}, func(m cnf.Model) bool {
		all.Add(f.Blocking(m)...)
		return true
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return all
}

// Each proof is one of the formula with its blocking clauses, and none of it
// without one of them.
func TestProofAgainstTruthTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t)
		for name, s := range everyWay(f) {
			p := &script{}
			all := blocked(t, f, withProof(s, p))
			if ok, err := p.check(all); !ok || err != nil {
				t.Fatalf("%s: the proof %v is refused: %v", name, p.lines, err)
			}
			if n := len(f.Clauses); n < len(all.Clauses) {
				i := rapid.IntRange(n, len(all.Clauses)-1).Draw(t, "without")
				all.Clauses = slices.Delete(all.Clauses, i, i+1)
				if ok, err := p.check(all); ok || err == nil {
					t.Fatalf("%s: the proof %v is taken without a blocking clause", name, p.lines)
				}
			}
		}
	})
}
