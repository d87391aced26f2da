package lookup

import (
	"context"
	"slices"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
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
