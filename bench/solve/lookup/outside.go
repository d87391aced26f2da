//go:build !js

package lookup

import (
	"context"
	"fmt"

	"counterproof/bench/record/method"
	"counterproof/bench/system/minizinc"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
)

// byMiniZinc returns a method that lists the solutions of a model with another solver for FlatZinc, or nil.
func byMiniZinc(in encode.Instance, name method.Name) (*Method, error) {
	board, values := clues.Unrestricted(in)
	m, ok := board.(interface {
		Standard() (text string, solution func(map[string]int) (encode.Solution, error), err error)
	})
	if !ok || name.Part == "" || name.Style != "" {
		return nil, nil
	}
	if err := minizinc.Installed(name.Part); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	found := ofReduction(name, clues.Having([]encode.Reduction{{Version: 1, Search: func(ctx context.Context, _ *native.Stats, yield func(encode.Solution) bool) error {
		text, solution, err := m.Standard()
		if err != nil {
			return err
		}
		seen := map[encode.Solution]bool{} // solvers repeat solutions that differ in other variables
		var wrong error
		err = minizinc.Solve(ctx, name.Part, text, func(values map[string]int) bool {
			s, bad := solution(values)
			if wrong = bad; bad != nil || seen[s] {
				return bad == nil
			}
			seen[s] = true
			return yield(s)
		})
		if wrong != nil {
			err = fmt.Errorf("%s: %w", name, wrong)
		}
		return err
	}}}, values)[0])
	found.Solver = minizinc.Named(name.Part)
	return found, nil
}
