package sherlock

import (
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
)

const (
	abc  = "x:a,b,c/y:d,e,f/z:g,h,i"
	row4 = "x:a,b,c,d" // 24 orders of one category
)

func TestLaws(t *testing.T) {
	small, row := encode.Size{H: 3, W: 3}, encode.Size{H: 4, W: 1} // columns x categories
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &Puzzle,
		Boards: []puzzletest.Board{
			{Text: "drink:tea,milk,juice/pet:cat,dog,fox;next tea cat;left dog milk;at fox 3", Also: []string{
				" drink : tea , milk,juice / pet:cat,dog,fox ; next  tea cat;left\tdog milk ; at fox 3 ",
			}, Note: "of the notation's description", Size: encode.Size{H: 3, W: 2}},
			{Text: "x:a,b,c", Count: "6", Note: "3!", ClueFree: true, Size: encode.Size{H: 3, W: 1}},
			{Text: abc, Count: "216", Note: "3!^3", ClueFree: true, Size: small},
			{Text: "x:a,b,c/y:d,e,f;at a 1;at b 3;same e c;left d f", Count: "1", Note: "d and f on both sides of e", Size: encode.Size{H: 3, W: 2}},
			{Text: "x:a,b,c/y:d,e,f;same a d;same a e", Count: "0", Size: encode.Size{H: 3, W: 2}},
			{Text: row4 + ";at a 1;at a 2", Count: "0", Size: row},
			{Text: row4 + ";at a 1;at b 1", Count: "0", Size: row},
			{Text: row4 + ";next a b", Count: "12", Note: "3 places, 2 ways round, 2! others", Size: row},
			{Text: row4 + ";apart a b", Count: "12", Note: "24 - 12", Size: row},
			{Text: row4 + ";left a b", Count: "12", Note: "half", Size: row},
			{Text: row4 + ";between a b c", Count: "4", Note: "2 places, 2 ways round", Size: row},
			{Text: row4 + ";gap a b c", Count: "4", Note: "d is between: 2 places, 2 ways round", Size: row},
			{Text: "x:a,b,c,d,e;gap a b c", Count: "24", Note: "b beside the gap on either side: 3 places, 2 ways round, 2 columns for b, 2! others", Size: encode.Size{H: 5, W: 1}},
			{Text: row4 + ";same a b", Count: "0", Note: "of one category", Size: row},
			{Text: row4 + ";same a b c", Count: "0", Note: "of one category", Size: row},
			{Text: row4 + ";differ a b", Count: "24", Note: "of one category", Size: row},
			{Text: row4 + ";without a b c", Count: "0", Note: "of one category", Size: row},
			{Text: row4 + ";either a b c", Count: "0", Note: "of one category", Size: row},
			{Text: row4 + ";at d 4", Count: "6", Note: "3!", Size: row},
			{Text: row4 + ";notat d 4", Count: "18", Note: "24 - 6", Size: row},
			{Text: row4 + ";directly a b", Count: "6", Note: "3 places, 2! others", Size: row},
			{Text: row4 + ";apart1 a b", Count: "8", Note: "2 places, 2 ways round, 2! others", Size: row},
			{Text: row4 + ";apart2 a b", Count: "4", Note: "1 place, 2 ways round, 2! others", Size: row},
			{Text: "x:a,b/y:c,d/z:e,f;next a c;notat e 2", Count: "2", Note: "a and c in different columns, e in column 1", Size: encode.Size{H: 2, W: 3}},
			{Text: "x:a,b/y:c,d;apart1 a c", Count: "0", Note: "two columns have none between them", Size: encode.Size{H: 2, W: 2}},
			{Text: abc + ";directly a e;notat h 2;apart1 d g", Size: small},
			{Text: "x:a,b,c,d/y:e,f,g,h;apart2 a e;apart1 b g;directly h d", Size: encode.Size{H: 4, W: 2}},
			{Text: `café:thé,crème,"au lait"/"who; where":Zoë,"A/B, C","5: |";left thé "au lait";same "A/B, C" "au lait"`, Also: []string{
				` "café" : "thé" ,"crème", "au lait"/"who; where":Zoë,"A/B, C","5: |";left  "thé" "au lait" ; same "A/B, C" "au lait"`,
			}, Note: "names in any language and in quotes", Count: "6", Size: encode.Size{H: 3, W: 2}},
			{Text: abc + ";gap a e c;without d b g;left h i", Size: small},
			{Text: abc + ";either a d g;either d b h;apart c i;apart f i", Size: small},
			{Text: abc + ";between a e i;same b d;differ g c", Size: small},
			{Text: "x:a,b,c,d/y:e,f,g,h;either a e f;gap b g c;left h d", Size: encode.Size{H: 4, W: 2}},
			{Text: "x:a,b,c,d,e,f,g,h;left a b;left b c;left c d;left d e;left e f;left f g;left g h", Count: "1", Size: encode.Size{H: 8, W: 1}},
		},
		Bad: []puzzletest.Bad{
			{Text: "", Line: 1, Column: 1, Want: "drink:tea,milk,juice"},
			{Text: ";next a b", Line: 1, Column: 1},
			{Text: "x:a,b,c/", Line: 1, Column: 9},
			{Text: "x:a,b,c/ y,d", Line: 1, Column: 10, Want: `"y,d"`},
			{Text: ":a,b,c", Line: 1, Column: 1},
			{Text: "x:a,,c", Line: 1, Column: 5},
			{Text: "x:a", Line: 1, Column: 4, Want: "2, 1"},
			{Text: "x:a,b,c,d,e,f,g,h,i", Line: 1, Column: 19, Want: "8"},
			{Text: "x:a,b,c/y:d,e,f,g", Line: 1, Column: 17, Want: "3"},
			{Text: "x:a,b,c/y:d,e", Line: 1, Column: 14, Want: "3, 2"},
			{Text: "x:a,b,c/y:d,e,a", Line: 1, Column: 15, Want: `"a"`},
			{Text: "x:a,b,c/ x:d,e,f", Line: 1, Column: 10, Want: `"x"`},
			{Text: "x:a,b c,d", Line: 1, Column: 6, Want: "' '"},
			{Text: "x:a,+,c", Line: 1, Column: 5, Want: "'+'"},
			{Text: `x:a,"b,c;at a 1`, Line: 1, Column: 5, Want: "'\"'"},
			{Text: `x:a,"b"c,d`, Line: 1, Column: 5, Want: "'\"'"},
			{Text: `x:a,"",d`, Line: 1, Column: 5},
			{Text: "x:a,\"b\tc\",d", Line: 1, Column: 7, Want: `'\t'`},
			{Text: `x:a,"a",d`, Line: 1, Column: 5, Want: `"a"`},
			{Text: "x:a,b,c;notat a 4", Line: 1, Column: 17, Want: `1, 3, "4"`},
			{Text: "x:a:b,c,d", Line: 1, Column: 4, Want: "':'"},
			{Text: "x:a,b,c;", Line: 1, Column: 9},
			{Text: "x:a,b,c;;next a b", Line: 1, Column: 9},
			{Text: "x:a,b,c; near a b", Line: 1, Column: 10, Want: `"near"`},
			{Text: "x:a,b,c;next a", Line: 1, Column: 15},
			{Text: "x:a,b,c;same  a ", Line: 1, Column: 16},
			{Text: "x:a,b,c;next a b c", Line: 1, Column: 18, Want: `"c"`},
			{Text: "x:a,b,c;left a x", Line: 1, Column: 16, Want: `"x"`},
			{Text: "x:a,b,c;gap a b a", Line: 1, Column: 17, Want: `"a"`},
			{Text: "x:a,b,c;at a", Line: 1, Column: 13},
			{Text: "x:a,b,c;at a 4", Line: 1, Column: 14, Want: `1, 3, "4"`},
			{Text: "x:a,b,c;at a 0", Line: 1, Column: 14, Want: `"0"`},
			{Text: "x:a,b,c;at a 11", Line: 1, Column: 14, Want: `"11"`},
			{Text: "x:a,b,c;at d 1", Line: 1, Column: 12, Want: `"d"`},
			{Text: "x:a,b,c\n;next a b", Line: 1, Column: 8, Want: `'\n'`},
			{Text: "x:a,b," + strings.Repeat("c", 65), Line: 1, Column: 7, Want: "64, 65"},
			{Text: "1:a,b,c/2:d,e,f/3:g,h,i/4:j,k,l/5:m,n,o/6:p,q,r/7:s,t,u/8:v,w,x/9:y,z,0", Line: 1, Column: 65, Want: "8"},
			{Text: "x:a,b,c" + strings.Repeat(";at a 1", 1001), Line: 1, Column: 7009, Want: "1000"},
		},
		Files: []puzzletest.File{
			{Data: "drink: tea, milk, juice\r\n\r\npet: cat, dog, fox\r\nnext tea cat\r\n\r\n left dog milk \r\nat fox 3",
				Boards: []string{"drink:tea,milk,juice/pet:cat,dog,fox;next tea cat;left dog milk;at fox 3"}},
			{Data: "\nx:a,b,c\n", Boards: []string{"x:a,b,c"}},
			{Data: "x:a,b,c;at a 1\nx:a,b,c\n", Want: encode.ErrOneLine.Error()},
			{Data: "x:a,b,c\nx:a,b,c;at a 1\n", Want: encode.ErrOneLine.Error()},
			{Data: "x:a,b,c/y:d,e,f\n", Want: encode.ErrOneLine.Error()},
			{Data: "next a b\nx:a,b,c\n", Want: encode.ErrOneLine.Error()},
			{Data: "\n \n", Want: encode.ErrOneLine.Error()},
			{Data: "x:a,b,c\ny:d,e,f\n\nnext a d\n  next a g\n", Want: `line 5, column 10, "g"`},
			{Data: "x:a,b,c\nnext a b/c\n", Want: `line 2, column 8, "b/c"`},
			{Data: "x:a,b,c\ny:d,e\n", Want: "line 2, column 6, 3"},
			{Data: "x:a,b,c\n y :d,e,b\n", Want: `line 2, column 9, "b"`},
			{Data: "x:a,b,c\nnext a b\ny:d,e,f\n", Want: `line 3, column 1, next, apart, left, between, gap, same, differ, without, either, at, notat, directly, apart1, apart2, "y:d,e,f"`},
			{Data: "# it's 6\" long\nx: a, \"b # c\", d\nnotat \"b # c\" 1 # the first\n", Boards: []string{`x:a,"b # c",d;notat "b # c" 1`}},
		},
		Sizes: []encode.Size{{}, {H: 3, W: 1}, {H: 4, W: 2}},
		Without: map[string]string{
			"1x1": "a board has 2 to 8 columns",
			"1xn": "a board has 2 to 8 columns",
		},
	})
	if err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		Puzzle.Example, abc, "x:a,b,c;next a b;apart a b;left a b;between a b c;gap a b c;same a b;same a b c;differ a b;without a b c;either a b c;at a 3",
		" x : a,b , c / y:-,_,0 ; at - 1", `x:"a b",é;directly "a b" é;apart1 é "a b";notat é 2`, "x:a,b;", "x:a,b,c;at a", ":/;,",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := puzzletest.Reads(&Puzzle, text); err != nil {
			t.Error(err)
		}
	})
}

func FuzzImport(f *testing.F) {
	for _, seed := range []string{"x:a,b,c\ny:d,e,f\nnext a d\n", "\r\n x: a, b, c\r\n\r\nat a 1", "x:a,b,c;at a 1", "x:a\nx", ":"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := puzzletest.Imports(&Puzzle, data); err != nil {
			t.Error(err)
		}
	})
}
