package puzzletest

import (
	"counterproof/encode"
	"counterproof/encode/capability/clues"
)

// A giving is a board that implements clues.TakesGiven, by the function in its field.
type giving struct {
	*bent
	reduce func(b encode.Instance, values []int) []encode.Reduction
}

func (g *giving) ReduceGiven(values []int) []encode.Reduction { return g.reduce(g.bent, values) }

// give returns a change of a suite that adds the method ReduceGiven to every board.
func give(reduce func(b encode.Instance, values []int) []encode.Reduction) func(*Suite) {
	return func(s *Suite) {
		bend(func(*bent) {})(s)
		parse := s.Puzzle.Parse
		s.Puzzle.Parse = func(text string) (encode.Instance, error) {
			in, err := parse(text)
			if err != nil {
				return nil, err
			}
			return &giving{in.(*bent), reduce}, nil
		}
	}
}

func givenMutants() []mutant {
	return []mutant{
		{"correct methods for given values", "", give(func(b encode.Instance, values []int) []encode.Reduction {
			return clues.Having(b.Reduce(), values)
		})},
		{"a given value is forgotten", "given", give(func(b encode.Instance, values []int) []encode.Reduction {
			for i, v := range values {
				if v != clues.NotGiven {
					values[i] = clues.NotGiven
					break
				}
			}
			return clues.Having(b.Reduce(), values)
		})},
		{"Count forgets the given values", "given", give(func(b encode.Instance, values []int) []encode.Reduction {
			all := clues.Having(b.Reduce(), values)
			all[0].Count = b.Reduce()[0].Count
			return all
		})},
		{"a board with given values is taken for unsolvable", "given", give(func(b encode.Instance, _ []int) []encode.Reduction {
			return clues.Unsolvable(b.Reduce())
		})},
		{"a method is missing under given values", "given", give(func(encode.Instance, []int) []encode.Reduction { return nil })},
	}
}
