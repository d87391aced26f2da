package lookup

import (
	"fmt"

	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/encode/wording"
)

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
