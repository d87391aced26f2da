package puzzletest

import (
	"context"
	"fmt"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// resolve returns the method with the given name: brute, native, native/NAME, sat, sat/STYLE or
// sat/STYLE/cubes. The laws check the searches themselves, so they do not use the benchmark package
// that finds methods by name. resolve compares the name with the names of the instance's methods, so
// that only one package parses names.
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

// ofFormula returns a method that lists the models of the puzzle's formula.
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
