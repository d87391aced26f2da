// Package puzzletest checks the conformance laws on a puzzle. Like testing/fstest, it returns
// errors, so that it can be tested itself.
//
// The errors call the laws by these names:
//
//	description    the puzzle's name, rules, example and so on are not empty; it has styles
//	notation       Parse reads canonical texts and the text that String prints; it
//	               refuses bad texts with a position; nothing panics; Example has
//	               ExampleCount solutions
//	agreement      brute force, every SAT style with and without cubes, and every
//	               native method list the same solutions, each of them once
//	given          under given values (clues.Restrict), every method finds the
//	               listed solutions that have these values, and no others
//	nogood         the values of a wrong assignment at the sites that its Violation
//	               names occur together in no solution
//	symmetry       Canonical maps each solution to the first of its images, and every
//	               method counts as many orbits as there are such images; Orbits
//	               compares this with symmetries that the caller found independently
//	margin         closed cells around the board change no count
//	boards         the suite has boards of every kind, with correct counts
//	determinism    the same seed gives the same board, the same board the same formula
//	cancellation   every method ends if the context is cancelled or yield returns false
//	projection     the projected variables are 1..k, the same in every style, and
//	               determine the solution; the default style, and each style that
//	               package constraint marks with Keeps, has one model per solution
//	drawing        drawings show the solution, and no shape reaches beyond the paper
//	reading        drawings are read back, even if their values break the rules
//	layout         sites have different cells, and sites and values have names
//	obstacle       a board that names an obstacle has no solution
//	play           areas of sites are in the picture and do not overlap, and values look
//	               different; pieces, toggles, reveals and tables agree with Check
//	demands        leaving out clues keeps every solution, in Check and in the formula; the
//	               picture of a board shows which clues and entries are marked
//
// ReadBoards reads the boards of a picture back, for the tests of puzzles whose pictures show more
// than a solution.
//
// Parser, List, Count, Deduce, Facts, Lines and ReadJSON perform the first steps of many tests of a
// puzzle. They end the test on an error.
//
// The result of brute force is the reference (the oracle) for the other methods. The package does
// not measure time and does not shrink boards. It cannot notice a rule that Check, Encode and
// Reduce get wrong in the same way, unless Board.Count holds a published count.
package puzzletest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"

	"counterproof/encode"
)

// First lists the first sixteen puzzles. Some tests require more of them than of a new puzzle.
var First = strings.Fields("battleships calendar exactcover gf2 laplace lightsout map minesweeper nonogram packing pairplace pentomino pushpull sherlock submarines sudoku")

// A Suite is the input of Test: a puzzle and the boards, files and sizes to check it on. The
// puzzle's Example is always checked and need not be listed.
type Suite struct {
	Puzzle *encode.Puzzle
	Boards []Board
	Bad    []Bad         // texts that Parse refuses
	Files  []File        // files for Import
	Sizes  []encode.Size // small sizes for Generate
	// Margin adds closed cells around a board. The parameter frame holds the numbers of rows or
	// columns to add on each side, from the top clockwise; see Framed. Margin is nil if the
	// notation has no closed cells.
	Margin func(text string, frame [4]int) string
	// Without gives a reason for each kind of board that the puzzle does not have. The kinds are
	// "tight" (one solution), "loose" (2 to 40), "contradictory" (none), "clue-free", "1x1", "1xn",
	// "nx1", "oblong" (neither square nor a line) and "shapes" (the last four together).
	Without map[string]string
}

// A Board is one instance of the puzzle, with what the test knows about it.
type Board struct {
	Text     string      // in canonical notation
	Also     []string    // other texts of the same board
	Count    string      // the number of solutions in decimal; empty means the number found by brute force
	Note     string      // the source of Count, or why the board is in the suite
	ClueFree bool        // whether the board has no clues
	Size     encode.Size // height and width in cells; zero if the board is not a rectangle
}

// A Bad is a text that Parse must refuse.
type Bad struct {
	Text         string
	Line, Column int    // the position of the error; 0 means any position within the text
	Want         string // the facts of the message, for facttest.States
}

// A File is a text for Import, and the boards that Import must return. If Boards is empty, Import
// must refuse the file with a message that states the facts of Want.
type File struct {
	Data   string
	Boards []string // canonical texts, in order
	Want   string
}

// A Broken is one broken law, as an error. Test returns at most one for each combination of law,
// board and method.
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

// Test checks every law on every board of the suite. It returns nil, or all broken laws as joined
// errors, each of type *Broken.
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

// TestBoard checks the laws on a single board. If brute force takes too long for the board and its
// Count is empty, TestBoard skips the laws that need the number of solutions.
func TestBoard(p *encode.Puzzle, b Board) error {
	t := newTrial(p)
	t.board(&board{Board: b, optional: true})
	return t.err()
}

// A trial collects the broken laws while Test or a similar function runs.
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

// fail records a broken law. For each combination of law, board and method, it keeps only the first
// evidence.
func (t *trial) fail(law, board, method, format string, args ...any) {
	key := [3]string{law, board, method}
	if !t.seen[key] {
		t.seen[key] = true
		t.broken = append(t.broken, &Broken{law, board, method, fmt.Sprintf(format, args...)})
	}
}

// guard calls f. If f panics, guard records the panic as a breach of the given law.
func (t *trial) guard(law, board, method string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			t.fail(law, board, method, "panic: %v\n%s", r, where())
		}
	}()
	f()
}

// where returns the line of code that panicked: the first line of the stack that is not in the
// runtime.
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

// description checks that the texts that the catalogue and the command line show are not empty, and
// that the names of styles are valid.
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
