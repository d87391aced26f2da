package engine

import (
	"context"
	"fmt"

	"counterproof/bench/method"
	"counterproof/encode"
)

// theoryVersion is raised when a fact of any puzzle changes its meaning.
const theoryVersion = "1"

// Theory is what the native theory of a puzzle says of an instance without
// listing its solutions: the method of the command explain.
type Theory struct {
	Name    method.Name
	Version string
	Explain func(ctx context.Context) (*encode.Explanation, error)
}

// Explanation finds the theory called name, of which there is one: theory.
func Explanation(p *encode.Puzzle, in encode.Instance, name method.Name) (*Theory, error) {
	explained, ok := in.(encode.Explainable)
	if !ok {
		return nil, fmt.Errorf("%s has no theory to explain its boards", p.Name)
	}
	if text := name.String(); text != method.Theory {
		return nil, fmt.Errorf("%s is not explained by %q: want theory", p.Name, encode.Short(text))
	}
	return &Theory{name, theoryVersion, explained.Explain}, nil
}
