package encode

import (
	"testing"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]Size{
		"9": {H: 9, W: 9}, "3x5": {H: 3, W: 5}, "20x15n30": {H: 15, W: 20, N: 30},
		"30x16n99X0Y3": {H: 16, W: 30, N: 99, R: 4, C: 1},
	} {
		got, err := ParseSize(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
		if again, err := ParseSize(want.String()); err != nil || again != want {
			t.Errorf("%v: %+v, %v, want %+v", want, again, err, want)
		}
	}
}
