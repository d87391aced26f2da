package catalog

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	reading "counterproof/encode/files"
	"counterproof/encode/test/facttest"
)

// readText reads the boards of a text as the commands do, and returns their canonical texts and all
// warnings.
func readText(p *encode.Puzzle, text string) (boards, warnings []string, err error) {
	all, err := reading.Read(p, []byte(text), reading.Reading{Warn: func(w string) { warnings = append(warnings, w) }})
	if err != nil {
		return nil, nil, err
	}
	for in, err := range all {
		if err != nil {
			return nil, nil, err
		}
		if w, ok := in.(encode.HasWarnings); ok {
			warnings = append(warnings, w.Warnings()...)
		}
		boards = append(boards, in.String())
	}
	return boards, warnings, nil
}

// some returns the example of a puzzle, its generated boards and the given boards, all in canonical
// notation.
func some(t *testing.T, p *encode.Puzzle, also ...string) []string {
	t.Helper()
	texts := append([]string{p.Example}, also...)
	rng := rand.New(rand.NewPCG(30, 5))
	for i := 0; i < 30 && p.Generate != nil; i++ {
		in, err := p.Generate(t.Context(), rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		texts = append(texts, in.String())
	}
	return texts
}

// drawable lists the puzzles whose drawings this file checks, with more boards.
var drawable = map[string][]string{
	"battleships": {"rows=1,?,12 cols=2,0,?,10 fleet=3,1,1 given=w.../.m../...c", "rows=0 cols=? fleet="},
	"calendar":    {"12-31", "weekday:10-06-Tue", "weekday:05-31-Sun"},
	"exactcover":  {"p q | x y ; p x:A ; q y", "2|A 0:1|B ; A ; A ; A B"},
	"gf2":         {"0|1", "10110|0"},
	"laplace":     {"diff -3..3 1,-2/0,1", "sum 0..9 7", "sum 0..99 10,100/5,7"},
	"lightsout":   {"torus:.#./###/.#.", "torus:#", "#", "2x2:edb7,6"},
	"minesweeper": {"?1?", "mines=3 ???.*/?2?../.?1??", "9x9:8,5,m9b4c63b3f47f25757a7c0"},
	"packing":     {"..../....;2*turn:x/xx;xx", ".../...;0-3*fixed:x/.x;xx;6*x", strings.Repeat(".", 60) + ";xx;30*turn:xx", "...;x/./x;x"},
	"pentomino":   {"6x10", "5x5:FILPV", ".#./.../.#.", "#.#/.../#.#:X", "...../...##", "#..../....#", "..#./....:L"},
	"pushpull":    {"000000000", "111111111", "1x2:01", "2x2:0111"},
	"sherlock":    {"x:a,b,c;at a 1"},
	"submarines":  {"rows=10 cols=1,12", "rows=0,3 cols=1,1,1"},
}

// refusedDrawing returns facts of the error for a drawing that does not show the whole board, or "" for
// any other board. Sherlock does not draw the icons without a place, and Lights Out no matrix. The
// drawing of a pentomino board may look like rows of different lengths. Drawings of Battleships and
// packings are read only below their notation.
func refusedDrawing(p *encode.Puzzle, in encode.Instance) string {
	text := in.String()
	switch {
	case p.Name == "sherlock", p.Name == "lightsout" && text[0] != '.' && strings.Contains(text, ","):
		return "line 1, drawing, show"
	case p.Name == "packing", p.Name == "battleships":
		return "line 1, notation, show"
	case p.Name == "pentomino" && ragged(in.Draw(nil)):
		return "rows"
	case text == "#..../....#":
		return "line 1, indented"
	}
	return ""
}

// TestShownDrawing checks that what show draws is read as the board, without the notation above it, or
// is refused by name.
func TestShownDrawing(t *testing.T) {
	for name, also := range drawable {
		p := Find(name)
		for _, text := range some(t, p, also...) {
			in, err := p.Parse(text)
			if err != nil {
				t.Fatalf("%s %s: %v", name, text, err)
			}
			if name == "minesweeper" && strings.Contains(text, ":") { // the drawing shows the board after the first square
				text = strings.Replace(strings.ReplaceAll(strings.TrimSpace(in.Draw(nil)), "\n", "/"), "/", " ", 1)
			}
			boards, warnings, err := readText(p, in.Draw(nil))
			want := refusedDrawing(p, in)
			switch {
			case want != "":
				if err == nil || !facttest.States(err.Error(), want) {
					t.Errorf("%s: the drawing of %s gives %q, %v, want an error with %s", name, text, boards, err, want)
				}
			case err != nil || !slices.Equal(boards, []string{text}):
				t.Errorf("%s: the drawing of %s is read as %q, %v:\n%s", name, text, boards, err, in.Draw(nil))
			case len(warnings) > 1 || len(warnings) == 1 && !facttest.States(warnings[0], "the rows of one board"):
				t.Errorf("%s: the drawing of %s gives the warnings %q", name, text, warnings)
			}
		}
	}
}

// ragged reports whether the lines of a drawing have different lengths, and no line has a blank.
func ragged(drawing string) bool {
	lines := strings.Split(strings.TrimSpace(drawing), "\n")
	return !strings.Contains(drawing, " ") && slices.ContainsFunc(lines, func(line string) bool { return line[0] != ':' && len(line) != len(lines[0]) })
}

// TestSolvedDrawing checks what solve draws. It is a board only where it has all clues, and then a
// warning says that the entries are ignored. Otherwise it must be refused.
func TestSolvedDrawing(t *testing.T) {
	reads := map[string]bool{"calendar": true, "exactcover": true, "laplace": true, "submarines": true}
	for name, also := range drawable {
		p := Find(name)
		read := 0
		for _, text := range some(t, p, also...)[:16] {
			in, err := p.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			s, ok := encode.Quick(in.Reduce())
			if !ok || in.Draw(&s) == in.Draw(nil) || strings.Trim(string(s), "\x00") == "" {
				continue
			}
			if name == "minesweeper" && !strings.Contains(in.Draw(&s), "-") {
				continue // every covered cell is a mine: this is also the drawing of a board with known mines
			}
			boards, warnings, err := readText(p, in.Draw(&s))
			switch {
			case !reads[name]:
				if err == nil || !facttest.States(err.Error(), "a solution") && !facttest.States(err.Error(), "show") {
					t.Errorf("%s: a solution of %s is read as %q, %v, want an error:\n%s", name, text, boards, err, in.Draw(&s))
				}
			case err != nil || !slices.Equal(boards, []string{text}) || len(warnings) == 0 || !facttest.States(warnings[0], "ignored"):
				t.Errorf("%s: a solution of %s is read as %q, %v, warnings %q:\n%s", name, text, boards, err, warnings, in.Draw(&s))
			}
			read++
		}
		if read < 3 {
			t.Errorf("%s: only %d solutions were read", name, read)
		}
	}
}

// FuzzFiles checks that no text makes Read panic, and that the error for a text that is refused is a
// position in the text. Boards that are read must have a notation that Parse reads.
func FuzzFiles(f *testing.F) {
	for i, p := range All() {
		in, err := p.Parse(p.Example)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, p.Example+"\n"+p.Example+"\n")
		f.Add(i, in.Draw(nil))
		f.Add(i, p.Example+"\n"+in.Draw(nil)+"# note\n\n"+p.Example)
		f.Add(i, "# note\n"+p.Example+"\n"+in.Draw(nil)+" # note\n")
		s := encode.Solution(make([]byte, len(in.Sites())))
		f.Add(i, in.Draw(&s))
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		p := All()[uint(i)%uint(len(All()))]
		boards, _, err := readText(p, text)
		var at *encode.ParseError
		if err != nil && (!errors.As(err, &at) || at.Line < 1 || at.Column < 1 || at.Line > strings.Count(text, "\n")+strings.Count(text, "\r")+1) {
			t.Errorf("%s: %q: error %v", p.Name, text, err)
		}
		for _, board := range boards {
			if in, err := p.Parse(board); err != nil || in.String() != board {
				t.Errorf("%s: %q is read as %q, which is read as %v, %v", p.Name, text, board, in, err)
			}
		}
	})
}
