package puzzletest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// resolve returns the method of that name: brute, native, native/NAME, sat, sat/STYLE or
// sat/STYLE/cubes. The laws try the searches themselves, without the package of the benchmarks
// that finds methods by name.
func resolve(p *encode.Puzzle, in encode.Instance, name string) (encode.Reduction, error) {
	family, rest, _ := strings.Cut(name, "/")
	switch family {
	case "brute":
		return encode.BruteForce(in), nil
	case "sat":
		style, variant, _ := strings.Cut(rest, "/")
		if style == "" {
			style = p.Styles[0]
		}
		return ofFormula(p, in, style, variant == "cubes")
	}
	reductions := in.Reduce()
	i := slices.IndexFunc(reductions, func(r encode.Reduction) bool { return rest == "" || r.Method == rest })
	if i < 0 {
		return encode.Reduction{}, fmt.Errorf("no method %s", name)
	}
	return reductions[i], nil
}

// ofFormula lists the models of the puzzle's formula.
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
