// Package puzzletest tries the conformance laws on a puzzle, in the manner of
// testing/fstest: it returns errors, so it can be tested itself.
//
// The laws, by the names that the errors give them:
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
// ReadBoards reads the boards of a picture back, for the tests of a puzzle that draws more
// than solutions.
//
// Parse, List, Count, Deduce, Facts, Lines and ReadJSON do the first step of many tests of a
// puzzle; they end the test on an error.
//
// The oracle is brute force. The package does not measure, does not shrink a
// disagreement, and cannot notice a rule that Check, Encode and Reduce get
// wrong alike: that takes published counts, which go into Board.Count.
package puzzletest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"

	"counterproof/encode"
)

// A Suite is what the laws are tried on. The puzzle's Example is a board of
// every suite and need not be repeated.
type Suite struct {
	Puzzle *encode.Puzzle
	Boards []Board
	Bad    []Bad         // texts that Parse refuses
	Files  []File        // what Import reads
	Sizes  []encode.Size // small sizes for Generate
	// Margin draws closed cells around a board, as many rows or columns on
	// each side as frame says, from the top clockwise; see Framed. It is nil
	// where the notation has no closed cells.
	Margin func(text string, frame [4]int) string
	// Without says why the puzzle has no board of a kind, by kind: "tight"
	// (one solution), "loose" (2 to 40), "contradictory" (none), "clue-free",
	// "1x1", "1xn", "nx1", "oblong" (neither square nor a line), "shapes"
	// (the last four together).
	Without map[string]string
}

// A Board is one instance of the puzzle.
type Board struct {
	Text     string      // canonical
	Also     []string    // other texts of the same board
	Count    string      // of solutions, decimal; empty: as many as brute force finds
	Note     string      // the source of Count, or what the board is for
	ClueFree bool        // it has no clues
	Size     encode.Size // height and width in cells; zero: it has no such shape
}

// A Bad text is one that Parse refuses.
type Bad struct {
	Text         string
	Line, Column int    // where; 0: anywhere within the text
	Want         string // facts of the message, as facttest.States takes them
}

// A File is a text for Import. One without Boards is refused, with a message that
// states the facts of Want.
type File struct {
	Data   string
	Boards []string // canonical texts, in order
	Want   string
}

// A Broken law is what Test found: one error for each law, board and method.
type Broken struct {
	Law      string
	Board    string // its text; empty: the whole puzzle
	Method   string // or the style, or what else was called; empty: none
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

// Test tries every law on every board. It returns nil or every broken law,
// joined, each a *Broken.
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

// TestBoard tries the laws on one board alone. A board that is too large for
// brute force and has no Count is left out of those that need an oracle.
func TestBoard(p *encode.Puzzle, b Board) error {
	t := newTrial(p)
	t.board(&board{Board: b, optional: true})
	return t.err()
}

// A trial collects what is broken.
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

// fail records a broken law: the first evidence for each law, board and method.
func (t *trial) fail(law, board, method, format string, args ...any) {
	key := [3]string{law, board, method}
	if !t.seen[key] {
		t.seen[key] = true
		t.broken = append(t.broken, &Broken{law, board, method, fmt.Sprintf(format, args...)})
	}
}

// guard makes a panic of the puzzle a broken law.
func (t *trial) guard(law, board, method string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			t.fail(law, board, method, "panic: %v\n%s", r, where())
		}
	}()
	f()
}

// where is the place of the panic in the puzzle's code, the first line of the
// stack below the runtime's.
func where() string {
	stack := string(debug.Stack())
	stack = stack[strings.LastIndex(stack, "panic(")+1:] // the first one, if it was passed on
	for _, line := range strings.Split(stack, "\n")[1:] {
		if strings.HasPrefix(line, "\t") && !strings.Contains(line, "/runtime/") {
			return line
		}
	}
	return ""
}

// description tries what the catalogue and the command line show.
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
				t.fail("description", "", "Styles", "%q stands twice", s)
			}
		}
		if s == "" || strings.HasPrefix(s, "cubes") || strings.ContainsAny(s, "/, ") {
			t.fail("description", "", "Styles", "%q is no name of a style", s)
		}
	}
}

func (t *trial) exampleCount() string {
	if t.puzzle.ExampleCount == "" {
		return "1"
	}
	return t.puzzle.ExampleCount
}
