package catalog

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"counterproof/encode"
	reading "counterproof/encode/files"
	"counterproof/encode/test/facttest"
)

// dressed returns the same lines in other dresses: with comments, and in other encodings.
func dressed(lines []string) map[string]string {
	plain := strings.Join(lines, "\n") + "\n"
	around := "\u00a0\u202f" + strings.ReplaceAll(strings.TrimSuffix(plain, "\n"), "\n", "\u00a0\n\u00a0 ") + "\u00a0\n"
	all := map[string]string{"plain": plain, "no-break spaces": around, "zero width": "\u200b" + strings.ReplaceAll(plain, "\n", "\u2060\u200b\n\u200b")}
	var comments []string
	for _, line := range lines {
		if line != "" {
			line += " # note"
		}
		comments = append(comments, line, "# note 2")
	}
	all["comments"] = "# note\n\n" + strings.Join(comments, "\n") + "\n  # note"
	for name, text := range map[string]string{"plain": plain, "comments": all["comments"]} {
		all[name+", byte-order mark"] = "\ufeff" + text
		all[name+", CR LF"] = strings.ReplaceAll(text, "\n", "\r\n")
		all[name+", CR"] = strings.ReplaceAll(text, "\n", "\r")
		units := utf16.Encode([]rune(text))
		var little, big []byte
		for _, u := range units {
			little, big = binary.LittleEndian.AppendUint16(little, u), binary.BigEndian.AppendUint16(big, u)
		}
		all[name+", UTF-16 LE"], all[name+", UTF-16 BE"] = string(little), string(big)
		all[name+", UTF-16 LE, mark"], all[name+", UTF-16 BE, mark"] = "\xff\xfe"+string(little), "\xfe\xff"+string(big)
	}
	return all
}

// TestDressedLists checks, for every puzzle, that a list of boards is read as these boards in every
// dress. An empty line is between boards of one row.
func TestDressedLists(t *testing.T) {
	for _, p := range All() {
		boards := some(t, p)
		var lines []string
		for _, text := range boards {
			lines = append(lines, text)
			if reading.NeedsGap(p, text) {
				lines = append(lines, "")
			}
		}
		for name, text := range dressed(lines) {
			if got, _, err := readText(p, text); err != nil || !slices.Equal(got, boards) {
				t.Errorf("%s, %s: got %.200q, %v, want %.200q", p.Name, name, got, err, boards)
			}
		}
	}
}

// TestDressedFiles checks that notations of several lines are read in every dress. Formats with rules
// of their own have comments of their own, and a '#' in them is data.
func TestDressedFiles(t *testing.T) {
	for _, c := range []struct {
		puzzle, text string
		boards       []string
	}{
		{"battleships", "rows=1,0\ncols=?,0\nfleet=1\ngiven=\n.w\n..\n\nrows=1 cols=1 fleet=1", []string{"rows=1,0 cols=?,0 fleet=1 given=.w/..", "rows=1 cols=1 fleet=1"}},
		{"laplace", "sum 0..9\n10 17\n 5  6\n\ndiff -3..3\n1, -2\n", nil},
		{"laplace", "sum 0..9\n10 17\n 5  6\n\ndiff -3..3\n1,-2", []string{"sum 0..9 10,17/5,6", "diff -3..3 1,-2"}},
		{"lightsout", ".#.\n##.\n...\n\ntorus:\n.#.\n###\n\ntorus:..#\n###", []string{".#./##./...", "torus:.#./###", "torus:..#/###"}},
		{"minesweeper", "????\n1221\n0000\nmines=2\n\n?1?\n\nmines=1\n?", []string{"mines=2 ????/1221/....", "?1?", "mines=1 ?"}},
		{"packing", "..\n.#\n\nxx\n\nturn:x", []string{"../.#;xx;turn:x"}},
		{"pentomino", "..#..\n.....\n\n#...#\n.....\n:FP", []string{"..#../.....", "#...#/.....:FP"}},
		{"pushpull", ".##\n##.\n##.\n\n011\n110\n110\n\n111111111", []string{"011110110", "011110110", "111111111"}},
		{"gf2", "1 1 0 | 1\n0 1 1 | 0\n\n1,0,1\n0,1,1\n\n101\n011\n\n11|1", []string{"110|1/011|0", "10|1/01|1", "10|1/01|1", "11|1"}},
		{"sherlock", "drink: tea, milk, juice\npet: cat, dog, fox\nnext tea cat\nat fox 3", []string{"drink:tea,milk,juice/pet:cat,dog,fox;next tea cat;at fox 3"}},
		{"submarines", "? ? | 1\n? ? | 0\n----+\n0 1\n\n? | 1\n--+\n1", []string{"rows=1,0 cols=0,1", "rows=1 cols=1"}},
		{"calendar", "6 Oct\n29.02.\n25/10\n\nweekday:10-06-Tue", []string{"10-06", "02-29", "10-25", "weekday:10-06-Tue"}},
		{"exactcover", "A B ; A ; B\nA;A", []string{"A B ; A ; B", "A ; A"}},
	} {
		for name, text := range dressed(strings.Split(c.text, "\n")) {
			got, _, err := readText(Find(c.puzzle), text)
			if c.boards == nil {
				if err == nil {
					t.Errorf("%s, %s: %q is read as %q", c.puzzle, name, text, got)
				}
			} else if err != nil || !slices.Equal(got, c.boards) {
				t.Errorf("%s, %s: %q is read as %q, %v, want %q", c.puzzle, name, text, got, err, c.boards)
			}
		}
	}
	for _, c := range []struct{ puzzle, text, want string }{
		{"exactcover", "# A\n#\nA\n# A\n", "# A ; # ; A ; # A"},
		{"exactcover", "# A ; # ; A\n", "# A ; # ; A"},
		{"exactcover", "A # ; A ; #\n", "A # ; A ; #"},
		{"exactcover", "A B ; A # ; B\n", "A B ; A"}, // the rest is a comment
		{"battleships", "% one # two\nproblem(1, [1:1], [1], [1], []). % # A\n", "rows=1 cols=1 fleet=1"},
		{"lightsout", "# ab\n##.\n", "##."},
		{"lightsout", "#.# # a note\n", "#.#"},
		{"packing", "#..;xx # a note\n", "#..;xx"},
		{"pentomino", "#....\n.#### # a note\n", "#..../.####"},
		{"pushpull", "#..\n### # a note\n#.#\n", "100111101"},
	} {
		if got, _, err := readText(Find(c.puzzle), c.text); err != nil || !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %q is read as %q, %v, want %q", c.puzzle, c.text, got, err, c.want)
		}
	}
}

// TestDressedDrawings checks that the output of the command show is read in every dress.
func TestDressedDrawings(t *testing.T) {
	for name, also := range drawable {
		p := Find(name)
		var lines, boards []string
		for _, text := range some(t, p, also...) {
			in, err := p.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if drawing := in.Draw(nil); drawing != text+"\n" {
				boards, lines = append(boards, text), append(append(lines, text), strings.Split(drawing, "\n")...)
			}
		}
		for name, text := range dressed(lines) {
			if got, _, err := readText(p, text); err != nil || !slices.Equal(got, boards) {
				t.Errorf("%s, %s: got %.200q, %v, want %.200q from %.300q", p.Name, name, got, err, boards, text)
			}
		}
	}
}

// TestRaggedRows checks that a board drawn over several lines is refused if one of its rows is too
// short or too long, at the position of this row.
func TestRaggedRows(t *testing.T) {
	for puzzle, text := range map[string]string{
		"lightsout": ".#...\n###..\n.#.#.\n..###\n...#.", "pentomino": ".....\n.....\n..#..\n.....",
		"gf2": "1011\n0110\n1101", "pushpull": "011\n110\n110", "minesweeper": "mines=2\n????\n1221\n0000", "packing": "...\n...\n...\n\nxxx\n\n6*x",
		"laplace":    "sum 0..9\n1 2 3\n4 5 6\n7 8 9",
		"submarines": "? ? | 1\n? ? | 1\n----+\n1 1",
	} {
		if got, _, err := readText(Find(puzzle), text); err != nil || len(got) != 1 {
			t.Errorf("%s: %q is read as %q, %v", puzzle, text, got, err)
		}
		lines := strings.Split(text, "\n")
		from := slices.IndexFunc(lines, func(line string) bool { return !strings.ContainsAny(line, "=s") })
		end := slices.IndexFunc(lines, func(line string) bool { return line == "" || strings.HasSuffix(line, "+") })
		if end < 0 {
			end = len(lines)
		}
		for i := from; i < end; i++ {
			for change, line := range map[string]string{"without": lines[i][2:], "with": lines[i][:2] + lines[i]} {
				changed := slices.Clone(lines)
				changed[i] = line
				want := fmt.Sprintf("line %d", max(i, from+1)+1) // the first row decides how long rows are
				got, _, err := readText(Find(puzzle), strings.Join(changed, "\n"))
				var at *encode.ParseError
				if !errors.As(err, &at) || !facttest.States(err.Error(), want) {
					t.Errorf("%s %s a cell in line %d: %q is read as %q, %v, want an error with %s", puzzle, change, i+1, changed, got, err, want)
				}
			}
		}
	}
}
