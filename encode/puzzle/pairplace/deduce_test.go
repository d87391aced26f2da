package pairplace

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
)

// TestDeduction runs the deduction checks of puzzletest on a table of our own that needs nearly
// every rule, a table of the essay and a table without clues. Two tables have contradictory clues,
// and one table needs a naked triple. The random tables are boards for a cross-check, of
// which the long form has more.
func TestDeduction(t *testing.T) {
	found, err := puzzletest.TestDeduction(puzzletest.Deduction{
		Puzzle: &Puzzle,
		Boards: []string{
			"C.AEDGF../..F..C.../..G...CIH/...I....D/A......../...H...D./HD.B...A./F.DCEA.../D.IAH.GEC",
			"BA.ED./D..AFE",
			"......./.......", "BA..../BA....", "A.B../.....",
			"......G/....FE./AF...B./...D.../G..ED.A/.DCBG.E",
		},
		Drawn: processtest.Cases(150, 500), Orders: 1, Named: namedPairs,
	})
	if err != nil {
		t.Error(err)
	}
	t.Log(*found)
	for _, r := range mustParse(t, ".").Rules() {
		if found.Steps[r.Name] == 0 && r.Name != "hidden triple" && r.Name != "hidden quadruple" { // naked sets come first: 1600 tables of up to 9x9 needed none
			t.Errorf("no %s in %v", r.Name, found.Steps)
		}
	}
}

// TestOddTables checks the laws of deduction on small tables with an odd number of columns, each in
// many orders, and in the long form in more. In these tables, a move by the rule "matching" can have no cells: no column could be
// unpaired. In the last table, a move can leave letters that follow from earlier moves.
func TestOddTables(t *testing.T) {
	boards := slices.Repeat([]string{"DE.AB/BA...", "C.A../...ED/.DEBC", "D..A./A..../E...A/..DC./...D."}, processtest.Cases(12, 30))
	if _, err := puzzletest.TestDeduction(puzzletest.Deduction{Puzzle: &Puzzle, Boards: boards, Orders: 1, Named: namedPairs}); err != nil {
		t.Error(err)
	}
}

// namedPairs returns the cells that a sentence names by pairs: "A-B and C unpaired from rows 2 to
// 4". If all other values of a column are removed in a row, the sentence names the whole row.
func namedPairs(in encode.Instance, text string) (cells []int) {
	n := in.(*Table).n
	const numbers = `rows? \d+(?: to \d+)?(?:, \d+(?: to \d+)?)*(?: and \d+(?: to \d+)?)?`
	part := regexp.MustCompile(`((?:[A-Za-z]-[A-Za-z]|[A-Za-z] unpaired|, | and |all pairs with [A-Za-z])+) from (` + numbers + `)`)
	pair := regexp.MustCompile(`([A-Za-z])(?:-([A-Za-z])| unpaired)`)
	for _, m := range part.FindAllStringSubmatch(text, -1) {
		for _, row := range facttest.Listed(m[2], "row") {
			for _, p := range pair.FindAllStringSubmatch(m[1], -1) {
				cells = append(cells, (row-1)*n+strings.Index(letters, p[1]))
				if p[2] != "" {
					cells = append(cells, (row-1)*n+strings.Index(letters, p[2]))
				}
			}
		}
	}
	whole := regexp.MustCompile(`(?:everything else for [A-Za-z] and [A-Za-z]|all pairs with [A-Za-z]) from (` + numbers + `)`)
	for _, m := range whole.FindAllStringSubmatch(text, -1) {
		for _, row := range facttest.Listed(m[1], "row") {
			for a := range n {
				cells = append(cells, (row-1)*n+a)
			}
		}
	}
	return cells
}

// TestEssayByRules checks that the easy rules solve both tables of the essay, with the
// solutions that its author gives.
func TestEssayByRules(t *testing.T) {
	o := readOracles(t)
	for _, s := range []seed{o.Small, o.Square} {
		in := s.table(t)
		d := puzzletest.Deduce(t, in, deduction.Options{})
		if d.Solution == nil || d.Level != "easy" {
			t.Errorf("%v: solved %v, level %q", in, d.Solution != nil, d.Level)
			continue
		}
		if got := strings.Fields(in.Draw(d.Solution)); strings.Join(got[in.n:], "") != strings.Join(s.Solution, "") {
			t.Errorf("%v: %v, want %v", in, got, s.Solution)
		}
	}
}

// A pattern is a test case for one rule: a state of a table without clues, and what the rule
// removes from it. Three fields are lists in the form "1A:BC": the letters that cells have left
// (field only), the letters that cells have lost (field lost), and everything that the rule removes
// (field want).
type pattern struct {
	rule, name string
	h, n       int
	only, lost string
	want       string
	text       string // facts of the sentence of some step
}

var patterns = []pattern{
	{"mate", "", 2, 4, "", "1A:B", "1B:A", "row 1, column A, B, row 1, column B, A"},
	{"naked single", "", 2, 4, "1A:C", "", "1B:C 1D:C 2A:C", "row 1, column A, C, row 2, column A"},
	{"naked single", "unpaired", 2, 5, "1A:A", "", "1B:AB 1C:AC 1D:AD 1E:AE 2A:A", "row 1, column A, A, row 1, column E, E"},
	{"hidden single", "in a row", 2, 6, "", "1B:D 1C:D 1E:D 1F:D", "1A:BCEF", "row 1, D, column A, row 1, column A, B"},
	{"hidden single", "unpaired", 2, 5, "", "1B:B 1C:C 1D:D 1E:E", "1A:BCDE", "row 1, A, row 1, column A, B"},
	{"hidden single", "in a column of a full table", 3, 4, "", "2A:B 3A:B", "1A:CD", "column A, B, row 1, row 1, column A, C"},
	{"hidden single", "own letters of a full table", 3, 3, "", "2A:A 3A:A", "1A:BC", "column A, A, row 1, row 1, column A, B"},
	{"hidden single", "in a column of a partial table", 2, 4, "", "2A:B", "", ""},
	{"naked pair", "in a row", 2, 6, "1A:CD 1B:CD", "", "1C:D 1D:C 1E:CD 1F:CD", "row 1, A, B, C, D, row 1, column F"},
	{"naked pair", "in a column", 3, 6, "1A:CD 2A:CD", "", "3A:CD", "column A, 1, 2, C, D, row 3, column A"},
	{"hidden pair", "in a row", 2, 6, "", "1C:EF 1D:EF 1E:F 1F:E", "1A:BCD 1B:ACD", "row 1, E, F, A, B, row 1, column B, D"},
	{"hidden pair", "in a column of a full table", 5, 6, "", "3A:BC 4A:BC 5A:BC", "1A:DEF 2A:DEF", "column A, B, C, 1, 2, row 2, column A, F"},
	{"hidden pair", "in a column of a partial table", 4, 6, "", "3A:BC 4A:BC", "", ""},
	{"naked triple", "", 2, 8, "1A:EF 1B:FG 1C:EG", "", "1D:EFG 1E:FG 1F:EG 1G:EF 1H:EFG", "row 1, A, B, C, E, F, G, row 1, column H"},
	{"hidden triple", "", 2, 8, "", "1D:EFG 1E:FG 1F:EG 1G:EF 1H:EFG", "1A:BCDH 1B:ACDH 1C:ABDH", "row 1, E, F, G, A, B, C, row 1, column C, H"},
	{"naked quadruple", "", 1, 10, "1A:FG 1B:GH 1C:HI 1D:FI", "", "1E:FGHI 1F:GHI 1G:FHI 1H:FGI 1I:FGH 1J:FGHI", "row 1, A, B, C, D, F, G, H, I, row 1, column J"},
	{"hidden quadruple", "", 1, 10, "", "1E:FGHI 1F:GHI 1G:FHI 1H:FGI 1I:FGH 1J:FGHI", "1A:BCDEJ 1B:ACDEJ 1C:ABDEJ 1D:ABCEJ", "row 1, F, G, H, I, A, B, C, D, row 1, column D, J"},
	{"parity", "C, D and E are left by A and B", 1, 6, "", "1C:F 1D:F 1E:F 1F:CDE", "1A:B 1B:A",
		"row 1, A, B, C, D, E, row 1, column A"},
	{"parity", "only A or B is unpaired", 1, 5, "", "1C:C 1D:D 1E:E", "1A:B 1B:A", ""},
	{"parity", "B pairs with A or is unpaired", 1, 5, "", "1B:CDE 1C:B 1D:B 1E:B", "1A:A",
		"row 1, A, B, row 1, column A"},
	// D, E, and the group of F, G and H each need one of A, B and C. So no two of A, B
	// and C are a pair.
	{"matching", "three groups and three columns", 1, 8, "", "1D:EFGH 1E:DFGH 1F:DE 1G:DE 1H:DE",
		"1A:BC 1B:AC 1C:AB", "row 1, A, B, C, D, E, row 1, column A"},
	// Row 1 has the pair AB or AC, and the pair CE or DE. Row 2 has AB or AD. Hence BC in either
	// row, CD in row 1 and BD in row 2 would each leave column A or E without a pair. If row 2
	// lacks AD, it has AB, so row 1 has AC, and then DE. So AD is in row 2 or DE is in row 1, and
	// row 2 does not have the pair DE. If row 1 had BD, it would have AC and then DE.
	{"chain", "a wing", 3, 8, "1A:BC 1E:CD 2A:BD", "1B:E 1D:A 1F:AE 1G:AE 1H:AE 2C:A 2E:A 2F:A 2G:A 2H:A",
		"1B:C 1C:B 1C:D 1D:C 1B:D 1D:B 2B:D 2D:B 2D:E 2E:D",
		"row 2, column D, E, row 2, column A, B, row 1, column A, C, row 1, column E, D"},
	// A B is in row 1 or 2, B C in row 2 or 3, and C D in row 3 or 1. If A B is not in
	// row 1, it is in row 2, so B C is in row 3 and C D in row 1. So row 1 has A B or C
	// D, and no pair of A or B with C or D.
	{"chain", "in a full table", 5, 6, "", "3A:B 3B:A 4A:B 4B:A 5A:B 5B:A 1B:C 1C:B 4B:C 4C:B 5B:C 5C:B 2C:D 2D:C 4C:D 4D:C 5C:D 5D:C",
		"1A:CD 1C:A 1D:AB 1B:D", ""},
	{"naked single", "free, unpaired", 2, 5, "1A:A", "", "1B:A 1C:A 1D:A 1E:A", "row 1, column A, A, row 1, column E, A"},
	{"hidden single", "free, unpaired", 2, 5, "", "1B:B 1C:C 1D:D 1E:E", "", ""},
	{"hidden single", "free, in a row", 2, 6, "", "1B:D 1C:D 1D:D 1E:D 1F:D", "1A:ABCEF", "row 1, D, column A"},
	{"hidden single", "free, in a column", 3, 4, "", "2A:B 3A:B", "", ""},
	{"naked pair", "free, in a column", 3, 6, "1A:AD 2A:AD", "", "", ""},
	{"naked pair", "free, in a row", 2, 6, "1A:AD 1B:AD", "", "1C:AD 1D:AD 1E:AD 1F:AD", ""},
	{"parity", "free, C, D and E are left by A and B", 1, 6, "", "1C:CF 1D:DF 1E:EF 1F:CDE", "1A:B 1B:A",
		"row 1, A, B, C, D, E, row 1, column A"},
	{"parity", "free, B has only A", 1, 4, "", "1B:BCD 1C:B 1D:B", "1A:ACD 1C:A 1D:A", "A, unpaired, row 1, B, row 1, column A"},
	{"matching", "free, three groups and three columns", 1, 8, "", "1D:DEFGH 1E:DEFGH 1F:DEF 1G:DEG 1H:DEH",
		"1A:BC 1B:AC 1C:AB", "row 1, A, B, C, D, E, row 1, column A"},
	{"matching", "free, three groups and three columns of nine", 1, 9, "", "1D:DEFGHI 1E:DEFGHI 1F:DEFI 1G:DEGI 1H:DEHI 1I:DEFGH",
		"1A:BC 1B:AC 1C:AB 1A:I 1B:I 1C:I 1I:ABC", "row 1, A, B, C, D, E, row 1, column A"},
	{"chain", "free, a wing", 3, 8, "1A:BC 1E:CD 2A:BD", "1B:E 1D:A 1F:AE 1G:AE 1H:AE 2C:A 2E:A 2F:A 2G:A 2H:A",
		"1B:C 1C:B 1C:D 1D:C 1B:D 1D:B 2B:D 2D:B 2D:E 2E:D", ""},
}

// cells calls the function set for each cell of a list in the form "1A:BC 2D:A". The argument
// letters of set holds the letters as bits.
func cells(n int, list string, set func(i int, letters uint64)) {
	for _, word := range strings.Fields(list) {
		var values uint64
		for _, v := range word[3:] {
			values |= 1 << (v - 'A')
		}
		set(int(word[0]-'1')*n+int(word[1]-'A'), values)
	}
}

// TestRules checks that each rule removes exactly the expected letters from the patterns.
func TestRules(t *testing.T) {
	tried := map[string]bool{}
	for _, p := range patterns {
		name := p.rule + ", " + p.name
		in := empty(t, p.h, p.n)
		in.free = strings.HasPrefix(p.name, "free")
		from := puzzletest.Deduce(t, in, deduction.Options{Use: func(deduction.Rule) bool { return false }}).State
		cells(p.n, p.only, func(i int, values uint64) { from[i] = values })
		cells(p.n, p.lost, func(i int, values uint64) { from[i] &^= values })
		want := slices.Clone(from)
		cells(p.n, p.want, func(i int, values uint64) { want[i] &^= values })
		tried[p.rule] = true
		d := puzzletest.Deduce(t, in, deduction.Options{From: from, Use: func(r deduction.Rule) bool { return r.Name == p.rule }})
		for i := range want {
			if d.State[i] != want[i] {
				t.Errorf("%s: row %d, column %c has %b left, want %b", name, i/p.n+1, letters[i%p.n], d.State[i], want[i])
			}
		}
		var texts []string
		for i := range d.Steps {
			texts = append(texts, d.Text(i))
		}
		if p.text != "" && !slices.ContainsFunc(texts, func(text string) bool { return facttest.States(text, p.text) }) {
			t.Errorf("%s: want the facts %q in one of\n%s", name, p.text, strings.Join(texts, "\n"))
		}
	}
	for _, r := range mustParse(t, ".").Rules() {
		if !tried[r.Name] {
			t.Errorf("no pattern for %s", r.Name)
		}
	}
}
