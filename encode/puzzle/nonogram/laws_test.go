package nonogram

import (
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

// heart is the game ID of the example. The other texts describe the same board in other
// notations, written by hand.
const (
	heart    = "5x5:2/4/4/4/2/1.1/5/5/3/1"
	heartNon = `catalogue "none"
title "rows"
by "nobody"
color-blind friendly
width 5
height 5

rows
1,1
5
5
3
1

columns
2
4
4
4
2

goal "0101011111111110111000100"
`
	heartXML = `<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<source>none</source>
<puzzle type="grid" defaultcolor="black">
<title>Heart</title><copyright>&copy; nobody</copyright>
<color name="white" char=".">FFFFFF</color>
<color name="black" char="X">000000</color>
<clues type="columns">
<line><count>2</count></line><line><count>4</count></line>
<line><count>4</count></line><line><count>4</count></line>
<line><count>2</count></line>
</clues>
<clues type="rows">
<line><count>1</count><count> 1 </count></line>
<line><count color="black">5</count></line><line><count>5</count></line>
<line><count>3</count></line><line><count>1</count></line>
</clues>
</puzzle>
</puzzleset>
`
	heartGoal = `<puzzle backgroundcolor="paper"><solution type="saved"><image>|?|</image></solution>
<solution><image>
|.x.[x].|
|xxxxx| |xxxxx|
|. x x x .|
|..x..|
</image></solution><color name="ink" char="x"/><color name="paper" char="."/></puzzle>`
	heartText = "1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2\n"
)

func TestLaws(t *testing.T) {
	nest := strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100)
	puzzle := func(inner string) string { return "<puzzle>" + inner + "</puzzle>" }
	const one = "<solution><image>|X|</image></solution>"
	goal := puzzle(one)
	encoding := func(name string) string { return `<?xml version="1.0" encoding="` + name + `"?>` + "\n" }
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: heart, Also: []string{"5:2/4/4/4/2/01.1/5/5/3/1", heart + ",z", heart + ",Z", heartText, heartNon, heartXML, heartGoal}, Count: "1"},
			{Text: "1x1:1/1", Also: []string{"1:1/1", "1\n\n1"}, Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "1x1:/", Also: []string{"1x1:0/0", "0\n\n0"}, Count: "1", Size: encode.Size{H: 1, W: 1}},
			{Text: "1x1:/1", Count: "0", Size: encode.Size{H: 1, W: 1}},
			{Text: "1x1:/,A", Count: "0", Note: "given black where the clues are white", Size: encode.Size{H: 1, W: 1}},
			{Text: "7x1:1/1//1///1/2.1.1", Count: "1", Size: encode.Size{H: 1, W: 7}},
			{Text: "7x1:1/1//1///1/2.2", Count: "0", Size: encode.Size{H: 1, W: 7}},
			{Text: "5x1://1///1.1", Count: "0", Note: "two runs in one place", Size: encode.Size{H: 1, W: 5}},
			{Text: "1x6:2.1/1/1///1/", Count: "1", Size: encode.Size{H: 6, W: 1}},
			{Text: "1x6:2.1/1/1//1/1/", Count: "0", Size: encode.Size{H: 6, W: 1}},
			{Text: "4x4:1/1/1/1/1/1/1/1", Count: "24", Note: "4!", Size: encode.Size{H: 4, W: 4}},
			{Text: "4x4:1/1/1/1/1/1/1/1,Ap", Count: "6", Note: "3!", Size: encode.Size{H: 4, W: 4}},
			{Text: "4x4:1/1/1/1/1/1/1/1,ap", Also: []string{"4:1/1/1/1/1/1/1/1,aP"}, Count: "18", Note: "4! - 3!", Size: encode.Size{H: 4, W: 4}},
			{Text: "4x4:1/1/1/1/1/1/1/1,AAn", Count: "0", Note: "two given in a row", Size: encode.Size{H: 4, W: 4}},
			{Text: "3x5:1.1/1/1.1/1/1.1/1/1.1/", Also: []string{"3x5:1.1/1/1.1/1/1.1/1/1.1/0"}, Size: encode.Size{H: 5, W: 3}},
			{Text: "6x3:1/1.1/1/2/1/1/2.1/1.2/1.1", Size: encode.Size{H: 3, W: 6}},
			{Text: "5x5:3/1.1/1.1/1.1/3/3/1.1/1.1/1.1/3", Count: "3", Note: "CSPLib prob012", Size: encode.Size{H: 5, W: 5}},
			{Text: "5x5:3/1.1/1.1/1.1/3/3/1.1/1.1/1.1/3,bw", Note: "the same, and cells given", Count: "1", Size: encode.Size{H: 5, W: 5}},
			{Text: "3x2:////", Count: "1", Note: "all white", ClueFree: true, Size: encode.Size{H: 2, W: 3}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: "5x5"},
			{Text: "5x5", Line: 1, Column: 1, Want: `"5x5"`},
			{Text: ":1/1", Line: 1, Column: 1, Want: "1, 256"},
			{Text: "0x1:1/1", Line: 1, Column: 1, Want: `"0"`},
			{Text: "1x257:1/1", Line: 1, Column: 3, Want: `"257"`},
			{Text: "99999999999999999999x1:1/1", Line: 1, Column: 1},
			{Text: "1xd:1/1", Line: 1, Column: 3, Want: `"d"`},
			{Text: "2x1:1/1", Line: 1, Column: 8, Want: "2, 1"},
			{Text: "2x1:1/1/2/1", Line: 1, Column: 10, Want: "2, 1"},
			{Text: "2x1:1/1/3", Line: 1, Column: 9, Want: "row 1, 2, 3"},
			{Text: "2x1:1/1/1.1", Line: 1, Column: 11, Want: "row 1, 2, 3"},
			{Text: "2x1:1/2/2", Line: 1, Column: 7, Want: "column 2, 1"},
			{Text: "3x1:1/1/1/1.0", Line: 1, Column: 13, Want: "0, row 1"},
			{Text: "3x1:1/1/1/1.", Line: 1, Column: 13, Want: `1, 256, ""`},
			{Text: "3x1:1/1/1/.", Line: 1, Column: 11, Want: `""`},
			{Text: "3x1:1/1/1/-1", Line: 1, Column: 11, Want: `"-1"`},
			{Text: "3x1:1/1/1/1000", Line: 1, Column: 11, Want: `"1000"`},
			{Text: "3x1:1/1/1/2a", Line: 1, Column: 11},
			{Text: "2x1:1/1/2,", Line: 1, Column: 11, Want: "2, 0"},
			{Text: "2x1:1/1/2,A", Line: 1, Column: 12, Want: "2, 1"},
			{Text: "2x1:1/1/2,Ac", Line: 1, Column: 12, Want: "2"},
			{Text: "2x1:1/1/2,AAA", Line: 1, Column: 13, Want: "2"},
			{Text: "2x1:1/1/2,1", Line: 1, Column: 11, Want: `"1"`},
			{Text: "1 x\n\n1", Line: 1, Column: 3, Want: `"x"`},
			{Text: "5x5\n", Line: 1, Column: 1, Want: "5x5"},
			{Text: heartText + "\n" + heartText, Line: 1, Column: 1, Want: "2"},
		},
		Files: []puzzletest.File{
			{Data: heartNon, Boards: []string{heart}},
			{Data: heartXML, Boards: []string{heart}},
			{Data: heartGoal, Boards: []string{heart}},
			{Data: heartText, Boards: []string{heart}},
			{Data: heart + "\n2x2:1/1/1/1,d\n", Want: encode.ErrOneLine.Error()},
			{Data: "", Want: encode.ErrOneLine.Error()},
			{Data: " \n", Want: encode.ErrOneLine.Error()},

			{Data: "\r\n 1,1\r\n0\r\n\r\n\r\n1\r\n0\r\n\t1 \r\n", Boards: []string{"3x2:1//1/1.1/"}},
			{Data: "1\n\n1\n\n2\n\n1\n1\n", Boards: []string{"1x1:1/1", "2x1:1/1/2"}},
			{Data: "1 x\n\n1", Want: `line 1, column 3, "x"`},
			{Data: "1 2x3\n\n1", Want: `line 1, column 4, "x"`},
			{Data: "1\n\n1\n\n1:1\n", Want: `line 5, column 2, ":"`},
			{Data: "\n x\n\n1", Want: `line 2, column 2, XML, ID, 5x5`},
			{Data: "1 \x00\n", Want: `line 1, column 3, "\x00"`},
			{Data: "1\n2\xff:\xfe\n", Want: `line 2, column 2, "\xff"`},
			{Data: "1\n\n1 ½", Want: `line 3, column 3, "½"`},
			{Data: "\x89PNG\r\n\x1a\n", Want: "line 1, column 1, picture, generate --picture"},
			{Data: ",\n", Want: "line 1, column 1"},
			{Data: "5x5\n" + heart, Want: encode.ErrOneLine.Error()},
			{Data: "5xd:1/1\n", Want: encode.ErrOneLine.Error()},
			{Data: "\n\n :1/1\n", Want: encode.ErrOneLine.Error()},
			{Data: "1 1\n\n", Want: "line 3, column 1"},
			{Data: "1 1\n\n1\n1\n", Want: "line 1, column 3, row 1, 2, 3"},
			{Data: "1 0\n\n1\n1\n", Want: "line 1, column 3, 0"},
			{Data: "1 999\n\n1\n1\n", Want: `line 1, column 3, 1, 256, "999"`},
			{Data: strings.Repeat("1\n", 257) + "\n257\n", Want: "line 259, column 1"},
			{Data: strings.Repeat("1\n", 257) + "\n1\n", Want: "line 257, column 1, 1, 256, 257"},

			{Data: "width 2\nheight 1\nrows\n0\ncolumns\n\n\n", Boards: []string{"2x1://"}},
			{Data: "rows\n1\n\ncolumns\n1\n\nheight 2\nwidth 2\n", Boards: []string{"2x2:1//1/"}},
			{Data: "====\nwidth 2\nheight 1\ngoal 10\n======\n\n====\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n====\n", Boards: []string{"2x1:1//1", "1x1:1/1"}},
			{Data: "width 2\nheight 1\nrows\n2\ngoal \"11\"\n", Boards: []string{"2x1:1/1/2"}},
			{Data: "width 2\nheight 1\ngoal aa\n", Boards: []string{"2x1:1/1/2"}},
			{Data: "width 2\nheight 1\ngoal ab\n", Want: "line 3, column 7, '0', 'a', 'b'"},
			{Data: "width 2\nheight 1\ngoal \"1\"\n", Want: "line 3, column 7, 2, 1"},
			{Data: "width 2\nheight 1\ngoal 11\ngoal 11\n", Want: "line 4, column 1"},
			{Data: "width 2\nheight 1\ncolor a #ff0000\nrows\n2\ncolumns\n1\n1\n", Boards: []string{"2x1:1/1/2"}},
			{Data: "width 2\nheight 1\nrows\n2a\ncolumns\n1a\n1a\n", Boards: []string{"2x1:1/1/2"}},
			{Data: "width 2\nheight 1\nrows\n2a\ncolumns\n1a\n1b\n", Want: `line 7, column 1, "2a", "1b"`},
			{Data: "width 2\nheight 2\nrows\n2", Want: "line 3, column 1, 2, 1"},
			{Data: "width 3\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n\n", Boards: []string{"3x2:1/1//1/1"}},
			{Data: "width 3\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n\n====\n", Boards: []string{"3x2:1/1//1/1"}},
			{Data: "width 3\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n", Want: "line 6, column 1, 3, 2"},
			{Data: "width 3\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n====\n", Want: "line 6, column 1, 3, 2"},
			{Data: "width 3\r\nheight 1\r\nrows\r\n1\r\ncolumns\r\n1\r\n1\r\n", Want: "line 5, column 1, 3, 2"},
			{Data: "width 1\nheight 2\ncolumns\n1\nrows\n1\n", Want: "line 5, column 1, 2, 1"},
			{Data: "width 2\nheight 2\nrows\n2\ncolumns\n1\n1\n", Want: `line 5, column 1, 1, 256, "columns"`},
			{Data: "width 2\nheight 1\nrows\n2\n", Want: "line 1, column 1, 1, 256"},
			{Data: "width 2\nheight 1\nrows\n2\ncolumns\n1\n1\n 1,1\n", Want: `line 8, column 2, 1, 2, "1,1"`},
			{Data: "width 2\nheight 1\nrows\n2\n\n0\ncolumns\n1\n1\n", Want: `line 6, column 1, 1, 2, "0"`},
			{Data: "width 2\nheight 1\n1\nrows\n2\ncolumns\n1\n1\n", Want: "line 3, column 1, 1"},
			{Data: "width 2\nheight 1\nrows\n2\ncolumns\n1\n1\nwidth 2\n", Want: "line 8, column 1"},
			{Data: "height 1\nwidth 2\n height 2\nrows\n2\ncolumns\n1\n1\n", Want: "line 3, column 1"},
			{Data: "width 2\nheight 1\nyear 2006\nrows\n2\ncolumns\n1\n1\n\nx1\n", Boards: []string{"2x1:1/1/2"}},
			{Data: "====\nwidth 2\nrows\n2\n", Want: "line 2, column 1"},
			{Data: "width 2\nheight -2\nrows\n2\n", Want: `line 2, column 8, 1, 256, "-2"`},
			{Data: "width 2\nheight 1\nrows\n1\nrows\n1\n", Want: "line 5, column 1"},
			{Data: "width 2\nheight 1\nrows\n1 2\ncolumns\n1\n1\n", Want: "line 4, column 3, row 1"},

			{Data: puzzle(`<clues type="rows"><line/></clues><clues type="columns"><line/><line><count>0</count></line></clues>`), Boards: []string{"2x1://"}},
			{Data: goal + "\n", Boards: []string{"1x1:1/1"}},
			{Data: "<puzzleset>" + goal + nest + puzzle("<solution><image>|.[X]|</image></solution>") + "</puzzleset>", Boards: []string{"1x1:1/1", "2x1:/1/1"}},
			{Data: goal + "\n<!-- nothing -->\n", Boards: []string{"1x1:1/1"}},
			{Data: "<puzzleset><author>me<id>7</id></author>" + goal + "\n</puzzleset>", Boards: []string{"1x1:1/1"}},
			{Data: goal + "\n\n  the end\n", Want: `line 3, column 3, "the end"`},
			{Data: goal + " 1", Want: `line 1, column 58, "1"`},
			{Data: "<puzzleset>" + goal + "\n&amp;</puzzleset>", Want: `line 2, column 1, "&"`},
			{Data: puzzle(`<clues type="rows"><line>1</line></clues>`), Want: `line 1, column 34, "1"`},
			{Data: puzzle(`<clues type="rows">1<line/></clues>`), Want: `line 1, column 28, "1"`},
			{Data: puzzle("1"), Want: `line 1, column 9, "1"`},
			{Data: puzzle("<solution>|X|</solution>"), Want: `line 1, column 19, "|X|"`},
			{Data: encoding("ISO-8859-1") + puzzle("<title>Caf\xe9</title>"), Want: "line 2, column 1, 1, 256"},
			{Data: encoding("iso-8859-1") + puzzle("<title>\xe9\xe9</title>\xe9"), Want: `line 2, column 26, "é"`},
			{Data: encoding("Latin-1") + puzzle("<title>\xff\n\xe9</title>"+one+"\n</puzzles>"), Want: "line 4, column 11, XML"},
			{Data: encoding("latin1") + puzzle("<title>\xe9</title>"+one), Boards: []string{"1x1:1/1"}},
			{Data: encoding("US-ASCII") + puzzle(one), Boards: []string{"1x1:1/1"}},
			{Data: encoding("latin1") + encoding("latin1") + puzzle("<title>\xe9</title>x"), Want: `line 3, column 25, "x"`},
			{Data: encoding("latin1") + puzzle("<clues type='rows'><line><count color='\xe8'>1</count><count color='\xe9'>1</count></line></clues>"), Want: `line 2, column 60, "è", "é"`},
			{Data: encoding("utf-8") + goal, Boards: []string{"1x1:1/1"}},
			{Data: encoding("utf-8") + puzzle("<title>\xe9</title>"+one), Want: `XML, "invalid UTF-8"`},
			{Data: encoding("UTF-16") + goal, Want: `line 1, column 1, UTF-8, ISO-8859-1, US-ASCII, "UTF-16"`},
			{Data: "<puzzleset></puzzleset>", Want: "line 1, column 1, <puzzle>"},
			{Data: "<puzzleset>\n<puzzle>\n</puzzles>", Want: "line 3, column 11, XML"},
			{Data: "<puzzleset>\n<puzzle>", Want: "line 2, column 9, XML"},
			{Data: puzzle("\n <clues/>"), Want: `line 2, column 2, ""`},
			{Data: `<puzzle type="triddler"></puzzle>`, Want: `line 1, column 1, "triddler"`},
			{Data: puzzle(`<clues type="rows"></clues><clues type="rows"></clues>`), Want: "line 1, column 36"},
			{Data: puzzle(`<clues type="rows"><line><count>1</count><count color="red">1</count></line></clues>`), Want: `line 1, column 50, "black", "red"`},
			{Data: puzzle(`<clues type="rows"><line><count color="white">1</count></line></clues>`), Want: `line 1, column 34, "white"`},
			{Data: puzzle(`<clues type="rows"><line><count>1b</count></line></clues>`), Want: "line 1, column 34"},
			{Data: puzzle(`<clues type="rows"><line><count>2</count></line></clues><clues type="columns"><line><count>1</count></line></clues>`), Want: "line 1, column 34, row 1, 1, 2"},
			{Data: puzzle(`<clues type="rows">` + strings.Repeat("<line/>", 257) + `</clues>`), Want: "256"},
			{Data: puzzle(""), Want: "line 1, column 1, 1, 256"},
			{Data: puzzle("<solution><image>\n|.X|\n|.|</image></solution>"), Want: "line 3, column 3, 2, 1"},
			{Data: puzzle("<solution><image>\n|.X|\n.|</image></solution>"), Want: "line 3, column 1, '|', '.'"},
			{Data: puzzle("<solution><image>\n|.X|\n|.</image></solution>"), Want: "|..XX|"},
			{Data: puzzle("<solution><image></image></solution>"), Want: "|..XX|"},
			{Data: puzzle("<solution><image>||</image></solution>"), Want: "|..XX|"},
			{Data: puzzle("<solution><image>|.?|</image></solution>"), Want: "line 1, column 26, clues, every cell"},
			{Data: puzzle("<solution><image>|[.X]|</image></solution>"), Want: "line 1, column 26, clues, every cell"},
			{Data: puzzle("<solution><image>|[.Y]|</image></solution>"), Want: "line 1, column 29, 'Y'"},
			{Data: puzzle("<solution><image>|[?]|</image></solution>"), Want: "line 1, column 28, '?'"},
			{Data: puzzle(`<color name="red" char="r"/><solution><image>|X[.r]|</image></solution>`), Want: `"black", "red"`},
			{Data: puzzle(`<color name="red" char="r"/><solution><image>|.Xr|</image></solution>`), Want: `"black", "red"`},
		},
		Sizes: []encode.Size{{}, {H: 1, W: 1}, {H: 3, W: 4}, {H: 1, W: 9}, {H: 9, W: 1}},
	})
	if err != nil {
		t.Error(err)
	}
}

// TestWarning checks that a goal in a file causes a warning exactly if it contradicts the
// clues.
func TestWarning(t *testing.T) {
	const want = "ignored the goal, which contradicts the clues"
	for _, c := range []struct{ data, want string }{
		{heartNon, ""},
		{strings.Replace(heartNon, "00100\"", "10000\"", 1), "line 22, column 7: " + want},
		{heartXML, ""},
		{strings.Replace(heartXML, "</puzzle>", "<solution><image>|X|</image></solution></puzzle>", 1), "line 19, column 18: " + want},
	} {
		ins, err := read([]byte(c.data))
		if err != nil || len(ins) != 1 || ins[0].String() != heart {
			t.Fatalf("%v, %v", ins, err)
		}
		if got := strings.Join(ins[0].(encode.HasWarnings).Warnings(), "; "); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{Puzzle.Example, "2x2:1/1/1/1,AbA", "2:0///,d", "6x5://////////,AYE", heartText, heartXML, "1x1:1/1."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

func FuzzImport(f *testing.F) {
	for _, seed := range []string{heartNon, heartXML, heartGoal, heartText, "====\nwidth 2\nheight 1\ngoal 10\n======\n", "<?xml version='1.0' encoding='latin1'?><puzzle/>", "rows\n1,1 2\n\nwidth 9",
		"2\n3\n2\n1\n\n1\n1\n1\n", "2 3\n2\n1\n#\n1\n1\n1\n", "3 2 # w h\n2\n1\n1\n1\n1\n", ":\n2m\n1m\n:\n1m\n\n1m\n:", "   1 1 1\n2  ? . #\n1  ? ? ?\n", "width 2\nheight 1\ngoal\n1?\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := puzzletest.Imports(&Puzzle, data); err != nil {
			t.Error(err)
		}
	})
}
