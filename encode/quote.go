package encode

import (
	"fmt"

	"counterproof/encode/wording"
)

// A quoted is a string argument of Errorf. The string may come from an untrusted source, so the
// verb %q quotes only the beginning of the string.
type quoted string

func (q quoted) Format(s fmt.State, verb rune) {
	text := string(q)
	if verb == 'q' {
		text = wording.Short(text)
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), text)
}
