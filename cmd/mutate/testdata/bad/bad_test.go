package bad

import (
	"testing"

	"counterproof/cmd/mutate/testdata/toy"
)

func TestLawsOfLittle(t *testing.T) {
	if toy.Max(3, 3) != 3 {
		t.Error("not the greater one")
	}
}
