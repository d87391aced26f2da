package sherlock

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

var mustParse = puzzletest.Parser[*Board](&Puzzle)

// TestZebra checks that importing the file of the zebra puzzle gives the example of the
// puzzle. Both the native method and SAT must find one solution, with the published
// answers.
func TestZebra(t *testing.T) {
	var oracle struct {
		Water, Zebra string
		Solutions    int
	}
	data, err := os.ReadFile("../../testdata/zebra.json")
	if err == nil {
		err = json.Unmarshal(data, &oracle)
	}
	if err != nil || oracle.Water == "" || oracle.Zebra == "" || oracle.Solutions == 0 {
		t.Fatalf("%+v, %v", oracle, err)
	}
	file, err := os.ReadFile("testdata/zebra.txt")
	if err != nil {
		t.Fatal(err)
	}
	ins, err := read(file)
	if err != nil || len(ins) != 1 || ins[0].String() != Puzzle.Example {
		t.Fatalf("%v, %v, want\n%s", ins, err, Puzzle.Example)
	}
	b := ins[0].(*Board)
	site := func(name string) int {
		return slices.Index(slices.Concat(b.icons...), name)
	}
	for _, name := range []string{"native", "sat", "sat/" + support} {
		all := puzzletest.List(t, &Puzzle, b, name, oracle.Solutions+1)
		if len(all) != oracle.Solutions {
			t.Errorf("%s: %d solutions, want %d", name, len(all), oracle.Solutions)
			continue
		}
		for _, who := range []struct{ icon, nation string }{{"water", oracle.Water}, {"zebra", oracle.Zebra}} {
			for _, nation := range b.icons[0] {
				if (all[0][site(nation)] == all[0][site(who.icon)]) != (nation == who.nation) {
					t.Errorf("%s: the %s is in column %d, %s in column %d, want %s with the %s alone", name,
						nation, all[0][site(nation)]+1, who.icon, all[0][site(who.icon)]+1, who.icon, who.nation)
				}
			}
		}
	}
}

// TestCount counts the solutions of boards with three categories of eight icons and one
// clue about two icons of different categories. There are 8!^3 assignments in all. The
// clue allows some of the 64 pairs of columns of its icons, and the same share of the
// assignments must be solutions.
func TestCount(t *testing.T) {
	whole := new(big.Int).Exp(big.NewInt(40320), big.NewInt(3), nil)
	for clue, pairs := range map[string]int64{"next a i": 14, "apart a i": 50, "left a i": 28, "same a i": 8, "differ a i": 56,
		"notat a 3": 56, "directly a i": 7, "apart1 a i": 12, "apart2 a i": 10} {
		b := mustParse(t, "x:a,b,c,d,e,f,g,h/y:i,j,k,l,m,n,o,p/z:q,r,s,t,u,v,w,x;"+clue)
		want := new(big.Int).Div(new(big.Int).Mul(whole, big.NewInt(pairs)), big.NewInt(64))
		got, err := b.Reduce()[0].Count(context.Background(), new(native.Stats))
		if err != nil || got.Cmp(want) != 0 {
			t.Errorf("%s: %v, %v, want %v", clue, got, err, want)
		}
	}
}

// meanings lists the columns of a, b and c that obey a clue, for each type of clue. There is a list
// for boards with three columns and one for boards with four. The lists were written by hand.
var meanings = []struct{ clue, three, four string }{
	{"next a b", "12 21 23 32", "12 21 23 32 34 43"},
	{"apart a b", "11 22 33 13 31", "11 22 33 44 13 31 24 42 14 41"},
	{"left a b", "12 13 23", "12 13 14 23 24 34"},
	{"between a b c", "123 321", "123 321 234 432"},
	{"gap a b c", "113 133 311 331", "113 133 143 311 331 341 214 224 244 412 422 442"},
	{"same a b", "11 22 33", "11 22 33 44"},
	{"same a b c", "111 222 333", "111 222 333 444"},
	{"differ a b", "12 13 21 23 31 32", "12 13 14 21 23 24 31 32 34 41 42 43"},
	{"without a b c", "121 131 212 232 313 323", "121 131 141 212 232 242 313 323 343 414 424 434"},
	{"either a b c",
		"112 113 221 223 331 332 121 131 212 232 313 323",
		"112 113 114 221 223 224 331 332 334 441 442 443 121 131 141 212 232 242 313 323 343 414 424 434"},
	{"at a 1", "1", "1"},
	{"at a 3", "3", "3"},
	{"notat a 1", "2 3", "2 3 4"},
	{"directly a b", "12 23", "12 23 34"},
	{"apart1 a b", "13 31", "13 24 31 42"},
	{"apart2 a b", "", "14 41"},
}

// TestMeanings checks that Check, both styles of clauses and the native method allow
// exactly the columns that meanings lists. Every icon is in a category of its own, so
// that only the clue restricts it.
func TestMeanings(t *testing.T) {
	types := map[string]bool{}
	for _, m := range meanings {
		word, rest, _ := strings.Cut(m.clue, " ")
		types[word] = true
		icons := len(strings.Fields(rest))
		if word == "at" || word == "notat" {
			icons = 1
		}
		for n, want := range map[int]string{3: m.three, 4: m.four} {
			others := [][2]string{{"p,q", "p,q,r"}, {"s,t", "s,t,u"}, {"v,w", "v,w,x"}}
			var categories []string
			for i, name := range []string{"a", "b", "c"}[:max(icons, 1)] {
				categories = append(categories, name+":"+name+","+others[i][n-3])
			}
			text := strings.Join(categories, "/") + ";" + m.clue
			clued := mustParse(t, text)
			allowed := strings.Fields(want)
			for code := range power(n, icons) {
				var columns string
				for i, rest := 0, code; i < icons; i, rest = i+1, rest/n {
					text := fmt.Sprint(rest%n + 1)
					columns += text
				}
				var s []byte // the icon in its column, the others in order
				fixed := text
				for i := range icons {
					column := columns[i] - '1'
					s = append(s, column)
					for v := range byte(n) {
						if v != column {
							s = append(s, v)
						}
					}
					fixed += fmt.Sprintf(";at %c %c", 'a'+i, columns[i])
				}
				ok := slices.Contains(allowed, columns)
				if err := clued.Check(encode.Solution(s)); (err == nil) != ok {
					t.Errorf("%s of %d columns, %s: Check says %v, want %v", m.clue, n, columns, err, ok)
				}
				b := mustParse(t, fixed)
				for _, name := range []string{"native", "sat", "sat/" + support} {
					if got := len(puzzletest.List(t, &Puzzle, b, name, 1)) == 1; got != ok {
						t.Errorf("%s of %d columns, %s: %s says %v, want %v", m.clue, n, columns, name, got, ok)
					}
				}
			}
		}
	}
	if len(types) != len(forms) {
		t.Errorf("%d types of clues, want %d", len(types), len(forms))
	}
}

func power(b, e int) int {
	p := 1
	for range e {
		p *= b
	}
	return p
}

// TestViolation checks that the Violation names as few sites as possible. If there are several
// violations, Check must report the violation whose last site comes first.
func TestViolation(t *testing.T) {
	for _, c := range []struct {
		clues, s, rule string
		sites          []int
	}{
		{"", "012012", "", nil},
		{"", "012022", "e, f, column 3", []int{4, 5}},
		{"", "010011", "a, c, column 1", []int{0, 2}},
		{";at f 1;at b 1", "012012", "at b 1", []int{1}},
		{";between a d c;same d b;left e a", "012102", "left e a", []int{4, 0}},
		{";between a e c", "012021", "between a e c", []int{0, 4}},
		{";between d a e", "012021", "between d a e", []int{3, 0}},
		{";left d e;next e f", "012102", "left d e", []int{3, 4}},
		{";between a b d", "012012", "between a b d", []int{0, 3}},
		{";gap a d b", "012102", "gap a d b", []int{0, 1}},
		{";gap a d c", "012102", "gap a d c", []int{0, 3, 2}},
		{";same a d b", "012012", "same a d b", []int{0, 1}},
		{";without a d e", "012012", "without a d e", []int{0, 3}},
		{";notat b 2;notat f 3", "012012", "notat b 2", []int{1}},
		{";directly a d;apart1 a c;apart1 a b", "012102", "apart1 a b", []int{0, 1}},
		{";directly d a", "012012", "directly d a", []int{3, 0}},
		{";either d a b", "012201", "either d a b", []int{3, 0, 1}},
	} {
		b := mustParse(t, "x:a,b,c/y:d,e,f"+c.clues)
		s, err := encode.ParseSolution(c.s, b.Sites())
		if err != nil {
			t.Fatal(err)
		}
		var v *encode.Violation
		errors.As(b.Check(s), &v)
		if (v == nil) != (c.rule == "") || v != nil && (!facttest.States(v.Rule, c.rule) || !slices.Equal(v.Sites, c.sites)) {
			t.Errorf("%s, %s: %v, want %q, sites %v", c.clues, c.s, v, c.rule, c.sites)
		}
	}
}
