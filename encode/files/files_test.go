package files_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/files"
	"counterproof/encode/test/facttest"
)

// read returns the canonical texts of the boards that Read finds, and its warnings.
func read(puzzle, text string, lines bool) (boards, warnings []string, err error) {
	all, err := files.Read(catalog.Find(puzzle), []byte(text), files.Reading{Lines: lines, Warn: func(w string) { warnings = append(warnings, w) }})
	if err != nil {
		return nil, nil, err
	}
	for in, err := range all {
		if err != nil {
			return nil, nil, err
		}
		boards = append(boards, in.String())
	}
	return boards, warnings, nil
}

// TestRows checks how lines become boards: the rows of one board, or one board per line.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		puzzle, text string
		want         string // the boards, with a blank between them
		warnings     string // facts of the only warning, or empty
	}{
		{"lightsout", ".#...\n###..\n.#.#.\n..###\n...#.", ".#.../###../.#.#./..###/...#.", "lines 1 to 5, --lines"},
		{"lightsout", "\n\n  .#.\t\n\t##. \n\n", ".#./##.", "lines 3 to 4"},
		{"lightsout", ".#.\n\n##.\n", ".#. ##.", ""},
		{"lightsout", ".#./##.\n##./..#\n", ".#./##. ##./..#", ""},
		{"lightsout", ".#./##.\n##..\n....\n", ".#./##. ##.. ....", ""}, // a slash says that lines are boards
		{"lightsout", ".#.\n##.\n\n#..\n#.#\n", ".#./##. #../#.#", "lines 1 to 2"},
		{"pentomino", ".....\n.....\n.....\n.....\n", "4x5", "lines 1 to 4"},
		{"pentomino", "....\n.#..\n....\n....\n", "..../.#../..../....", "lines 1 to 4"},
		{"pushpull", "011110110\n000111000\n", "011110110 000111000", ""},
		{"calendar", "10-06\n01-25\n", "10-06 01-25", ""},
		{"pairplace", ".B\n..\n", ".B ..", ""}, // a table with two columns has at most one row
	} {
		got, warnings, err := read(c.puzzle, c.text, false)
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%s %q: got %q, %v, want %q", c.puzzle, c.text, got, err, c.want)
		}
		if (len(warnings) > 0) != (c.warnings != "") || !facttest.States(strings.Join(warnings, "\n"), c.warnings) {
			t.Errorf("%s %q: warnings %q, want facts %q", c.puzzle, c.text, warnings, c.warnings)
		}
	}
	// --lines forces a list, and the rest of the text does not change that.
	got, warnings, err := read("lightsout", "# two boards\n.#.\n##.\n", true)
	if err != nil || !slices.Equal(got, []string{".#.", "##."}) || len(warnings) > 0 {
		t.Errorf("with lines: %q, %q, %v", got, warnings, err)
	}
}

// TestPositions checks where errors are, in the text as it was given.
func TestPositions(t *testing.T) {
	for _, c := range []struct {
		puzzle, text string
		line, column int
	}{
		{"lightsout", ".#.\n##.\n.x.\n", 3, 2},
		{"lightsout", ".#..\n##.\n....\n", 2, 4}, // a row is too short
		{"lightsout", "\n\n .#./##.\n .#./#x.\n", 4, 7},
		{"lightsout", "# a comment\n.#.\n##x # another\n", 3, 3},
		{"pentomino", "....\n....\n..x.\n....\n", 3, 3},
		{"pentomino", "\ufeff....\r\n....\r\n..x.\r\n....\r\n", 3, 3},
		{"calendar", "10-06\r01-25\r\r13-01\r", 4, 1},
		{"calendar", "10-06\n\u00a0\u00a013-01\n", 2, 5},       // two no-break spaces of two bytes each
		{"calendar", "10-06\n\u200b\u200b13-01\n", 2, 7},       // two zero-width spaces of three bytes each
		{"calendar", "\x1f\x8b\x08\x00\x00\x00\x00\x00", 1, 1}, // gzip
		{"calendar", "", 1, 1},
		{"calendar", "\ufeff \n\n", 1, 1},
		{"calendar", "# nothing\n  # but comments\n", 1, 1},
		// What show prints, with a mistake in the drawing or no drawing.
		{"pushpull", "011110110\n.##\n##.\n#..\n", 4, 1},
		{"pushpull", "011110110\n.##\n##.\n##.\n\n011110110\n", 6, 1},
		{"pushpull", "011110110\n.##\n##.\n##.\n\n0111x0110\n.##", 6, 5},
	} {
		_, _, err := read(c.puzzle, c.text, false)
		var at *encode.ParseError
		if !errors.As(err, &at) || at.Line != c.line || at.Column != c.column {
			t.Errorf("%s %q: error %v, want line %d, column %d", c.puzzle, c.text, err, c.line, c.column)
		}
	}
	if _, _, err := read("sudoku", "\x1f\x8b\x08\x00", false); err == nil || !facttest.States(err.Error(), "gzip") {
		t.Errorf("compressed input: %v, which does not name gzip", err)
	}
}

// utf16Text returns a text in UTF-16 with a byte-order mark, or without one if the parameter mark is
// false.
func utf16Text(text string, big, mark bool) string {
	var b strings.Builder
	if mark {
		text = "\ufeff" + text
	}
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			b.WriteByte(byte(u >> 8))
		}
		b.WriteByte(byte(u))
		if !big {
			b.WriteByte(byte(u >> 8))
		}
	}
	return b.String()
}

// TestCharacters checks that a list and a drawing of every form of text give the same boards.
func TestCharacters(t *testing.T) {
	for _, text := range []string{".#./##.\n##./..#\n", "....\n....\n....\n....\n....\n"} {
		puzzle := map[bool]string{true: "lightsout", false: "pentomino"}[strings.Contains(text, "#")]
		want, _, err := read(puzzle, text, false)
		if err != nil {
			t.Fatal(err)
		}
		for name, form := range map[string]string{
			"CR LF":               strings.ReplaceAll(text, "\n", "\r\n"),
			"CR":                  strings.ReplaceAll(text, "\n", "\r"),
			"byte-order mark":     "\ufeff" + text,
			"UTF-16LE":            utf16Text(text, false, true),
			"UTF-16BE":            utf16Text(text, true, true),
			"UTF-16LE, no mark":   utf16Text(text, false, false),
			"UTF-16BE, no mark":   utf16Text(text, true, false),
			"no-break spaces":     "\u00a0" + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\u00a0\n\u00a0"),
			"zero-width spaces":   strings.ReplaceAll(text, ".", ".\u200b"),
			"no newline at end":   strings.TrimSuffix(text, "\n"),
			"comments":            "# first\n" + strings.ReplaceAll(text, "\n", " # note\n# a line\n"),
			"commented, indented": "  # first\n\t" + text + "   # last",
		} {
			if got, _, err := read(puzzle, form, false); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %s: got %q, %v, want %q", puzzle, name, got, err, want)
			}
		}
	}
}

// TestUncomment checks what a comment is. In a puzzle with cells '#', a letter must follow.
func TestUncomment(t *testing.T) {
	for _, c := range []struct{ text, plain, cells string }{
		{"# note", "", ""},
		{"#note", "#note", "#note"},
		{"a # note", "a ", "a "},
		{"a# note", "a# note", "a# note"},
		{"a # 1 note", "a ", "a # 1 note"},
		{"# . #\n#\tx", "\n", "# . #\n"},
		{"a #\nb", "a \nb", "a #\nb"},
		{`next "a # b" c # note`, `next "a # b" c `, `next "a # b" c `},
		{"a # ä", "a ", "a "},
		{"", "", ""},
	} {
		if got := files.Uncomment(c.text, false); got != c.plain {
			t.Errorf("%q: got %q, want %q", c.text, got, c.plain)
		}
		if got := files.Uncomment(c.text, true); got != c.cells {
			t.Errorf("%q with cells: got %q, want %q", c.text, got, c.cells)
		}
	}
}

// TestShownSolution checks that the drawing of a solution under a board is read as the board, with a
// warning.
func TestShownSolution(t *testing.T) {
	got, warnings, err := read("pushpull", "011110110\no@@\n##o\n#@.\n", false)
	if err != nil || !slices.Equal(got, []string{"011110110"}) || len(warnings) != 1 || !facttest.States(warnings[0], "lines 2 to 4") {
		t.Errorf("got %q, %q, %v", got, warnings, err)
	}
	// Lines that repeat a line of the drawing must be the whole drawing. An empty line makes them a list.
	for _, c := range []struct{ puzzle, text, want string }{
		{"lightsout", ".#./##.\n.#.\n", "line 1, column 1, 2, empty"},
		{"lightsout", ".#./##./...\n.#.\n.#.\n...\n", "line 3, column 1, ##."},
		{"lightsout", ".#./##./...\n.#.\n...\n", "line 3, column 1, ##."},
		{"minesweeper", "mines=1 ?1?/...\n?1?\n...\n", "line 2, column 1, mines=1"},
		{"pentomino", "...../.#.../.....\n.....\n.....\n", "line 3, column 1, . ..."},
		{"exactcover", "p q r ; p ; q r ; q ; r\np q r\n  p\n  q p\n  q\n  r\n", "line 4, column 1, q r"},
		{"exactcover", "p q r ; p ; q r ; q ; r\np q r\n  p\n  q\n  r\n", "line 4, column 1, q r"},
	} {
		if got, _, err := read(c.puzzle, c.text, false); err == nil || !facttest.States(err.Error(), c.want) {
			t.Errorf("%q: got %q, %v, want %q", c.text, got, err, c.want)
		}
	}
	if got, warnings, err = read("lightsout", ".#./##.\n\n.#.\n", false); err != nil || !slices.Equal(got, []string{".#./##.", ".#."}) {
		t.Errorf("list: got %q, %q, %v", got, warnings, err)
	}
	// The message for a list is about the list, also if its second line cannot be read.
	_, _, err = read("pushpull", "011110110\n0111x0110\n", false)
	if err == nil || !facttest.States(err.Error(), "line 2, column 5") {
		t.Errorf("list with a mistake: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{".#.\n##.\n", "10-06\n", "# x\n\n", "\xff\xfe.\x00", "011110110\n.##\n##.\n##.\n", "A B\nA\nB\n", "1 2\n2 3\n"} {
		for i := range catalog.All() {
			f.Add(text, i)
		}
	}
	f.Fuzz(func(t *testing.T, text string, i int) {
		all := catalog.All()
		if i < 0 || len(text) > 2000 {
			return
		}
		p := all[i%len(all)]
		boards, err := files.Read(p, []byte(text), files.Reading{})
		n := 0
		if err == nil {
			for in, e := range boards {
				n++
				if err = e; err != nil {
					break
				}
				if again, err := p.Parse(in.String()); err != nil || again.String() != in.String() {
					t.Errorf("%s %q: board %q is read as %v, %v", p.Name, text, in, again, err)
				}
			}
		}
		var at *encode.ParseError
		switch {
		case err == nil && n == 0:
			t.Errorf("%s %q: no board and no error", p.Name, text)
		case err != nil && (!errors.As(err, &at) || at.Line < 1 || at.Column < 1):
			t.Errorf("%s %q: error %v has no position", p.Name, text, err)
		}
	})
}
