// Package puzzletest checks the conformance laws on a puzzle. Like testing/fstest, it returns
// errors, so that it can be tested itself.
//
// The errors call the laws by these names:
//
//	description    the puzzle says what it is and lists its styles
//	notation       texts parse, are canonical, parse back; bad ones are refused at
//	               a position; nothing panics; Example has ExampleCount solutions
//	agreement      brute force, every SAT style, with cubes and without, and every
//	               native method list the same set, each solution once
//	nogood         the sites that a Violation names break the rule by themselves
//	symmetry       Canonical maps each solution to the first of its images, and every
//	               method counts as many orbits; Orbits tries this against symmetries
//	               that the test has found for itself
//	margin         closed cells around the board change no count
//	boards         boards of every kind are tried, and have the count stated
//	determinism    the same seed gives the same board, the same board the same formula
//	cancellation   a cancelled context and a false from yield end every method
//	projection     the projected variables are 1..k, the same in every style, and
//	               decide the solution; the default style, and each that encode's
//	               table says so of, keeps the number of models
//	drawing        drawings show the solution and stay on their paper
//
// ReadBoards reads the boards of a picture back, for the tests of puzzles that draw more than
// solutions.
//
// Parse, List, Count, Deduce, Facts, Lines and ReadJSON perform the first steps of many tests of a
// puzzle. They end the test on an error.
//
// The oracle is brute force. The package does not measure time and does not shrink boards. It
// cannot notice a rule that Check, Encode and Reduce get wrong in the same way. Published counts in
// Board.Count can.
package puzzletest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"

	"counterproof/encode"
)

// A Suite holds the data for the laws. The puzzle's Example is a board of every suite and need not
// be repeated.
type Suite struct {
	Puzzle *encode.Puzzle
	Boards []Board
	Bad    []Bad         // texts that Parse refuses
	Files  []File        // files for Import
	Sizes  []encode.Size // small sizes for Generate
	// Margin draws closed cells around a board. frame holds the numbers of rows or columns on each
	// side, from the top clockwise; see Framed. Margin is nil if the notation has no closed cells.
	Margin func(text string, frame [4]int) string
	// Without gives, for each kind of board that the puzzle does not have, the reason why. The
	// kinds are "tight" (one solution), "loose" (2 to 40), "contradictory" (none), "clue-free",
	// "1x1", "1xn", "nx1", "oblong" (neither square nor a line) and "shapes" (the last four
	// together).
	Without map[string]string
}

// A Board is one instance of the puzzle.
type Board struct {
	Text     string      // in canonical notation
	Also     []string    // other texts of the same board
	Count    string      // the number of solutions in decimal; empty means the number found by brute force
	Note     string      // the source of Count, or the purpose of the board
	ClueFree bool        // whether it has no clues
	Size     encode.Size // height and width in cells; zero if it has no such shape
}

// A Bad is a text that Parse refuses.
type Bad struct {
	Text         string
	Line, Column int    // the position of the error; 0 means any position within the text
	Want         string // the facts of the message, for facttest.States
}

// A File is a text for Import. If Boards is empty, Import must refuse it with a message that states
// the facts of Want.
type File struct {
	Data   string
	Boards []string // canonical texts, in order
	Want   string
}

// A Broken is an error of Test. There is one error for each broken law, board and method.
type Broken struct {
	Law      string
	Board    string // the text of the board; empty for the whole puzzle
	Method   string // the method, the style or another function; may be empty
	Evidence string
}

func (b *Broken) Error() string {
	var s strings.Builder
	s.WriteString(b.Law)
	if b.Board != "" {
		fmt.Fprintf(&s, ": board %q", b.Board)
	}
	if b.Method != "" {
		fmt.Fprintf(&s, ": %s", b.Method)
	}
	return s.String() + ": " + b.Evidence
}

// Test checks every law on every board. It returns nil or all broken laws, joined, each a *Broken.
func Test(s Suite) error {
	t := newTrial(s.Puzzle)
	t.guard("description", "", "", t.description)
	if s.Puzzle.Parse == nil || len(s.Puzzle.Styles) == 0 {
		return t.err()
	}
	example := Board{Text: s.Puzzle.Example, Count: t.exampleCount(), Note: "Example"}
	boards := []Board{example}
	for _, b := range s.Boards {
		if b.Text != example.Text {
			boards = append(boards, b)
			continue
		}
		if b.Count == "" {
			b.Count = example.Count
		}
		boards[0] = b
	}
	var tried []*board
	for i, b := range boards {
		tb := &board{Board: b, example: i == 0}
		if t.board(tb) {
			tried = append(tried, tb)
			if s.Margin != nil {
				t.guard("margin", tb.Text, "Margin", func() { t.margins(tb, s.Margin) })
			}
		}
	}
	t.guard("notation", "", "Parse", func() { t.badTexts(s.Bad) })
	t.guard("notation", "", "Parse", func() { t.mutations(boards, s.Bad) })
	t.guard("notation", "", "Import", func() { t.files(s.Files) })
	t.guard("notation", "", "Sets", t.sets)
	t.guard("determinism", "", "Generate", func() { t.generate(s.Sizes) })
	if len(tried) == len(boards) {
		t.guard("boards", "", "", func() { t.kinds(tried, s.Without) })
	}
	return t.err()
}

// TestBoard checks the laws on a single board. If the board is too large for brute force and has no
// Count, the laws that need an oracle are skipped.
func TestBoard(p *encode.Puzzle, b Board) error {
	t := newTrial(p)
	t.board(&board{Board: b, optional: true})
	return t.err()
}

// A trial collects the broken laws.
type trial struct {
	puzzle *encode.Puzzle
	rng    *rand.Rand
	broken []error
	seen   map[[3]string]bool
}

func newTrial(p *encode.Puzzle) *trial {
	return &trial{puzzle: p, rng: rand.New(rand.NewPCG(1, 2)), seen: map[[3]string]bool{}}
}

func (t *trial) err() error { return errors.Join(t.broken...) }

// fail records a broken law. It keeps only the first evidence for each law, board and method.
func (t *trial) fail(law, board, method, format string, args ...any) {
	key := [3]string{law, board, method}
	if !t.seen[key] {
		t.seen[key] = true
		t.broken = append(t.broken, &Broken{law, board, method, fmt.Sprintf(format, args...)})
	}
}

// guard turns a panic of the puzzle into a broken law.
func (t *trial) guard(law, board, method string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			t.fail(law, board, method, "panic: %v\n%s", r, where())
		}
	}()
	f()
}

// where returns the place of the panic in the puzzle's code. It is the first line of the stack
// below the runtime's lines.
func where() string {
	stack := string(debug.Stack())
	stack = stack[strings.LastIndex(stack, "panic(")+1:] // the first panic, if it was raised again
	for _, line := range strings.Split(stack, "\n")[1:] {
		if strings.HasPrefix(line, "\t") && !strings.Contains(line, "/runtime/") {
			return line
		}
	}
	return ""
}

// description checks the texts that the catalogue and the command line show.
func (t *trial) description() {
	p := t.puzzle
	for _, x := range []struct{ name, text string }{
		{"Name", p.Name}, {"Title", p.Title}, {"Rules", p.Rules}, {"Sites", p.Sites},
		{"Example", p.Example}, {"Source", p.Source},
	} {
		if strings.TrimSpace(x.text) == "" {
			t.fail("description", "", x.name, "is empty")
		}
	}
	if p.Parse == nil {
		t.fail("description", "", "Parse", "is nil")
	}
	if len(p.Formats) == 0 {
		t.fail("description", "", "Formats", "is empty")
	}
	if len(p.Styles) == 0 {
		t.fail("description", "", "Styles", "is empty")
	}
	for i, s := range p.Styles {
		for _, other := range p.Styles[:i] {
			if s == other {
				t.fail("description", "", "Styles", "%q occurs twice", s)
			}
		}
		if s == "" || strings.HasPrefix(s, "cubes") || strings.ContainsAny(s, "/, ") {
			t.fail("description", "", "Styles", "%q cannot be the name of a style", s)
		}
	}
}

func (t *trial) exampleCount() string {
	if t.puzzle.ExampleCount == "" {
		return "1"
	}
	return t.puzzle.ExampleCount
}
