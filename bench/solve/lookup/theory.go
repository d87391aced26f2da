package lookup

import (
	"context"
	"fmt"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/encode/wording"
)

// theoryVersion must be raised when a fact of any puzzle changes its meaning.
const theoryVersion = "2"

// Theory is the method of the command explain. The native theory of a puzzle states facts about
// an instance without listing its solutions.
type Theory struct {
	*Method // without functions
	Explain func(ctx context.Context) (*encode.Explanation, error)
}

// Explanation returns the Theory of a method, whose name must be "theory".
func Explanation(p *encode.Puzzle, in encode.Instance, name method.Name) (Theory, error) {
	explained, ok := in.(encode.Explainable)
	if !ok {
		return Theory{}, fmt.Errorf("%s has no theory that explains its boards", p.Name)
	}
	if text := name.String(); text != method.Theory {
		return Theory{}, fmt.Errorf("%s has no theory %q: want theory", p.Name, wording.Short(text))
	}
	return Theory{&Method{Name: name, Version: theoryVersion}, explained.Explain}, nil
}
