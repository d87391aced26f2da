package sudoku

import (
	"slices"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
)

// solved is the solution of the board wikipedia.
const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

// TestCSV checks which field of a line is the board. A header decides; without one, the only field with
// empty cells is the board. If a damaged field may be the board, the line must be refused.
func TestCSV(t *testing.T) {
	mask := strings.Repeat("010", 27)
	spaces := strings.ReplaceAll(wikipedia, ".", " ")
	for _, c := range []struct{ text, want string }{
		{"solution,puzzle\n" + solved + "," + wikipedia, wikipedia},
		{"puzzle,solution\n" + wikipedia + "," + solved[:80], wikipedia},
		{"puzzle,mask,solution\n" + wikipedia + "," + mask + "," + solved, wikipedia},
		{"mask;Puzzle\n" + mask + ";" + wikipedia + "\n" + mask + ";" + euler, wikipedia + " " + euler},
		{"mask\t\"QUIZZES\"\n" + mask + "\t\"" + wikipedia + "\"", wikipedia},
		{"id,clues,puzzle,solution\n7,30," + wikipedia + "," + solved, wikipedia},
		{"clues,solution\n" + wikipedia + "," + solved, wikipedia},
		{"puzzle,solution\n" + solved + "," + wikipedia, solved},
		{",name,Sudoku\n0,\"a, b\"," + spaces + "\n1,hello world,\"" + euler + "\"", wikipedia + " " + euler},
		{"name,board\nhello world," + strings.ReplaceAll(wikipedia, ".", "x"), wikipedia},
		{"a,b,c\n7," + wikipedia + "," + solved, wikipedia},
		{"puzzle,solution\n..1.4......3.2..,2314413214233241", "..1.4......3.2.."},
		{solved + "," + wikipedia, wikipedia},
		{wikipedia + "," + solved, wikipedia},
		{"> " + wikipedia, wikipedia},
		{"4111111111111111," + wikipedia, wikipedia},
		{"2314413214233241 ..1.4......3.2..", "..1.4......3.2.."},
		{solved + ",7.2", solved},
		{wikipedia + "," + solved[:80], wikipedia},
		{"7," + solved + "," + solved, solved},
	} {
		if got, warnings, err := readAll(c.text); err != nil || got != c.want || len(warnings) > 0 {
			t.Errorf("%q: %s, %v, %q, want %s", c.text, got, err, warnings, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"solution,puzzle\n" + solved + "," + wikipedia[:80], "line 2, column 163, 80"},
		{"id,puzzle,solution\n1," + wikipedia[:80] + "," + solved, "line 2, column 83, 80"},
		{"puzzle,solution\n" + wikipedia + "," + solved + "\n7", "line 3, cells, 1"},
		{"id,puzzle\n" + wikipedia, "line 2, column 82, cells, 0"},
		{solved + "," + wikipedia[:80], "line 1, column 163, 80"},
		{solved + "," + wikipedia[1:] + "y", "line 1, column 163, 9, 'y'"},
		{wikipedia + "," + euler[:80], "line 1, column 163, 80"},
		{wikipedia + "," + euler, "line 1, column 83, one board"},
		{"2314413214233241,..1.4......3.2.", "line 1, column 33, 15"},
	} {
		if got, _, err := readAll(c.text); err == nil || !facttest.States(err.Error(), c.want) {
			t.Errorf("%q is read as %q, %v, want an error with %s", c.text, got, err, c.want)
		}
	}
}

// fieldRows returns the rows of a board with a separator between cells, which may be empty, and also
// around the rows if framed is set.
func fieldRows(board, blank, comma string, n int, framed bool) string {
	var lines []string
	for row := range slices.Chunk(strings.Split(strings.ReplaceAll(board, ".", blank), ""), n) {
		lines = append(lines, strings.Join(row, comma))
	}
	if blank == "" {
		lines = lines[:0]
		for row := range slices.Chunk([]byte(board), n) {
			lines = append(lines, strings.ReplaceAll(strings.Join(strings.Split(string(row), ""), comma), ".", ""))
		}
	}
	if framed {
		return comma + strings.Join(lines, comma+"\n"+comma) + comma
	}
	return strings.Join(lines, "\n")
}

// TestFields reads rows of fields with each separator, with and without a frame. An empty field and a
// blank are empty cells, also at the beginning of a line.
func TestFields(t *testing.T) {
	for _, comma := range []string{"|", ",", ";", "\t", " | ", ", "} {
		for _, blank := range []string{"", " "} {
			for _, framed := range []bool{false, true} {
				for _, board := range []string{wikipedia, euler} {
					text := fieldRows(board, blank, comma, 9, framed)
					if got, warnings, err := readAll(text); err != nil || got != board || len(warnings) > 0 {
						t.Errorf("%q is read as %s, %v, %q, want %s", text, got, err, warnings, board)
					}
				}
			}
		}
		// a row of a framed board with a cell less
		text := fieldRows(wikipedia, "", strings.TrimSpace(comma), 9, true)
		if strings.TrimSpace(comma) == "" {
			continue
		}
		less := strings.Replace(text, "6"+strings.TrimSpace(comma), "", 1)
		if got, _, err := readAll(less); err == nil || !facttest.States(err.Error(), "line 2, row 2, 8, 9") {
			t.Errorf("%q is read as %q, %v, want an error about row 2 with 8 cells", less, got, err)
		}
	}
	for text, want := range map[string]string{
		fieldRows("12..34..1..3.21.", "", "|", 4, true):                         "12..34..1..3.21.",
		strings.ReplaceAll("53..7....\n"+wikipedia[9:], ".", "~"):               "",
		strings.ReplaceAll(wikipedia, ".", "~"):                                 wikipedia,
		strings.ReplaceAll(framed("!", " ", " ", "-", "+")(rowsOf()), "0", "."): wikipedia,
		framed("!", " ", " ", "-", "+")(rowsOf()):                               wikipedia,
		framed("||", "", "", "=", "=")(rowsOf()):                                wikipedia,
	} {
		if got, _, err := readAll(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is read as %q, %v, want %q", text, got, err, want)
		}
	}
}

// rowsOf returns the cells of the board wikipedia, with 0 for empty cells.
func rowsOf() [][]string {
	return slices.Collect(slices.Chunk(strings.Split(strings.ReplaceAll(wikipedia, ".", "0"), ""), 9))
}
