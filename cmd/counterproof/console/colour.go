package console

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
)

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := unwrapped(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// unwrapped returns the file of a Sink, and other writers unchanged.
func unwrapped(w io.Writer) io.Writer {
	if s, ok := w.(*Sink); ok {
		return s.file
	}
	return w
}

// Coloured reports whether w may have colours: it is a terminal, and NO_COLOR is not set.
func Coloured(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && IsTerminal(w) }

// backgrounds lists twelve colours of the 256-colour terminal, all light enough for black letters.
var backgrounds = []int{117, 214, 79, 227, 182, 209, 75, 150, 183, 123, 216, 250}

// shades lists colours of the 256-colour terminal from light to dark. They differ in lightness, so
// people with any colour vision can distinguish them.
var shades = []int{230, 229, 186, 150, 115, 73, 61, 54}

// darkFrom is the index of the first shade that needs white letters.
const darkFrom = 6

// DrawText prints the board of the call. If there is a solution, DrawText also prints the solution. The text has
// colours if the board defines colours and Coloured returns true for the output.
func (c *Call) DrawText(s *encode.Solution) {
	text := c.Instance.Draw(s)
	tinted, ok := c.Instance.(layout.HasTextColours)
	if !ok || s == nil || !Coloured(c.Stdout) {
		io.WriteString(c.Stdout, text)
		return
	}
	io.WriteString(c.Stdout, paint(text, tinted.TextColours(s)))
}

// paint gives each rune of text the background of its tint. Tint 0 means no colour.
func paint(text string, tints []int) string {
	return colour(text, func(i int) string {
		if tints[i] == 0 {
			return ""
		}
		return fmt.Sprintf("30;48;5;%d", backgrounds[(tints[i]-1)%len(backgrounds)])
	})
}

// Heat shades the i-th rune of the text by the number entries[i], from 0 to 1. A negative number
// means no shade. Numbers beyond the end of the text have no effect.
func Heat(text string, entries []float64) string {
	return colour(text, func(i int) string {
		if entries[i] < 0 {
			return ""
		}
		shade := min(int(entries[i]*float64(len(shades))), len(shades)-1)
		letters := 30
		if shade >= darkFrom {
			letters = 97
		}
		return fmt.Sprintf("%d;48;5;%d", letters, shades[shade])
	})
}

// colour puts colours into text. The call of(i) returns the parameters of the escape sequence for the
// i-th rune, or "". Every line ends without colours.
func colour(text string, of func(i int) string) string {
	var b strings.Builder
	now, i := "", 0
	set := func(p string) {
		if p == now {
			return
		}
		b.WriteString("\x1b[0m")
		if now = p; p != "" {
			fmt.Fprintf(&b, "\x1b[%sm", p)
		}
	}
	for _, r := range text {
		if r == '\n' {
			set("")
		} else {
			set(of(i))
		}
		b.WriteRune(r)
		i++
	}
	set("")
	return b.String()
}
