package nonogram

import (
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/test/facttest"
)

// A reading is a text and what must be read from it. In the text, '/' is the end of a line unless the
// text is XML. The boards are joined by blanks. The fields warning and fails list facts that the warning
// and the error state.
type reading struct{ text, boards, warning, fails string }

// check reads the texts as the command line does.
func check(t *testing.T, all []reading) {
	t.Helper()
	for _, c := range all {
		text := c.text
		if text[0] != '<' {
			text = strings.ReplaceAll(text, "/", "\n")
		}
		var boards, warnings []string
		seq, err := files.Read(&Puzzle, []byte(text), files.Reading{Warn: func(w string) { warnings = append(warnings, w) }})
		if err == nil {
			for in, e := range seq {
				if err = e; err != nil {
					break
				}
				boards = append(boards, in.String())
				warnings = append(warnings, in.(encode.HasWarnings).Warnings()...)
			}
		}
		switch {
		case err != nil:
			if c.fails == "" || !facttest.States(err.Error(), c.fails) {
				t.Errorf("%.90s: %v, want %.90q, %q", c.text, err, c.boards, c.fails)
			}
		case strings.Join(boards, " ") != c.boards:
			t.Errorf("%.90s: %.90q, want %.90q, %q", c.text, boards, c.boards, c.fails)
		case len(warnings) > 1 || (c.warning == "") != (len(warnings) == 0) || !facttest.States(strings.Join(warnings, "\n"), c.warning):
			t.Errorf("%.90s: the warnings are %q, want %q", c.text, warnings, c.warning)
		}
	}
}

// stair is a board of 2 rows and 3 columns. Its rows are ##. and ..#, or .## and #.. in the other
// solution.
const stair = "3x2:1/1/1/2/1"

// TestLists checks lists of runs with and without a header. The files were written by hand from the
// pictures of heart and stair, and from the descriptions of the formats.
func TestLists(t *testing.T) {
	check(t, []reading{
		{text: "5/5/1 1/5/5/3/1//2/4/4/4/2/", boards: heart},
		{text: "5/5/1 1/5/5/3/1//2/4/4/4/2", boards: heart},
		{text: "5 5/1 1/5/5/3/1/#/2/4/4/4/2/", boards: heart},
		{text: "5 5/1 1/5/5/3/1/2/4/4/4/2/", boards: heart},
		{text: "1,1/5/5/3/1///2/4/4/4/2/", boards: heart},
		{text: "2/3/2/1//1/1/1/", boards: stair},
		{text: "//2/3/2/1//1/1/1///", boards: stair},
		{text: "2 3/2/1/#/1/1/1/", boards: stair},
		{text: "3 2/2/1/1/1/1/", boards: stair},

		// An empty line among the runs is a clue without runs. The board is #.# over a white row.
		{text: "2/3/1 1/0//1/0/1/", boards: "3x2:1//1/1.1/"},
		{text: "2/3/1 1///1//1/", boards: "3x2:1//1/1.1/"},
		{text: "2 3/1 1//#/1//1/", boards: "3x2:1//1/1.1/"},
		{text: "3 2/1 1//1//1/", boards: "3x2:1//1/1.1/"},
		{text: "3 2/1 1//1//1/", boards: "3x2:1//1/1.1/"},
		{text: "2 2/1//1//", boards: "2x2:1//1/"},
		{text: "2 2/1//1/", fails: "line 1, column 1, row 1"},
		{text: "3 2/2/1//1/1/1/", fails: "line 1, column 3, row 1"},

		// Several boards in one file.
		{text: "2/3/2/1//1/1/1//5/5/1 1/5/5/3/1//2/4/4/4/2/", boards: stair + " " + heart},
		{text: "2/1//1/1/1//2/3/2/1//1/1/1/", boards: stair + " " + stair},
		{text: "2/3/2/1//1/1/1//2/1//1/1/1/", boards: stair + " " + stair},

		// Two blocks that look like another format. The first has one solution: the first column is
		// black, the first two rows too. In the second, a file .nin would have the rows 2 and the
		// columns 1 and 1.
		{text: "5/5/1/1/1/1/1//7/2/2/2/2/", boards: "5x7:7/2/2/2/2/5/5/1/1/1/1/1"},
		{text: "2 1/2/1/1//4/1/1/1/", boards: "4x4:4/1/1/1/2.1/2/1/1"},

		// Neither reading has as many black cells in the rows as in the columns.
		{text: "2/3/2/0//1/1/1/", boards: "3x4:1/1/1/2/3/2/", warning: "lines 1 and 2, CWD"},
		{text: "2/3/1/1//2/2/2/", boards: "3x4:2/2/2/2/3/1/1", warning: "lines 1 and 2, CWD"},

		// Files whose numbers do not fit.
		{text: "5/5/1 1/5/5/3/9//2/4/4/4/2/", fails: "line 7, column 1, CWD, row 5, 5, 9"},
		{text: "5/2/1/1/1/1/1//1/1/", fails: "line 1, column 1, CWD, 5, 2"},
		{text: "3 2/2/1/#/1/1/1/", fails: "line 4, column 1, '#', .mk"},
		{text: "2 3/2/1/#/1/1/", fails: "line 4, column 1, '#', .mk"},
		{text: "2 3/2/1/#/1/1/1/1/", fails: "line 4, column 1, '#', .mk"},
		{text: "2 3/2/0/#/1/1/1/", fails: "line 1, column 1, .mk, 2, 3"},
		{text: "2 3/2/1/1/1/1/", fails: "line 1, column 1, .nin, 4, 2"},
		{text: "3 2/2/1/1/1/0/", fails: "line 1, column 1, .nin, 3, 2"},
		{text: "3 2/2/1/1/1/", fails: "line 6, column 1, .nin"},
		{text: "3 2/2/1/1/1/1/1/", fails: ".nin"},
		{text: "3 2/4/1/1/1/1/", fails: "line 2, column 1, .nin, row 1"},
		{text: "#/2/1/", fails: `line 1, column 1, "#"`},
		{text: "2/1/#/1/1/1/", fails: "line 3, column 1, '#', .mk"},
		{text: "257 3/2/1/1/", fails: ".nin"},
		{text: strings.Repeat("1/", 514) + "//1/", fails: "line 257, column 1, 256 rows, 514"},
		{text: "1/" + strings.Repeat("/", 2000) + "1/", boards: "1x1:1/1"},
		{text: "256 256/" + strings.Repeat("0/", 256) + "#/" + strings.Repeat("0/", 256), boards: "256x256:" + strings.Repeat("/", 511)},
		{text: "256 256/" + strings.Repeat("/", 256) + "#/" + strings.Repeat("/", 256), boards: "256x256:" + strings.Repeat("/", 511)},
		{text: "256 256/" + strings.Repeat("/", 512), boards: "256x256:" + strings.Repeat("/", 511)},
		{text: "256 256/" + strings.Repeat("0/", 513), fails: ".nin"},
		{text: strings.Repeat("1/", 515) + "/1/", fails: "line 515, column 1, 256"},
	})
}

// TestListComments checks that comments in lists and in lists of game IDs are removed. A line with
// nothing but a comment does not end the runs of the rows. In the first board, a comment is in place
// of the mark of a .mk file: with this line left out, the rest is a .nin file of other numbers.
func TestListComments(t *testing.T) {
	check(t, []reading{
		{text: "2 3/1/1/# columns/0/1/1/", boards: "3x2:/1/1/1/1"},
		{text: "# a .nin file/3 2 # width, height/2/1/# columns/1/1/1/", boards: stair},
		{text: "# of a book/5 # height/5/1 1/# ears/5/5/3/1//2/4/4/4/2/", boards: heart},
		{text: "# two blocks/2/1//# columns/1/1/1/", boards: stair},
		{text: "# nothing/", fails: "only comments"},
		{text: "2/1/# columns/1/1/1/", fails: "line 7, column 1, empty line"},
	})
	ids := "# mine\n" + heart + " # the first\n\n" + stair + "\n"
	seq, err := files.Read(&Puzzle, []byte(ids), files.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for in, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, in.String())
	}
	if strings.Join(got, " ") != heart+" "+stair {
		t.Errorf("%q", got)
	}
}

// TestOlsak checks .g files. They were written by hand from the pictures of heart and stair, by the
// description in the sample files of the format.
func TestOlsak(t *testing.T) {
	check(t, []reading{
		{text: "A heart/: rows/1 1/5/5/3/1/: columns/2/4/4/4/2/: end/All text here is ignored: 1 2 3/:/", boards: heart},
		{text: ":/ 2/1/:/1/1/1/:", boards: stair},
		{text: ":rows/1 1//:columns/1//1/:/", boards: "3x2:1//1/1.1/"},
		{text: ":rows/1 1//:columns/1/1//:/", boards: "3x2:1/1//1.1/"},
		{text: "goal 1/width 2/:rows/2/1/:columns/1/1/1/:/", boards: stair},
		{text: "One ink/#d/  0:   white/  m:%  blue/: rows/2m/1m/: columns/1m/1m/1m/: end/", boards: stair},
		{text: "#declaration/  1:*  black/: rows/2/1/: columns/1/1/1/: end/", boards: stair},
		{text: "#d/  m:%  blue/  1:*  black/: rows/2/1m/: columns/1/1m/1/: end/", fails: `line 6, column 1, colours, "2", "1m"`},
		{text: "A hexagon/#t/: a/1/: b/1/: c/1/: d/1/: e/1/: f/1/: end/", fails: "line 2, column 1, triddlers"},
		{text: ": rows/2/1/: columns/1/1/1/", fails: "line 4, column 1, .g"},
		{text: ": rows/2/1/: columns/1/1/0/: end/", fails: "line 1, column 1, .g, 3, 2"},
		{text: ": rows/2/x/: columns/1/1/1/: end/", fails: `line 3, column 1, "x"`},
		{text: ": rows/: columns/1/1/1/: end/", fails: "line 1, column 1, rows"},
		{text: ": rows/" + strings.Repeat("1/", 258) + ": columns/258/: end/", fails: "line 258, column 1, 256 rows, 257"},
		{text: ": rows/4/1/: columns/1/1/1/: end/", fails: "line 2, column 1, row 1, 4"},
	})
}
