package clues

import (
	"errors"
	"testing"

	"counterproof/encode"
)

func TestParseGiven(t *testing.T) {
	sites := []int{2, 3, 2, 12}
	for _, x := range []struct {
		text, want string
		column     int // the column of the error; 0: no error
	}{
		{"", "", 0},
		{"0=1", "0=1", 0},
		{"3=11,0=1,1=2", "0=1,1=2,3=11", 0},
		{"1=2,0=0,1=2", "0=0,1=2", 0}, // a repeated pair
		{"1=2,0=0,1=1", "", 11},       // two values of one site
		{"0=1,", "", 5},
		{"0=1,x=1", "", 5},
		{"0=1,1", "", 5},
		{"0=1,1=", "", 5},
		{"0=1,1=-1", "", 5},
		{"0=1,01=1", "", 5},
		{"0=1, 1=1", "", 5},
		{"0=1,4=0", "", 5},
		{"0=1,1=3", "", 7},
		{"0=1,99999999999999999999=0", "", 5},
		{"0=99999999999999999999", "", 1},
	} {
		all, err := ParseGiven(x.text, sites)
		if got := FormatGiven(all); got != x.want {
			t.Errorf("%q: %q, want %q", x.text, got, x.want)
		}
		var at *encode.ParseError
		switch {
		case x.column == 0 && err != nil, x.column > 0 && !errors.As(err, &at), x.column > 0 && (at.Line != 1 || at.Column != x.column):
			t.Errorf("%q: error %v, want one at column %d", x.text, err, x.column)
		}
	}
	if _, err := ParseGiven("0=0", nil); err == nil {
		t.Error("an instance without sites takes a value")
	}
}
