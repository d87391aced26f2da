package lookup

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// TestVariants checks the variants "restart" and "full" of the method sat in the default style. On
// each example they must list each solution once. They must refuse to write proofs.
func TestVariants(t *testing.T) {
	list := func(p *encode.Puzzle, in encode.Instance, name string) []string {
		m, err := Resolve(p, in, method.MustParse(name))
		if err != nil {
			t.Fatal(err)
		}
		if m.Name.String() != name {
			t.Errorf("%s %s resolves to %s", p.Name, name, m.Name)
		}
		var all []string
		err = m.Search(context.Background(), new(Stats), func(s encode.Solution) bool {
			all = append(all, string(s))
			return true
		})
		if err != nil {
			t.Fatalf("%s %s: %v", p.Name, name, err)
		}
		slices.Sort(all)
		return all
	}
	boards := map[*encode.Puzzle][]string{}
	for _, p := range catalog.All() {
		if p.Name != "calendar" { // takes a second for each variant
			boards[p] = []string{p.Example}
		}
	}
	for name, loose := range map[string]string{"submarines": "rows=2,2,2 cols=2,2,2", "pairplace": "....../....../......", "lightsout": "..../..../..../...."} {
		p := catalog.Find(name)
		boards[p] = append(boards[p], loose)
	}
	for p, texts := range boards {
		for _, text := range texts {
			in, err := p.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			want := list(p, in, "native/"+in.Reduce()[0].Method)
			for _, variant := range []string{"restart", "full"} {
				name := "sat/" + p.Styles[0] + "/" + variant
				if got := list(p, in, name); !slices.Equal(got, want) {
					t.Errorf("%s: %s lists %d solutions, want %d", p.Name, name, len(got), len(want))
				}
				if _, err := Proving(p, in, method.MustParse(name)); err == nil || !facttest.States(err.Error(), name) {
					t.Errorf("%s proves: %v", name, err)
				}
			}
		}
	}
}

// TestCount compares sat/STYLE/count with the native count, on each example. The long form does so in
// each style. Such a method lists no solutions and writes no proofs.
func TestCount(t *testing.T) {
	for _, p := range catalog.All() {
		in, err := p.Parse(p.Example)
		if err != nil {
			t.Fatal(err)
		}
		want := new(big.Int)
		err = in.Reduce()[0].Search(t.Context(), new(native.Stats), func(encode.Solution) bool {
			want.Add(want, big.NewInt(1))
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, style := range p.Styles {
			if i > 0 && !processtest.IsLong() {
				continue
			}
			name := method.MustParse("sat/" + style + "/count")
			m, err := Resolve(p, in, name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := m.Count(t.Context(), new(Stats))
			if err != nil || got.Cmp(want) != 0 {
				t.Errorf("%s by %s: %v, %v, want %v", p.Name, name, got, err, want)
			}
			if m.Search != nil || m.Solver != "" || m.Variables == 0 {
				t.Errorf("%s by %s: lists %v, solver %q, %d variables", p.Name, name, m.Search != nil, m.Solver, m.Variables)
			}
			if _, err := Proving(p, in, name); err != nil {
				t.Errorf("%s makes no graph: %v", name, err)
			}
		}
	}
}
