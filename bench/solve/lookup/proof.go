package lookup

import (
	"context"
	"fmt"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// A Prover is a method that lists the solutions by SAT and proves that there are no others.
type Prover struct {
	*Method  // without Search and Count
	Encoding *encode.Encoding
}

// Models yields a model for every solution, until yield returns false. The proof, whose lines come
// between the models, refutes the formula with the blocking clauses of all models.
func (p *Prover) Models(ctx context.Context, st *cnf.Stats, proof sat.Proof, yield func(cnf.Model) bool) error {
	var solver cnf.Solver = sat.Blocking{F: &p.Encoding.Formula, Proof: proof}
	if p.Name.Variant == method.Cubes {
		solver = sat.Cubes{F: &p.Encoding.Formula, Depth: p.Name.Depth, Proof: proof}
	}
	return solver.Search(ctx, st, yield)
}

// Proving describes a method that can write proofs. Only the methods sat and sat/cubes, with or
// without a style, can write proofs. For any other method, Proving returns an error.
func Proving(p *encode.Puzzle, in encode.Instance, name method.Name) (*Method, error) {
	m, err := Describe(p, in, name)
	if err != nil {
		return nil, err
	}
	if m.Name.Family != method.SAT || m.Name.Variant != "" && m.Name.Variant != method.Cubes {
		return nil, fmt.Errorf("method %s writes no proofs: want one of sat[/STYLE][/cubes[=DEPTH]]", m.Name)
	}
	return m, nil
}

// Prove prepares a method that can write proofs for the instance and writes the formula.
func Prove(p *encode.Puzzle, in encode.Instance, name method.Name) (*Prover, error) {
	m, err := Proving(p, in, name)
	if err != nil {
		return nil, err
	}
	enc, err := m.write(p, in)
	if err != nil {
		return nil, err
	}
	return &Prover{m, enc}, nil
}
