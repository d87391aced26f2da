package lookup

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
	"counterproof/sat"
)

// rulesVersion must be raised in two cases: when a rule of any puzzle draws other
// conclusions with unchanged wording, and when the measures of a deduction change.
const rulesVersion = 2

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
