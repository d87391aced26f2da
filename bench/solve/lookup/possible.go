package lookup

import (
	"context"

	"counterproof/encode"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// Possible calls encode.Possible with the solver of the method sat.
func Possible(ctx context.Context, p *encode.Puzzle, in encode.Instance, within []uint64) ([]uint64, error) {
	return encode.Possible(ctx, p, in, within, new(cnf.Stats), blocking)
}

// FindUnseen calls encode.FindUnseen with the solver of the method sat.
func FindUnseen(ctx context.Context, p *encode.Puzzle, in encode.Instance, seen [][]bool) error {
	return encode.FindUnseen(ctx, p, in, seen, new(cnf.Stats), blocking, func(encode.Solution) {})
}

func blocking(f *cnf.Formula) cnf.Solver { return sat.Blocking{F: f} }

// Satisfy looks for one solution by the method sat. The result ok is false if there is no solution.
// The error is ctx.Err() or an error of encode.CNF.
func Satisfy(ctx context.Context, p *encode.Puzzle, in encode.Instance) (s encode.Solution, ok bool, err error) {
	enc, err := encode.CNF(p, in, p.Styles[0])
	if err != nil {
		return "", false, err
	}
	err = blocking(&enc.Formula).Search(ctx, new(cnf.Stats), func(m cnf.Model) bool {
		s, ok = enc.Decode(m), true
		return false
	})
	return s, ok, err
}
