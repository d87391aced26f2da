//go:build !js

package extern

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"

	"counterproof/sat/cnf"
)

// Count asks a program whose answer is a count for the number of projected models. It returns the
// errors of Search.
func (s Solver) Count(ctx context.Context, st *cnf.Stats) (*big.Int, error) {
	r, err := s.search(ctx, st)
	if err != nil {
		return nil, err
	}
	a, err := r.ask(ctx, r.text.reader(), s.F.NumVars)
	if err == nil && a.Count == nil {
		err = fmt.Errorf("%s reports %v but no count", s.Tool.Name, a.Status)
	}
	return a.Count, err
}

// An Answer is what a program has said about a formula. Nothing in it is checked.
type Answer struct {
	Status cnf.Status
	Models []cnf.Model // one, or all if the program lists all models
	Count  *big.Int    // of a program whose answer is a count
	Code   int         // exit status
}

// mostAsked limits the output of a program in Ask, in bytes.
const mostAsked = 64 << 20

// Ask runs the program once on a formula with the given number of variables. The text of the formula
// is passed on as it is. The answer may have any exit status. If Ask cannot read the answer, or if it
// is longer than 64 MB, the error is one of Search.
func (t *Tool) Ask(ctx context.Context, text []byte, vars int) (Answer, error) {
	path, err := t.Path()
	if err != nil {
		return Answer{}, err
	}
	r := &search{Solver: Solver{Tool: t}, path: path, st: &cnf.Stats{}, most: mostAsked, lenient: true}
	return r.ask(ctx, bytes.NewReader(text), vars)
}

func (s *search) ask(ctx context.Context, formula io.Reader, vars int) (a Answer, err error) {
	a.Code, err = s.run(ctx, formula, s.Tool.Answer == AllModels, func(out io.Reader) (err error) {
		switch s.Tool.Answer {
		case Counts:
			var said cnf.Answer
			said, err = cnf.ReadAnswer(out, vars, nil)
			a.Status, a.Count = said.Status, said.Count
			if err == nil && a.Count == nil && a.Status == cnf.Unsatisfiable {
				a.Count = new(big.Int)
			}
		case AllModels:
			a.Status, err = readModels(out, vars, func(m cnf.Model) error {
				a.Models = append(a.Models, slices.Clone(m))
				return nil
			})
		default:
			var m cnf.Model
			if m, a.Status, err = s.Tool.readModel(out, vars); m != nil {
				a.Models = []cnf.Model{m}
			}
		}
		return err
	})
	return a, err
}
