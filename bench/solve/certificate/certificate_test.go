package certificate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/sat/cnf"
)

// certify writes the certificate of an instance by a method of the family sat, if asked with proof.lrat.
func certify(t testing.TB, dir, puzzle, instance, name string, lrat ...bool) *Claim {
	t.Helper()
	p := catalog.Find(puzzle)
	in, err := p.Parse(instance)
	if err != nil {
		t.Fatal(err)
	}
	m, err := lookup.Prove(p, in, method.MustParse(name))
	if err != nil {
		t.Fatal(err)
	}
	subject := Subject{p.Name, in, m.Encoding, m.Name.String(), Versions{}, nil}
	if len(lrat) > 0 {
		subject.AddLRAT()
	}
	claim, err := Write(dir, subject, func(proof Proof, yield func(cnf.Model) bool) error {
		return m.Models(context.Background(), new(cnf.Stats), proof, yield)
	})
	if err != nil {
		t.Fatalf("%s %s %s: %v", puzzle, instance, name, err)
	}
	return claim
}

func verify(dir string, contentOnly bool) (*Claim, error) {
	return Verify(context.Background(), dir, catalog.Find, contentOnly)
}

// TestPublished certifies boards with published numbers of solutions and checks that the
// certificates verify with these counts. The sources of the counts are in encode/testdata.
func TestPublished(t *testing.T) {
	for _, c := range []struct{ puzzle, instance, method, want string }{
		{"calendar", "10-06", "sat/cubes", "7"},
		{"lightsout", "#####/#####/#####/#####/#####", "sat", "4"},
		{"pushpull", "011110110", "sat/cubes", "1"},
	} {
		t.Run(c.puzzle, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "above", "certificate")
			if got := certify(t, dir, c.puzzle, c.instance, c.method).Count; got != c.want {
				t.Errorf("certified %s, want %s", got, c.want)
			}
			for _, contentOnly := range []bool{false, true} {
				claim, err := verify(dir, contentOnly)
				if err != nil || claim.Count != c.want || claim.Puzzle != c.puzzle || claim.Instance != c.instance {
					t.Errorf("content only %v: got %+v, %v", contentOnly, claim, err)
				}
			}
		})
	}
}

// TestDrawn certifies generated boards of every puzzle except calendar in every style, with and
// without cubes. It compares the counts with brute force.
func TestDrawn(t *testing.T) {
	const most = 60 // skip boards with more solutions, to save time
	for _, p := range catalog.All() {
		if p.Generate == nil || p.Name == "calendar" { // brute force takes minutes for a date
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(3) {
				in, err := p.Generate(context.Background(), rand.New(rand.NewPCG(seed, 7)), encode.Size{}, func(encode.Instance) bool { return true })
				if err != nil {
					t.Fatal(err)
				}
				brute, err := lookup.Resolve(p, in, method.MustParse(method.Brute))
				if err != nil {
					t.Fatal(err)
				}
				want := 0
				err = brute.Search(t.Context(), new(lookup.Stats), func(encode.Solution) bool {
					want++
					return want <= most
				})
				if err != nil || want > most {
					continue
				}
				for _, style := range p.Styles {
					for _, name := range []string{"sat/" + style, "sat/" + style + "/cubes"} {
						dir := filepath.Join(t.TempDir(), "certificate")
						if got := certify(t, dir, p.Name, in.String(), name).Count; got != fmt.Sprint(want) {
							t.Errorf("%v by %s: certified %s, brute force finds %d", in, name, got, want)
						}
						if _, err := verify(dir, true); err != nil {
							t.Errorf("%v by %s: %v", in, name, err)
						}
					}
				}
			}
		})
	}
}
