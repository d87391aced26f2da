package puzzletest

import (
	"context"
	"fmt"
	"iter"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// resolve returns the method with the given name: brute, native, native/NAME, sat, sat/STYLE or
// sat/STYLE/cubes. The benchmark package that parses the names of methods is not used here, because
// the laws check the bare searches. resolve does not parse the name either: it compares it with the
// name of each method of the instance.
func resolve(p *encode.Puzzle, in encode.Instance, name string) (encode.Reduction, error) {
	if name == "brute" {
		return encode.BruteForce(in), nil
	}
	for i, style := range p.Styles {
		switch {
		case name == "sat/"+style, name == "sat" && i == 0:
			return ofFormula(p, in, style, false)
		case name == "sat/"+style+"/cubes":
			return ofFormula(p, in, style, true)
		}
	}
	for i, r := range in.Reduce() {
		if name == "native/"+r.Method || name == "native" && i == 0 {
			return r, nil
		}
	}
	return encode.Reduction{}, fmt.Errorf("no method %s", name)
}

// ofFormula returns a method that writes the formula in the given style and lists its models. If
// cubes is true, the search is split into cubes.
func ofFormula(p *encode.Puzzle, in encode.Instance, style string, cubes bool) (encode.Reduction, error) {
	enc, err := encode.CNF(p, in, style)
	if err != nil {
		return encode.Reduction{}, err
	}
	solver := blocking(&enc.Formula)
	if cubes {
		solver = sat.Cubes{F: &enc.Formula, Depth: -1}
	}
	return encode.Reduction{Search: func(ctx context.Context, _ *native.Stats, yield func(encode.Solution) bool) error {
		return solver.Search(ctx, new(cnf.Stats), func(m cnf.Model) bool { return yield(enc.Decode(m)) })
	}}, nil
}

func blocking(f *cnf.Formula) cnf.Solver { return sat.Blocking{F: f} }

// Shrunk yields the boards that remain after removing one part of an instance.
func Shrunk(in encode.Instance) iter.Seq[encode.Instance] {
	return func(yield func(encode.Instance) bool) {
		for _, kind := range clues.PartsOf(in) {
			for i := range kind.N {
				if less := kind.Without(i); less != nil && !yield(less) {
					return
				}
			}
		}
	}
}
