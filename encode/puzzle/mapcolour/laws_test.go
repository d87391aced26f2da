package mapcolour

import (
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

func TestLaws(t *testing.T) {
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "regions=1 colours=1", Also: []string{"regions=1 colours=01"}, Count: "1", ClueFree: true},
			{Text: "regions=2 colours=1 edges=0-1", Count: "0", ClueFree: true},
			{Text: "regions=3 colours=1", Count: "1", ClueFree: true},
			{Text: "regions=3 colours=2 edges=0-1,1-2", Count: "2", ClueFree: true, Note: "a tree: k(k-1)^(n-1)"},
			{Text: "regions=3 colours=2 edges=0-1,0-2,1-2", Count: "0", ClueFree: true, Note: "an odd cycle"},
			{Text: "regions=4 colours=3 edges=0-1,1-2,2-3", Count: "24", ClueFree: true, Note: "a tree: k(k-1)^(n-1)"},
			{Text: "regions=4 colours=4 edges=0-1,0-2,0-3,1-2,1-3,2-3", Count: "24", ClueFree: true, Note: "P(K4,4)",
				Also: []string{"regions=4 colours=4 edges=3-2,0-1,1-0,0-2,0-3,1-2,1-3,3-2"}},
			{Text: "regions=3 colours=4 edges=0-1 given=0:2,2:3", Also: []string{"regions=3 colours=4 edges=1-0 given=2:3,0:2"}, Count: "3"},
			{Text: "regions=2 colours=62 given=0:61,1:0", Count: "1"},
			{Text: "regions=2 colours=62 edges=0-1 given=1:61", Count: "61"},
			{Text: "regions=2 colours=3 edges=0-1 given=0:1,1:1", Count: "0"},
			{Text: "regions=5 colours=2 edges=0-1,1-2,2-3,3-4 given=4:1", Count: "1"},
			{Text: "3x2n5:aaae,a2c", Also: []string{"3x2n5du:aaae,a2c", "03x02n05:aaae,a2aaa"}, Count: "36", Note: "two pairs of neighbours beside one region: (3*2)^2"},
			{Text: "regions=5 colours=4 edges=0-1,0-3,1-2,1-3,1-4,2-4 given=1:2", Count: "36", Note: "the same, without its picture"},
			{Text: "3x2n5:aaae,a2a31", Count: "4"},
			{Text: "3x2n5:aaae,00c", Count: "0"},
			{Text: "3x2n5:aaae,0123a", Count: "2"},
			{Text: "3x2n5:aaae,01230", Count: "1"},
			{Text: "aabb/accb", Also: []string{"aabb/accb colours=4"}, Count: "24", ClueFree: true, Note: "three regions that touch: 4*3*2"},
			{Text: "aab/ccb colours=3 given=a:0,c:1", Also: []string{"aab/ccb colours=3 given=c:1,a:0"}, Count: "1"},
			{Text: "regions=3 colours=2 edges=0-1,1-2 names=East,The Middle,West", Count: "2", ClueFree: true, Note: "a tree: k(k-1)^(n-1)"},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: `"regions="`},
			{Text: "regions=0 colours=4", Line: 1, Column: 9, Want: "1, 4096"},
			{Text: "regions=4097 colours=4", Line: 1, Column: 9, Want: `"4097"`},
			{Text: "regions=99999999999999999999 colours=4", Line: 1, Column: 9},
			{Text: "regions=3", Line: 1, Column: 10, Want: `" colours="`},
			{Text: "regions=3 colours=63", Line: 1, Column: 19, Want: "1, 62"},
			{Text: "regions=3 colours=4 ", Line: 1, Column: 20},
			{Text: "regions=3 colours=4 edges=", Line: 1, Column: 27, Want: "0-1"},
			{Text: "regions=3 colours=4 edges=0-1,", Line: 1, Column: 31},
			{Text: "regions=3 colours=4 edges=0-1,1-3", Line: 1, Column: 33, Want: "0, 2"},
			{Text: "regions=3 colours=4 edges=0-1,1-1", Line: 1, Column: 31, Want: "1-1"},
			{Text: "regions=3 colours=4 given=0:4", Line: 1, Column: 29, Want: "0, 3"},
			{Text: "regions=3 colours=4 given=0:1,0:1", Line: 1, Column: 31, Want: "region 0"},
			{Text: "regions=3 colours=4 given=0:1 edges=0-1", Line: 1, Column: 30},
			{Text: "3x2n5", Line: 1, Column: 6, Want: "':'"},
			{Text: "1x2n5:aaae,b2b", Line: 1, Column: 1, Want: "2"},
			{Text: "3x2:aaae,b2b", Line: 1, Column: 4, Want: `"n"`},
			{Text: "3x2n4:aaae,b2b", Line: 1, Column: 5, Want: "5"},
			{Text: "3x2n7:aaae,b2b", Line: 1, Column: 1},
			{Text: "3x2n5dx:aaae,b2b", Line: 1, Column: 6},
			{Text: "300x300n5:a,e", Line: 1, Column: 1, Want: "65536"},
			{Text: "3x2n5:aaad,a2c", Line: 1, Column: 11, Want: "7, 6"},
			{Text: "3x2n5:aaaea,a2c", Line: 1, Column: 11, Want: "7"},
			{Text: "3x2n5:aaAe,a2c", Line: 1, Column: 9, Want: `"A"`},
			{Text: "3x2n6:aaae,b2c", Line: 1, Column: 7, Want: "6"},
			{Text: "3x2n5:aaae", Line: 1, Column: 11, Want: "','"},
			{Text: "3x2n5:aaae,b2a", Line: 1, Column: 15, Want: "5, 4"},
			{Text: "3x2n5:aaae,b2c", Line: 1, Column: 14, Want: "5"},
			{Text: "3x2n5:aaae,b4b", Line: 1, Column: 13, Want: "0, 3"},
		},
		Files: []puzzletest.File{
			{Data: "c K3 and one more\nc colours=3\np edge 4 6\ne 1 2\ne 2 1\ne 1 3\n\ne 3 2\n", Boards: []string{"regions=4 colours=3 edges=0-1,0-2,1-2"}},
			{Data: "p col 2 0\r\n", Boards: []string{"regions=2 colours=4"}},
			{Data: "# borders\nDE FR\n\nFR\tES\nES PT\n", Boards: []string{"regions=4 colours=4 edges=0-1,1-2,2-3"}},
			{Data: "#colours=2\n5 3\n3 0\n", Boards: []string{"regions=3 colours=2 edges=0-1,1-2"}},
			{Data: "1 2\n2 3\n3 1\n", Boards: []string{"regions=3 colours=4 edges=0-1,0-2,1-2"}},
			{Data: "12 24\n24 36\n36 12\n", Boards: []string{"regions=3 colours=4 edges=0-1,0-2,1-2"}},
			{Data: "0 2\n2 1\n1 0\n3\n", Boards: []string{"regions=4 colours=4 edges=0-1,0-2,1-2"}},
			{Data: "1,2,0.5\n2,3,1e3\n", Boards: []string{"regions=3 colours=4 edges=0-1,1-2"}},
			{Data: "0 1 {}\n1 2 {}\n", Boards: []string{"regions=3 colours=4 edges=0-1,1-2"}},
			{Data: "0 1 {'weight': 3, 'a': \"b\"}\n1 2 {'weight': 4}\n", Boards: []string{"regions=3 colours=4 edges=0-1,1-2"}},
			{Data: "Source,Target,Type,Weight\na,b,Undirected,1\nb,c,,2\n", Boards: []string{"regions=3 colours=4 edges=0-1,1-2"}},
			{Data: "France: Spain, Italy\nItaly: France\nIceland:\n3 colours: x\n", Want: `line 4, column 1, "3 colours"`},
			{Data: "France: Spain, Italy\nItaly: France\nIceland:\ncolors = 5", Boards: []string{"regions=4 colours=5 edges=0-1,0-2"}},
			{Data: "c 3 colours\np edge 3 2\nn 1 4\ne 1 2 7\ne 2 3 7\n", Boards: []string{"regions=3 colours=3 edges=0-1,1-2"}},
			{Data: "0 1\n1 x\n", Boards: []string{"regions=3 colours=4 edges=0-1,1-2"}},
			{Data: "regions=2 colours=2\nregions=3 colours=2\n", Want: encode.ErrOneLine.Error()},
			{Data: "3x2n5:aaae,b2b\n", Want: encode.ErrOneLine.Error()},
			{Data: "", Want: encode.ErrOneLine.Error()},
			{Data: "p edge 3 1\ne 1 1\n", Want: "line 2, column 3, 1"},
			{Data: "p edge 3 1\ne 1 4\n", Want: "line 2, column 5, 1, 3"},
			{Data: "p edge 3 1\ne 0 1\n", Want: `line 2, column 3, 1, 3, "0"`},
			{Data: "e 1 2\np edge 3 1\n", Want: "line 1, column 1, COMMENT"},
			{Data: "p edge 3 1\np edge 3 1\n", Want: "line 2, column 1, COMMENT"},
			{Data: "p edge 0 1\n", Want: "line 1, column 8, 1, 4096"},
			{Data: "c colours=63\np edge 2 1\n", Want: `line 1, column 11, 1, 62, "63"`},
			{Data: "a b\nb\n", Boards: []string{"regions=2 colours=4 edges=0-1"}},
			{Data: "a b\nc c\n", Want: "line 2, column 1"},
			{Data: "a: b\nc: b, c\n", Want: "line 2, column 7"},
			{Data: "0 4096\n", Boards: []string{"regions=2 colours=4 edges=0-1"}},
			{Data: "a b c d\nb c d e\n", Want: encode.ErrOneLine.Error()},
			{Data: "- milk\n- eggs\n", Want: encode.ErrOneLine.Error()},
			{Data: "a b\n* c\n", Want: `line 2, column 1, "*"`},
			{Data: "\"-\" \"*\"\n", Boards: []string{"regions=2 colours=4 edges=0-1"}},
			{Data: "a,b,c\nb,c,d\n", Want: `line 1, column 5, "c"`},
			{Data: "a b\nb c d\n", Want: `line 2, column 5, "d"`},
			{Data: "1 2 3\n2 3\n", Want: "line 2, column 1, every"},
			{Data: "a,b\nb,c\nfoo=bar\n", Want: `line 3, column 1, "foo=bar"`},
			{Data: "┌──┬──┐\n│  │*2│\n└──┴──┘\n", Want: "line 1, column 1, game ID"},
			{Data: "0 *0  beside 1 2\n1  .  beside 0\n2  1  beside 0\n", Want: "line 1, column 1, notation"},
			{Data: "0  1  beside 1\n1  0  beside 0\n", Want: "line 1, column 1, notation"},
			{Data: "0  .\n", Want: "line 1, column 1, notation"},
			{Data: "# 7 colours\n\n0 *6  beside 1  # named x y\n1  5  beside 0  # named 1\n2  .\n", Want: "line 3, column 1, notation"},
		},
		Sizes: []encode.Size{{}, {H: 2, W: 3, N: 5}, {H: 4, W: 5, N: 7}, {H: 8, W: 10}},
		Without: map[string]string{
			"shapes": "regions have no rows and columns",
		},
	})
	if err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{Puzzle.Example, "regions=1 colours=1", "3x2n5du:aaae,b2b", "10x10n15:cddbebacbcdacbbajaaabdbaaccdbambcaddbbcbacabfaabafcacbaadacaabcafbh,0a0a21a2b123a3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

// FuzzImport checks that whatever Import reads can be written and read back.
func FuzzImport(f *testing.F) {
	for _, text := range []string{"c colours=3\np edge 4 6\ne 1 2\n", "# x\nDE FR\nFR ES\n", "5 3\n3 0\n", "p col 2 0", "A: \"B c\", d # e\n", "a -- b; b -- c\n", "0 *0  beside 1  # named x\n1  .  beside 0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Imports(&Puzzle, []byte(text)); err != nil {
			t.Error(err)
		}
	})
}
