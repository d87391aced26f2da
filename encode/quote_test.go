package encode

import (
	"strings"
	"testing"
)

// TestErrorfQuotes checks that Errorf shortens long texts that the verb %q quotes, and no others.
func TestErrorfQuotes(t *testing.T) {
	long := strings.Repeat("long ", 8)
	err := Errorf(1, 2, "want %s, got %q, %-8v|%d%c", long, long, "x", 7, 'y')
	if want := "line 1, column 2: want " + long + `, got "long long long long ...", x       |7y`; err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
