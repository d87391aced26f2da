package puzzletest

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"counterproof/encode"
	"counterproof/native"
)

// Framed adds closed cells around a board, which consists of rows of '.' and '#' joined by '/'. The
// parameter frame holds the numbers of rows or columns to add at the top, right, bottom and left.
func Framed(board string, frame [4]int) string {
	rows := strings.Split(board, "/")
	closed := strings.Repeat("#", frame[3]+len(rows[0])+frame[1])
	var all []string
	for range frame[0] {
		all = append(all, closed)
	}
	for _, row := range rows {
		all = append(all, strings.Repeat("#", frame[3])+row+strings.Repeat("#", frame[1]))
	}
	for range frame[2] {
		all = append(all, closed)
	}
	return strings.Join(all, "/")
}

// frames lists the margins to try: one row or column on each side, and several sides at once.
var frames = [][4]int{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {2, 0, 1, 3}}

// margins checks that closed cells around a board change neither the number of its solutions nor
// their number up to symmetry.
func (t *trial) margins(b *board, margin func(text string, frame [4]int) string) {
	if b.misnamed || !b.listed() {
		return
	}
	names := []string{"sat"}
	for _, r := range b.in.Reduce() {
		names = append(names, "native/"+r.Method)
	}
	for _, name := range names {
		t.guard("margin", b.Text, name, func() {
			want := t.tally(b.in, name)
			for _, frame := range frames {
				text := margin(b.Text, frame)
				in, err := t.puzzle.Parse(text)
				switch {
				case err != nil:
					t.fail("margin", b.Text, "Parse", "of %q: error %v", text, err)
				case in.String() == b.in.String():
					t.fail("margin", b.Text, "Margin", "draws no margin: %q", text)
				default:
					if got := t.tally(in, name); got != want {
						t.fail("margin", b.Text, name, "%q has %s, but without the margin %s", text, got, want)
					}
				}
			}
		})
	}
}

// tally describes how many solutions a method lists and counts, in total and up to symmetry. The
// texts of two boards can be compared.
func (t *trial) tally(in encode.Instance, name string) string {
	m, err := resolve(t.puzzle, in, name)
	if err != nil {
		return err.Error()
	}
	canonical, unknown := encode.Canonical(in)
	all, first := 0, 0
	err = m.Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
		all++
		if unknown == nil && canonical(s) == s {
			first++
		}
		return true
	})
	text := fmt.Sprintf("%d solutions", all)
	if unknown == nil {
		text += fmt.Sprintf(", %d up to symmetry", first)
	}
	if err != nil {
		text += fmt.Sprintf(" and the error %v", err)
	}
	for _, count := range []struct {
		what string
		call func(context.Context, *native.Stats) (*big.Int, error)
	}{{"Count", m.Count}, {"Orbits", m.Orbits}} {
		if count.call != nil {
			n, err := count.call(context.Background(), new(native.Stats))
			text += fmt.Sprintf(", %s %v (error %v)", count.what, n, err)
		}
	}
	return text
}
