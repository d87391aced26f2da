package good

import (
	"testing"

	"counterproof/cmd/mutate/testdata/toy"
)

func TestLaws(t *testing.T) {
	if toy.Max(1, 2) != 2 || toy.Max(2, 1) != 2 {
		t.Error("not the greater one")
	}
}

func TestRest(t *testing.T) {
	if toy.Steps(4) != 2 || toy.Steps(5) != 2 {
		t.Error("not the number of steps")
	}
}
