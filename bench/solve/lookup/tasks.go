package lookup

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

// rulesVersion must be raised in two cases: when a rule of any puzzle draws other
// conclusions with unchanged wording, and when the measures of a deduction change.
const rulesVersion = 3

// Deduction returns a method that solves the instance with human techniques. The method `rules` uses all
// rules of the puzzle; the method `rules/LEVEL` uses the rules up to a level. Its Style is the puzzle's
// default style, because the result is compared with this formula. Its Version covers the rules and
// their statements, the native method and SAT. The error lists the accepted names.
func Deduction(p *encode.Puzzle, in encode.Instance, name method.Name) (*Method, error) {
	board, ok := deduction.Of(in)
	if !ok {
		return nil, fmt.Errorf("%s has %s", p.Name, deduction.Missing(in))
	}
	levels := deduction.Levels(board)
	asked := name.String()
	name.Part = cmp.Or(name.Part, levels[len(levels)-1])
	i := slices.Index(levels, name.Part)
	if name.Family != method.Rules || i < 0 {
		return nil, fmt.Errorf("%s has no rules %q: want one of rules, rules/%s", p.Name, wording.Short(asked), strings.Join(levels, ", rules/"))
	}
	levels = levels[:i+1]
	statements := fnv.New32a()
	for _, r := range board.Rules() {
		if slices.Contains(levels, r.Level) {
			fmt.Fprintf(statements, "%+v\n", r)
		}
	}
	version := fmt.Sprintf("%d.%d.%d.%08x", rulesVersion, in.Reduce()[0].Version, sat.Version, statements.Sum32())
	return &Method{Name: name, Style: p.Styles[0], Version: version, Solver: method.Gophersat, Levels: levels}, nil
}

// theoryVersion must be raised when a fact of any puzzle changes its meaning.
const theoryVersion = "2"

// Explanation returns the method of the command explain, whose name must be "theory". The native theory
// of a puzzle states facts about an instance without listing its solutions.
func Explanation(p *encode.Puzzle, in encode.Instance, name method.Name) (*Method, error) {
	if _, ok := in.(encode.Explainable); !ok {
		return nil, fmt.Errorf("%s has no theory that explains its boards", p.Name)
	}
	if text := name.String(); text != method.Theory {
		return nil, fmt.Errorf("%s has no theory %q: want theory", p.Name, wording.Short(text))
	}
	return &Method{Name: name, Version: theoryVersion}, nil
}

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

// Proving describes a method that can write proofs. Only the methods sat and sat/cubes, which list the
// solutions, and sat/count, which makes a graph of them, can write proofs, with or without a style. For
// any other method, Proving returns an error.
func Proving(p *encode.Puzzle, in encode.Instance, name method.Name) (*Method, error) {
	m, err := Describe(p, in, name)
	if err != nil {
		return nil, err
	}
	if m.Name.Family != method.SAT || m.Name.Variant != "" && m.Name.Variant != method.Cubes && m.Name.Variant != method.Count {
		return nil, fmt.Errorf("method %s writes no proofs: want one of sat[/STYLE][/cubes[=DEPTH]] and sat[/STYLE]/count", m.Name)
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
