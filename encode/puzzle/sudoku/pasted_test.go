package sudoku

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterproof/encode/files"
	"counterproof/encode/test/facttest"
)

const (
	wikipedia = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	euler     = "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3"
)

// readAll reads the boards of a text as the command line does. It returns their notations, joined by
// ' ', and all warnings.
func readAll(text string) (boards string, warnings []string, err error) {
	all, err := files.Read(&Puzzle, []byte(text), files.Reading{Warn: func(w string) { warnings = append(warnings, w) }})
	if err != nil {
		return "", nil, err
	}
	var texts []string
	for in, err := range all {
		if err != nil {
			return "", nil, err
		}
		texts = append(texts, in.String())
		warnings = append(warnings, in.(*Board).Warnings()...)
	}
	return strings.Join(texts, " "), warnings, nil
}

// TestPasted checks the usual forms of boards: as a file, with other line ends, and as an argument of
// the command line.
func TestPasted(t *testing.T) {
	warned := map[string]string{
		".sdk file with [Puzzle] and [State]": "State",
		"library of HoDoKu, during a game":    "2, candidates",
	}
	for _, c := range pasted {
		want := map[string]string{"wikipedia": wikipedia, "euler": euler, "both": wikipedia + " " + euler}[c.boards]
		for _, text := range []string{c.text, strings.ReplaceAll(c.text, "\n", "\r\n") + "\r\n", "\ufeff\n" + c.text + "\n\n"} {
			got, warnings, err := readAll(text)
			if err != nil || got != want || !facttest.States(strings.Join(warnings, " "), warned[c.name]) || warned[c.name] == "" && len(warnings) > 0 {
				t.Errorf("%s: %s, %v, %q, want %s, and warnings with %q", c.name, got, err, warnings, want, warned[c.name])
			}
		}
		if b, err := parse(c.text); c.boards != "both" && !strings.HasPrefix(c.name, "CSV of") && (err != nil || b.String() != want) {
			t.Errorf("%s, as an argument: %v, %v, want %s", c.name, b, err, want)
		}
	}
}

// hexadoku is a board of 16x16 cells. In row r and column c, it has the number (4r + r/4 + c) mod 16 +
// 1, where r and c count from 0, or an empty cell if 7r + 3c is a multiple of 5.
const hexadoku = ".2345.789A.CDEF." + "5.789A.CDEF.1234" + "9A.CDEF.1234.678" + "DEF.1234.6789.BC" +
	"2345.789A.CDEF.1" + ".789A.CDEF.1234." + "A.CDEF.1234.6789" + "EF.1234.6789.BCD" +
	"345.789A.CDEF.12" + "789A.CDEF.1234.6" + ".CDEF.1234.6789." + "F.1234.6789.BCDE" +
	"45.789A.CDEF.123" + "89A.CDEF.1234.67" + "CDEF.1234.6789.B" + ".1234.6789.BCDE."

// hexadokuRows writes the numbers of hexadoku, and 0 for empty cells, in rows.
func hexadokuRows(number func(v int) string, between, rows string) string {
	var lines []string
	for r := range 16 {
		var cells []string
		for c := range 16 {
			v := (4*r+r/4+c)%16 + 1
			if (7*r+3*c)%5 == 0 {
				v = 0
			}
			cells = append(cells, number(v))
		}
		lines = append(lines, strings.Join(cells, between))
	}
	return strings.Join(lines, rows)
}

// TestPasted16 checks forms of a board of 16x16 cells. If there is another sign of empty cells than 0,
// the values are 0 to F, and stderr must say that they become 1 to G.
func TestPasted16(t *testing.T) {
	decimal := func(zero, form string) func(v int) string {
		return func(v int) string {
			if v == 0 {
				return zero
			}
			return fmt.Sprintf(form, v)
		}
	}
	sign := func(signs string) func(v int) string { return func(v int) string { return signs[v : v+1] } }
	for name, c := range map[string]struct {
		text   string
		shifts bool
	}{
		"capitals":             {hexadokuRows(sign(".123456789ABCDEFG"), "", "\n"), false},
		"small letters, 0":     {hexadokuRows(sign("0123456789abcdefg"), "", "\n"), false},
		"rows on a line":       {hexadokuRows(sign("0123456789abcdefg"), "", " "), false},
		"/":                    {hexadokuRows(sign("_123456789ABCDEFG"), "", "/"), false},
		"0-F":                  {hexadokuRows(sign(".0123456789ABCDEF"), "", "\n"), true},
		"0-F, spaces":          {hexadokuRows(sign("-0123456789abcdef"), " ", "\n"), true},
		"0-F on a line":        {hexadokuRows(sign("x0123456789abcdef"), "", ""), true},
		"decimals, 0":          {hexadokuRows(decimal("0", "%d"), " ", "\n"), false},
		"decimals, aligned":    {hexadokuRows(decimal(" .", "%2d"), " ", "\n"), false},
		"decimals, 08":         {hexadokuRows(decimal("00", "%02d"), " ", "\n"), false},
		"decimals, CSV":        {hexadokuRows(decimal("", "%d"), ",", "\n"), false},
		"decimals, tabs":       {hexadokuRows(decimal("", "%d"), "\t", "\n"), false},
		"decimals, tab at end": {hexadokuRows(decimal("0", "%d"), " ", "\t\n"), false},
		"decimals, ; at end":   {hexadokuRows(decimal("0", "%d"), " ", ";\n"), false},
		"decimals, tab in row": {strings.ReplaceAll(hexadokuRows(decimal("0", "%d"), " ", "\n"), " 16 ", " 16\t"), false},
		"decimals, one line":   {hexadokuRows(decimal("0", "%d"), " ", " "), false},
		"JSON":                 {"[[" + hexadokuRows(decimal("null", "%d"), ", ", "], [") + "]]", false},
		"JSON, 0":              {"[[" + hexadokuRows(decimal("0", "%d"), ", ", "], [") + "]]", false},
		"JSON, texts":          {`["` + hexadokuRows(sign(".123456789ABCDEFG"), "", `", "`) + `"]`, false},
		"spaces in a frame":    {"+-\n| " + hexadokuRows(sign(" 123456789ABCDEFG"), " ", " |\n| ") + " |\n+-", false},
		"decimals in Markdown": {"| " + hexadokuRows(decimal(" ", "%d"), " | ", " |\n| ") + " |", false},
	} {
		got, warnings, err := readAll(c.text)
		if err != nil || got != hexadoku || c.shifts != facttest.States(strings.Join(warnings, " "), "0, F, 1, G") || !c.shifts && len(warnings) > 0 {
			t.Errorf("%s: %s, %v, %q, want %s", name, got, err, warnings, hexadoku)
		}
	}
}

// TestPasted4 checks forms of a board of 4x4 cells. 16 lines of 16 cells are 16 boards, and stderr
// must say so, unless they are drawn as one board or contain a number above 4.
func TestPasted4(t *testing.T) {
	const board = "..1.4......3.2.."
	for _, c := range []struct{ text, want, warns string }{
		{",,1,\n4,,,\n,,,3\n,2,,", board, ""},
		{"\t\t1\t\n4\t\t\t\n\t\t\t3\n\t2\t\t", board, ""},
		{"|   | 1   |\n| 4   |   |\n|     |   3 |\n|   2 |     |", "", ""},
		{";3;4\n;3;;\n;;3;\n1;;;", "", ""},
		{"+----+----+\n|    | 1  |\n| 4  |    |\n+----+----+\n|    |   3|\n|   2|    |\n+----+----+", board, ""},
		{"+-----+-----+\n|     | 1   |\n| 4   |     |\n+-----+-----+\n|     |   3 |\n|   2 |     |\n+-----+-----+", board, ""},
		{"[[0,0,1,0],[4,0,0,0],[0,0,0,3],[0,2,0,0]]", board, ""},
		{"..1. 4... ...3 .2..", board, ""},
		{board + " easy", board, ""},
		{board + "," + "2314413214233241", board, ""},
		{board + "\n" + wikipedia + "\n", board + " " + wikipedia, ""},
		{wikipedia + "\n" + board + "\n", wikipedia + " " + board, ""},
		{strings.Repeat(board+"\n", 15), strings.Repeat(" "+board, 15)[1:], ""},
		{strings.Repeat(board+"\n", 16), strings.Repeat(" "+board, 16)[1:], "16, 4x4, 16x16"},
		{strings.Repeat("....|....|..1.|....\n", 16), strings.Repeat("..........1.....", 16), ""},
		{strings.Repeat("..............5.\n", 16), strings.Repeat("..............5.", 16), ""},
	} {
		got, warnings, err := readAll(c.text)
		if c.want == "" && err == nil || c.want != "" && err != nil || got != c.want || (c.warns != "") != (len(warnings) > 0) || !facttest.States(strings.Join(warnings, " "), c.warns) {
			t.Errorf("%q: %s, %v, %q, want %q, and warnings with %q", c.text, got, err, warnings, c.want, c.warns)
		}
	}
}

// atoP returns hexadoku without empty cells, and with other values.
func atoP(values, between string) string {
	var lines []string
	for r := range 16 {
		var cells []string
		for c := range 16 {
			cells = append(cells, values[(4*r+r/4+c)%16:][:1])
		}
		lines = append(lines, strings.Join(cells, between))
	}
	return strings.Join(lines, "\n")
}

// trimmed returns the board wikipedia with fields, but without separators at the end of a row.
func trimmed(comma string) string {
	var lines []string
	for line := range strings.SplitSeq(fieldRows(wikipedia, "", comma, 9, false), "\n") {
		lines = append(lines, strings.TrimRight(line, comma))
	}
	return strings.Join(lines, "\n")
}

// TestNotBoards checks that other texts are refused with the true reason and position.
func TestNotBoards(t *testing.T) {
	lines := func(row int, text string) string {
		all := slices.Collect(slices.Chunk([]byte(wikipedia), 9))
		var rows []string
		for i, r := range all {
			if i+1 == row {
				r = []byte(text)
			}
			rows = append(rows, string(r))
		}
		return strings.Join(rows, "\n")
	}
	csv := func(row int, text string) string { // with empty fields
		return strings.ReplaceAll(strings.Join(strings.Split(lines(row, text), ""), ","), ",\n,", "\n")
	}
	candidates := strings.NewReplacer(".", "1267", "\n", "|\n|").Replace(strings.Join(strings.Split(lines(0, ""), ""), " "))
	full := hexadokuRows(func(int) string { return "" }, "", "")
	for r := range 16 {
		for c := range 16 {
			full += "0123456789ABCDEF"[(4*r+r/4+c)%16:][:1]
		}
	}
	columns := "   1    2" + strings.Repeat(" ", 50) + "12341234123412" + strings.Repeat(" ", 8)
	for _, c := range []struct{ name, text, want string }{
		{"a row with 8 cells", lines(3, ".98...6."), "line 3, column 9, row 3, 8, 9"},
		{"a row with 10 cells", lines(3, ".98....6.."), "line 3, column 10, row 3, 10, 9"},
		{"a row of CSV with 8 fields", csv(3, " 98   6 "), "line 3, column 16, row 3, 8, 9"},
		{"a row of columns with 8 characters", strings.ReplaceAll(lines(3, ".98...6."), ".", " "), "line 3, column 9, row 3, 8, 9"},
		{"a character", lines(3, ".98.y..6."), "line 3, column 5, 1, 9, 'y'"},
		{"a number above 9", lines(3, ".98.A..6."), "line 3, column 5, 1, 9, 'A'"},
		{"a second sign of empty cells", lines(3, ".98....6-"), "line 3, column 9, '.', '-'"},
		{"0 and another sign", lines(3, ".98....60"), "line 3, column 9, '0', '.'"},
		{"8 rows", lines(0, "")[:79], "line 8, column 10, 9, 8"},
		{"10 rows", lines(0, "") + "\n.........", "line 10, column 10, 9, 1"},
		{"a title within a board", strings.Replace(lines(0, ""), "4..8", "Grid 2\n4..8", 1), "line 5, column 1, 9, 4"},
		{"a row of CSV", "5,3,,,7,,,,", "line 1, column 12, 9, 1"},
		{"80 cells", wikipedia[:80], "line 1, column 81, 16, 81, 256, 80"},
		{"80 fields", strings.Join(strings.Split(wikipedia[:80], ""), ","), "line 1, column 160, 16, 81, 256, 80"},
		{"candidates", "*--*\n| " + candidates + " |\n*--*", "line 2, candidates, pencil marks, \"1267\""},
		{"candidates of a solved board", strings.Repeat(strings.Repeat("1234 ", 4)+"\n", 4), "line 1, column 1, candidates, \"1234\""},
		{"candidates on a line", strings.Repeat("123456789", 81), "line 1, candidates, 729"},
		{"the address of a page", "https://www.example.org/sudoku.htm?bd=" + wikipedia, "line 1, column 1, 'h'"},
		{"an object", "{\"puzzle\": [[5, 3, 0]]}", "line 1, column 1, list, object"},
		{"a list of objects", "[\n {\"puzzle\": [[5, 3, 0]]}]", "line 2, column 2, list, object"},
		{"a cell without a number in JSON", "[" + strings.Repeat("[5, 3, 0, 0, 7, 0, 0, 0, 0], ", 8) + "[5, 3, , 0, 7, 0, 0, 0, 0]]", "'0', ' '"},
		{"a row without a bracket in JSON", "[" + strings.Repeat("[5, 3, 0, 0, 7, 0, 0, 0, 0], ", 8) + "5, 3, 0, 0, 7, 0, 0, 0, 0, 0]", "10, 9"},
		{"two boards on a line", wikipedia + " " + euler, "line 1, column 83, one board"},
		{"a board of CSV with 80 cells", "id,puzzle\n1," + wikipedia[:80], "line 2, column 83, 80"},
		{"80 cells and the solution", "quizzes,solutions\n" + wikipedia[:80] + "," + strings.Repeat("1", 81), "line 2, column 81, 80"},
		{"a number and 80 cells", "1," + wikipedia[:80], "line 1, column 83, 80"},
		{"a number and 15 cells", "1,..1.4......3.2.", "line 1"},
		{"a header of CSV without boards", "id,puzzle\n", "line 1, column 1"},
		{"a filled board of 0 to F", full, "'.', 1, G, 0"},
		{"a filled board of 0 to 3", "0123230110323210", "'.', 1, 4, 0"},
		{"G, 0 and another sign", "G" + hexadokuRows(func(v int) string { return ".0123456789ABCDEF"[v : v+1] }, "", "")[1:], "'0', '.'"},
		{"many 0 and another sign", ".." + strings.Repeat("0", 252) + "12", "'0', '.'"},
		{"dashes", strings.Repeat("-", 81), "line 1, column 1, '.'"},
		{"two readings", columns, "4x4, 9x9, 1212341234123412"},
		{"a decimal in a small board", "1 2 3 10\n. . . .\n. . . .\n. . . .", "line 1, column 7, 1, 4, \"10\""},
		{"words", "hello world", "line 1, column 1, 'h'"},
		{"a mail", "> " + strings.ReplaceAll(lines(0, ""), "\n", "\n> "), "line 1, column 1, 1, 9, '>'"},
		{"a foreign sign of empty cells", strings.ReplaceAll(lines(0, ""), ".", "@"), "line 1, column 3, 1, 9, '@'"},
		{"a foreign sign in two boards", strings.ReplaceAll(lines(0, "")+"\n"+lines(0, ""), ".", "@"), "line 1, column 3, 1, 9, '@'"},
		{"a foreign sign on a line with spaces", strings.Join(strings.Split(strings.ReplaceAll(wikipedia, ".", "@"), ""), " "), "line 1, column 5, 1, 9, '@'"},
		{"82 cells, one of them wrong", wikipedia[:80] + "yy", "line 1, column 81, 1, 9, 'y'"},
		{"rows without the tabs at their ends", trimmed("\t"), "line 1, row 1, 5, 9"},
		{"rows without the lines at their ends", trimmed("|"), "line 1, row 1, 5, 9"},
		{"16x16 from A to P", atoP("ABCDEFGHIJKLMNOP", ""), "line 1, column 8, 1, G, 'H'"},
		{"16x16 from P to A", atoP("PONMLKJIHGFEDCBA", ""), "line 1, column 1, 1, G, 'P'"},
		{"16x16 from A to P, with spaces", atoP("ABCDEFGHIJKLMNOP", " "), "line 1, column 15, 1, G, 'H'"},
		{"box-drawing characters", "│5│\n│6│x", "line 1"},
		{"a character in a frame", strings.ReplaceAll("│"+lines(4, "8...y...3"), "\n", "│\n│"), "line 4, column 8, 'y'"},
	} {
		got, _, err := readAll(c.text)
		if err == nil || !facttest.States(err.Error(), c.want) {
			t.Errorf("%s: %q is read as %q, %v, want an error with %s", c.name, c.text, got, err, c.want)
		}
	}
}
