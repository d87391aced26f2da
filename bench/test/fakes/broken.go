package fakes

import (
	"context"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/catalog"
	"counterproof/native"
)

// Broken returns a puzzle of the catalogue whose native methods lose solutions. A lost solution has
// the value 1 at two sites i and i+2. The parameter name must have the form broken-PUZZLE.
func Broken(name string) *encode.Puzzle {
	p := catalog.Find(strings.TrimPrefix(name, "broken-"))
	if p == nil {
		return nil
	}
	own := *p
	own.Name = name
	own.Parse = func(text string) (encode.Instance, error) {
		in, err := p.Parse(text)
		return Breakdown{in}, err
	}
	return &own
}

// A Breakdown is an instance with broken native methods.
type Breakdown struct{ encode.Instance }

// Break returns the instance with broken native methods.
func Break(in encode.Instance) Breakdown { return Breakdown{in} }

func (b Breakdown) Reduce() []encode.Reduction {
	all := b.Instance.Reduce()
	for i, r := range all {
		all[i].Count, all[i].Orbits = nil, nil
		all[i].Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			return r.Search(ctx, st, func(s encode.Solution) bool { return loses(s) || yield(s) })
		}
	}
	return all
}

func loses(s encode.Solution) bool {
	for i := 2; i < len(s); i++ {
		if s[i-2] == 1 && s[i] == 1 {
			return true
		}
	}
	return false
}

// Parts returns the parts of the board that can be left out. The smaller boards also have
// broken methods.
func (b Breakdown) Parts() []clues.Parts {
	all := clues.PartsOf(b.Instance)
	for i, k := range all {
		all[i].Without = func(gone ...int) encode.Instance {
			if in := k.Without(gone...); in != nil {
				return Breakdown{in}
			}
			return nil
		}
	}
	return all
}
