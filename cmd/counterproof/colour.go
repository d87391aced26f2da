package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"counterproof/encode"
)

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	if s, ok := w.(*sink); ok {
		w = s.w
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// backgrounds are twelve colours of the 256-colour terminal, all light enough
// for black letters.
var backgrounds = []int{117, 214, 79, 227, 182, 209, 75, 150, 183, 123, 216, 250}

// draw prints a board: in colours on a terminal (unless NO_COLOR is set), in
// plain letters elsewhere.
func draw(c *cli.Context, in encode.Instance, s *encode.Solution) {
	text := in.Draw(s)
	tinted, ok := in.(encode.Tinted)
	if !ok || s == nil || os.Getenv("NO_COLOR") != "" || !isTerminal(c.App.Writer) {
		io.WriteString(c.App.Writer, text)
		return
	}
	io.WriteString(c.App.Writer, paint(text, tinted.Tints(s)))
}

// paint colours the runes of text by their tints; 0 is none.
func paint(text string, tints []int) string {
	var b strings.Builder
	now, i := 0, 0
	for _, r := range text {
		if tints[i] != now {
			now = tints[i]
			b.WriteString("\x1b[0m")
			if now > 0 {
				fmt.Fprintf(&b, "\x1b[30;48;5;%dm", backgrounds[(now-1)%len(backgrounds)])
			}
		}
		b.WriteRune(r)
		i++
	}
	if now != 0 {
		b.WriteString("\x1b[0m")
	}
	return b.String()
}
