package engine

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"counterproof/bench/method"
	"counterproof/encode"
	"counterproof/native"
	"counterproof/sat"
)

// rulesVersion is raised when a rule of any puzzle finds other things under the
// same statement, or when what is measured of deduction changes.
const rulesVersion = 1

// Rules is a way to work on one instance as people do: `rules`, by all rules, or
// `rules/LEVEL`, by those up to a level of the puzzle.
type Rules struct {
	Name    method.Name // with its level: rules/hard
	Levels  []string    // that are used, the easiest first
	Style   string      // the puzzle's default, of the formula that it is compared with
	Version string      // of the rules and their statements, of the native method and of SAT
	Solver  string      // the module behind SAT

	// Deduce works on the board, without chance.
	Deduce func(ctx context.Context, st *native.Stats) (*encode.Deduced, error)
}

// Deduction finds the rules of that name. The error names those there are.
func Deduction(p *encode.Puzzle, in encode.Instance, name method.Name) (*Rules, error) {
	board, ok := in.(encode.Deducible)
	if !ok {
		return nil, fmt.Errorf("%s has no rules of deduction", p.Name)
	}
	levels := encode.Levels(board)
	asked := name.String()
	name.Part = cmp.Or(name.Part, levels[len(levels)-1])
	i := slices.Index(levels, name.Part)
	if name.Family != method.Rules || i < 0 {
		return nil, fmt.Errorf("%s is not deduced by %q: want rules or one of rules/%s", p.Name, encode.Short(asked), strings.Join(levels, ", rules/"))
	}
	levels = levels[:i+1]
	use := func(r encode.Rule) bool { return slices.Contains(levels, r.Level) }
	statements := fnv.New32a()
	for _, r := range board.Rules() {
		if use(r) {
			fmt.Fprintf(statements, "%+v\n", r)
		}
	}
	return &Rules{
		Name:    name,
		Levels:  levels,
		Style:   p.Styles[0],
		Version: fmt.Sprintf("%d.%d.%d.%08x", rulesVersion, in.Reduce()[0].Version, sat.Version, statements.Sum32()),
		Solver:  "gophersat",
		Deduce: func(ctx context.Context, st *native.Stats) (*encode.Deduced, error) {
			return board.Deduce(ctx, st, encode.Deducing{Use: use})
		},
	}, nil
}
