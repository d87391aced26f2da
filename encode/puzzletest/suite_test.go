package puzzletest

import (
	"testing"
)

func TestHonest(t *testing.T) {
	for _, s := range []Suite{latinSuite(), dominoSuite()} {
		t.Run(s.Puzzle.Name, func(t *testing.T) {
			if err := Test(s); err != nil {
				t.Error(err)
			}
		})
	}
}
