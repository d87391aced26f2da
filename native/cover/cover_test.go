package cover

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"counterproof/encode/test/facttest"
	"counterproof/native"
)

var engines = []string{"dlx", "bitset", "memo", "dictionary"}

// answers returns the answers that an engine lists, sorted. Each answer is a string of its option
// indices in ascending order, such as "[1 3]".
func answers(t testing.TB, m Method) []string {
	t.Helper()
	list := []string{}
	var st native.Stats
	err := m.Solver.Search(context.Background(), &st, func(chosen []int) bool {
		list = append(list, fmt.Sprint(slices.Sorted(slices.Values(chosen))))
		return true
	})
	if err != nil {
		t.Fatalf("%s: %v", m.Name, err)
	}
	if st.Nodes < 1 && len(list) > 0 && list[0] != "[]" {
		t.Errorf("%s: no nodes", m.Name)
	}
	slices.Sort(list)
	return list
}

// plainly lists the answers of p by testing every set of its options. The result has the same form
// as the result of the function answers.
func plainly(p *Problem) []string {
	list := []string{}
sets:
	for set := range 1 << len(p.Options) {
		held := make([]int, len(p.Items))
		colour := make([]int, len(p.Items))
		chosen := []int{}
		for o, option := range p.Options {
			if set>>o&1 == 0 {
				continue
			}
			chosen = append(chosen, o)
			for _, u := range option {
				held[u.Item]++
				if p.Items[u.Item].Secondary && held[u.Item] > 1 && (u.Colour == 0 || u.Colour != colour[u.Item]) {
					continue sets
				}
				colour[u.Item] = u.Colour
			}
		}
		for i, it := range p.Items {
			if !it.Secondary && (held[i] < it.Lo || held[i] > it.Hi) {
				continue sets
			}
		}
		list = append(list, fmt.Sprint(chosen))
	}
	slices.Sort(list)
	return list
}

// drawn draws a random problem that is small enough for the function plainly.
func drawn(t *rapid.T) *Problem {
	p := &Problem{Colours: []string{"1", "2", "3"}}
	several := rapid.Bool().Draw(t, "several")
	primaries := rapid.IntRange(1, 6).Draw(t, "primaries")
	for i := range primaries {
		it := Item{Name: fmt.Sprint("p", i), Lo: 1, Hi: 1}
		if several && rapid.IntRange(0, 2).Draw(t, "more or less") == 0 {
			it.Lo = rapid.IntRange(0, 2).Draw(t, "lo")
			it.Hi = max(1, it.Lo+rapid.IntRange(0, 2).Draw(t, "more"))
		}
		p.Items = append(p.Items, it)
	}
	// Some problems have 70 further items before the secondary items, so their masks take two
	// words.
	far := 70 * rapid.IntRange(0, 1).Draw(t, "far")
	for range far {
		p.Items = append(p.Items, Item{Lo: 1, Hi: 1})
	}
	secondary := len(p.Items)
	secondaries := rapid.IntRange(0, 3).Draw(t, "secondaries")
	for i := range secondaries {
		p.Items = append(p.Items, Item{Name: fmt.Sprint("s", i), Secondary: true})
	}
	for range rapid.IntRange(0, 11).Draw(t, "options") {
		o := Option{}
		for i := range primaries {
			if rapid.IntRange(0, 2).Draw(t, "in") == 0 {
				o = append(o, Use{Item: i})
			}
		}
		if len(o) == 0 {
			o = append(o, Use{Item: rapid.IntRange(0, primaries-1).Draw(t, "item")})
		}
		if far > 0 && rapid.Bool().Draw(t, "over there") {
			for i := range far {
				o = append(o, Use{Item: primaries + i})
			}
		}
		for i := range secondaries {
			if c := rapid.IntRange(-3, 3).Draw(t, "colour"); c >= 0 {
				o = append(o, Use{Item: secondary + i, Colour: c})
			}
		}
		p.Options = append(p.Options, o)
	}
	order := rapid.Permutation(p.Options).Draw(t, "order")
	p.Options = order
	return p
}

// TestEnginesAgreeWithAllSets checks on random problems that every engine lists exactly the answers
// that the function plainly finds among all sets of options, and that memo counts the same number.
func TestEnginesAgreeWithAllSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t)
		want := plainly(p)
		methods := append(Methods(p), Method{Name: "lists", Solver: &bitset{p: p, lists: true}})
		for _, m := range methods {
			list := []string{}
			var st native.Stats
			err := m.Solver.Search(context.Background(), &st, func(chosen []int) bool {
				list = append(list, fmt.Sprint(slices.Sorted(slices.Values(chosen))))
				return true
			})
			slices.Sort(list)
			if diff := cmp.Diff(list, want); err != nil || diff != "" {
				t.Fatalf("%s on %s: %v\n%s", m.Name, p.OneLine(), err, diff)
			}
			if m.Counter == nil {
				continue
			}
			n, err := m.Counter.Count(context.Background(), &st)
			if err != nil || n.Cmp(big.NewInt(int64(len(want)))) != 0 {
				t.Fatalf("%s counts %v (%v), want %d", m.Name, n, err, len(want))
			}
		}
	})
}

// knuth returns the example problem of TAOCP 7.2.2.1, which has 6 options over the items 1 to 7.
func knuth() *Problem {
	p := &Problem{Items: exactly("1 2 3 4 5 6 7")}
	for _, row := range []string{"147", "14", "457", "356", "2367", "27"} {
		o := Option{}
		for _, x := range row {
			o = append(o, Use{Item: int(x - '1')})
		}
		p.Options = append(p.Options, o)
	}
	return p
}

func TestKnuthsExample(t *testing.T) {
	for _, name := range engines {
		if got, want := answers(t, engine(t, knuth(), name)), []string{"[1 3 5]"}; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v, which is B, D, F", name, got, want)
		}
	}
}

// TestPublishedCounts checks that every engine lists the published number of answers, all
// different. The sources of the counts are OEIS A000170 (queens), A004003 (dominoes), A002860
// (Latin squares), the 288 sudoku grids of size 4x4, and testdata.
func TestPublishedCounts(t *testing.T) {
	type row struct {
		name string
		p    *Problem
		want int
	}
	var rows []row
	for n, want := range []int{1, 0, 0, 2, 10, 4, 40, 92, 352, 724} {
		rows = append(rows, row{fmt.Sprint("queens ", n+1), queens(n + 1), want})
	}
	for side, want := range map[int]int{2: 2, 4: 36, 6: 6728} {
		rows = append(rows, row{fmt.Sprint("dominoes ", side), dominoes(side, side), want})
	}
	for n, want := range []int{1, 2, 12, 576} {
		rows = append(rows, row{fmt.Sprint("latin ", n+1), latin(n+1, 0, 0), want})
	}
	rows = append(rows, row{"sudoku 4x4", latin(4, 2, 2), 288})
	rows = append(rows, row{"3x20 pentominoes", place(transposed(rectangle(3, 20)), pentominoes), 8})
	cal := readCalendar(t)
	for _, day := range []string{"10-06", "01-25", "02-29"} {
		rows = append(rows, row{day, cal.problem(day), cal.PerDay[day]})
	}
	for _, r := range rows {
		for _, name := range engines {
			t.Run(r.name+"/"+name, func(t *testing.T) {
				got := answers(t, engine(t, r.p, name))
				if len(got) != r.want {
					t.Errorf("%d answers, want %d", len(got), r.want)
				}
				if len(slices.Compact(got)) != r.want {
					t.Errorf("answers repeat")
				}
			})
		}
	}
}

// transposed returns the cells sorted by column, then by row.
func transposed(open []cell) []cell {
	open = slices.Clone(open)
	slices.SortFunc(open, func(a, b cell) int { return 100*(a.c-b.c) + a.r - b.r })
	return open
}

// TestCountsByMemo checks the numbers that memo counts without listing. The numbers of domino
// tilings of the larger squares are by Kasteleyn and by Temperley and Fisher (1961).
func TestCountsByMemo(t *testing.T) {
	cal := readCalendar(t)
	for _, r := range []struct {
		name string
		p    *Problem
		want string
	}{
		{"dominoes 8", dominoes(8, 8), "12988816"},
		{"dominoes 12", dominoes(12, 12), "53060477521960000"},
		{"dominoes 16", dominoes(16, 16), "2444888770250892795802079170816"},
		{"dominoes 7", dominoes(7, 7), "0"},
		{"latin 5", latin(5, 0, 0), "161280"},
		{"queens 8", queens(8), "92"},
		{"6 October", cal.problem("10-06"), "7"},
		{"25 January", cal.problem("01-25"), "216"},
	} {
		t.Run(r.name, func(t *testing.T) {
			if testing.Short() && r.name == "dominoes 16" {
				t.Skip("seconds")
			}
			var st native.Stats
			got, err := engine(t, r.p, "memo").Counter.Count(context.Background(), &st)
			if err != nil || got.String() != r.want {
				t.Errorf("got %v, %v, want %s", got, err, r.want)
			}
			if st.Nodes == 0 || st.Updates == 0 {
				t.Errorf("no work in %+v", st)
			}
		})
	}
}

// TestFullMemo limits the memory of memo to at most 4000 bytes. Count and Search must still find
// all 6728 domino tilings, and Count must take more nodes than without the limit.
func TestFullMemo(t *testing.T) {
	for _, limit := range []int64{1, 500, 4000} {
		p := dominoes(6, 6)
		e := &memo{p: p, limit: limit}
		var st, roomy native.Stats
		n, err := e.Count(context.Background(), &st)
		if err != nil || n.Int64() != 6728 {
			t.Errorf("%d bytes: count %v, %v, want 6728", limit, n, err)
		}
		if got := len(answers(t, Method{Name: "memo", Solver: e})); got != 6728 {
			t.Errorf("%d bytes: %d answers, want 6728", limit, got)
		}
		if _, err := (&memo{p: p}).Count(context.Background(), &roomy); err != nil || st.Nodes <= roomy.Nodes {
			t.Errorf("%d bytes: %d nodes, without limit %d", limit, st.Nodes, roomy.Nodes)
		}
	}
}

// TestYear solves the calendar puzzle of every 12th day with every engine, and checks the total
// number of answers against the published total. BenchmarkYear does this for all days.
func TestYear(t *testing.T) {
	problems, want := year(t, 12)
	for _, name := range engines {
		if name == "dictionary" { // takes ten seconds; TestPublishedCounts has three days
			continue
		}
		got := 0
		for _, p := range problems {
			got += len(answers(t, engine(t, p, name)))
		}
		if got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// TestDictionaryAndLinks checks that dictionary searches the same tree as dlx if every item is held
// exactly once, or is secondary without colours: only the time differs.
func TestDictionaryAndLinks(t *testing.T) {
	for _, p := range []*Problem{queens(7), latin(4, 2, 2), readCalendar(t).problem("10-06")} {
		var links, sets native.Stats
		if a, b := list(t, p, "dlx", &links), list(t, p, "dictionary", &sets); a != b || links.Nodes != sets.Nodes {
			t.Errorf("dlx: %d answers, %d nodes; dictionary: %d answers, %d nodes", a, links.Nodes, b, sets.Nodes)
		}
	}
}

// TestEqualAndOptionalPieces fills a 2x3 board with dominoes, I trominoes and L trominoes. Each row
// of the table allows different numbers of each piece. Three dominoes fill the board in 3 ways, two
// I trominoes in 1 way (rows), and two L trominoes in 2 ways. Dominoes and trominoes together never
// fill the board, because one tromino leaves an odd number of cells.
func TestEqualAndOptionalPieces(t *testing.T) {
	three := map[string][][]cell{"D": turns("XX"), "I": turns("XXX"), "L": turns("XX", "X.")}
	for _, r := range []struct {
		d, i, l Item // multiplicities
		want    int
	}{
		{Item{Lo: 3, Hi: 3}, Item{Lo: 0, Hi: 1}, Item{Lo: 0, Hi: 1}, 3},
		{Item{Lo: 0, Hi: 3}, Item{Lo: 2, Hi: 2}, Item{Lo: 0, Hi: 2}, 1},
		{Item{Lo: 0, Hi: 3}, Item{Lo: 0, Hi: 2}, Item{Lo: 2, Hi: 2}, 2},
		{Item{Lo: 0, Hi: 9}, Item{Lo: 0, Hi: 9}, Item{Lo: 0, Hi: 9}, 6},
		{Item{Lo: 0, Hi: 2}, Item{Lo: 0, Hi: 1}, Item{Lo: 0, Hi: 1}, 0},
		{Item{Lo: 4, Hi: 9}, Item{Lo: 0, Hi: 9}, Item{Lo: 0, Hi: 9}, 0},
	} {
		p := place(rectangle(2, 3), three)
		p.Items[6], p.Items[7], p.Items[8] = r.d, r.i, r.l
		for _, name := range engines {
			if got := answers(t, engine(t, p, name)); len(got) != r.want {
				t.Errorf("%s on %v: %d answers, want %d", name, r, len(got), r.want)
			}
		}
	}
}

// TestEdges checks the answers to problems without items or options, with equal options and with
// unusual multiplicities.
func TestEdges(t *testing.T) {
	none := Item{Name: "a", Lo: 0, Hi: 2}
	for _, r := range []struct {
		name string
		p    *Problem
		want []string
	}{
		{"no items", &Problem{}, []string{"[]"}},
		{"no options", &Problem{Items: exactly("a")}, []string{}},
		{"optional, no options", &Problem{Items: []Item{none}}, []string{"[]"}},
		{"only secondary", &Problem{Items: []Item{{Name: "x", Secondary: true}}}, []string{"[]"}},
		{"equal options", &Problem{Items: exactly("a"), Options: []Option{{{}}, {{}}}}, []string{"[0]", "[1]"}},
		{"any two of three", &Problem{Items: []Item{{Lo: 2, Hi: 2}}, Options: []Option{{{}}, {{}}, {{}}}}, []string{"[0 1]", "[0 2]", "[1 2]"}},
		{"up to two of two", &Problem{Items: []Item{none}, Options: []Option{{{}}, {{}}}}, []string{"[0 1]", "[0]", "[1]", "[]"}},
		{"more than there are", &Problem{Items: []Item{{Lo: 1 << 40, Hi: 1 << 41}}, Options: []Option{{{}}}}, []string{}},
	} {
		for _, name := range engines {
			if diff := cmp.Diff(answers(t, engine(t, r.p, name)), r.want); diff != "" {
				t.Errorf("%s, %s: %s", r.name, name, diff)
			}
		}
	}
}

func TestValidate(t *testing.T) {
	x := Item{Name: "x", Secondary: true}
	for _, r := range []struct {
		want string
		p    *Problem
	}{
		{"option 0, item 3", &Problem{Items: exactly("a"), Options: []Option{{{Item: 3}}}}},
		{"option 0, item -1", &Problem{Items: exactly("a"), Options: []Option{{{Item: -1}}}}},
		{"option 1, item 0", &Problem{Items: exactly("a"), Options: []Option{{{}}, {{}, {}}}}},
		{"option 0, colour 1", &Problem{Items: exactly("a"), Options: []Option{{{Colour: 1}}}}},
		{"option 0, item 0", &Problem{Items: exactly("a"), Colours: []string{"r"}, Options: []Option{{{Colour: 1}}}}},
		{"option 0", &Problem{Items: []Item{x}, Options: []Option{{{}}}}},
		{"option 0", &Problem{Items: exactly("a"), Options: []Option{{}}}},
		{"item 0, 0:0", &Problem{Items: []Item{{}}}},
		{"item 0, 2:1", &Problem{Items: []Item{{Lo: 2, Hi: 1}}}},
		{"item 0, -1:1", &Problem{Items: []Item{{Lo: -1, Hi: 1}}}},
	} {
		if err := r.p.Validate(); !facttest.Matches(err, r.want) {
			t.Errorf("got %v, want the facts %s", err, r.want)
		}
		for _, m := range Methods(r.p) {
			if err := m.Solver.Search(context.Background(), &native.Stats{}, nil); err == nil {
				t.Errorf("%s takes a bad problem: %s", m.Name, r.want)
			}
		}
	}
}

// TestCancel checks that a search returns context.Canceled if its context is cancelled during the
// search. If the context is cancelled before the search, the search must do no work at all.
func TestCancel(t *testing.T) {
	p := queens(12)
	for _, name := range engines {
		ctx, cancel := context.WithCancel(context.Background())
		var st native.Stats
		seen := 0
		m := engine(t, p, name)
		err := m.Solver.Search(ctx, &st, func([]int) bool { seen++; cancel(); return true })
		if !errors.Is(err, context.Canceled) || st.Nodes == 0 || seen > 2000 {
			t.Errorf("%s: %v after %d answers, %d nodes", name, err, seen, st.Nodes)
		}
		at := st
		if err := m.Solver.Search(ctx, &st, nil); !errors.Is(err, context.Canceled) || st.Nodes != at.Nodes || st.Updates != at.Updates {
			t.Errorf("%s: a cancelled search: %v, %v", name, err, st)
		}
		if m.Counter != nil {
			if n, err := m.Counter.Count(ctx, &st); n != nil || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: a cancelled count: %v, %v", name, n, err)
			}
			late := &lateContext{Context: context.Background(), looks: 5}
			if n, err := m.Counter.Count(late, &st); n != nil || !errors.Is(err, context.Canceled) || st.Nodes == at.Nodes && st.Updates == at.Updates {
				t.Errorf("%s: a count cut short: %v, %v, %v", name, n, err, st)
			}
		}
	}
}

// lateContext is a context that is cancelled after some calls of its method Err. The field looks is
// the number of further calls before that.
type lateContext struct {
	context.Context
	looks int
}

func (c *lateContext) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestStop checks that a search ends without an error when yield returns false at the third answer.
// Afterwards the same solver must list all 92 answers in each of four goroutines at once.
func TestStop(t *testing.T) {
	p := queens(8)
	for _, name := range engines {
		m := engine(t, p, name)
		seen := 0
		if err := m.Solver.Search(context.Background(), &native.Stats{}, func([]int) bool { seen++; return seen < 3 }); err != nil || seen != 3 {
			t.Errorf("%s: %v after %d answers, want 3", name, err, seen)
		}
		done := make(chan int)
		for range 4 {
			go func() {
				n := 0
				m.Solver.Search(context.Background(), &native.Stats{}, func([]int) bool { n++; return true })
				done <- n
			}()
		}
		for range 4 {
			if got := <-done; got != 92 {
				t.Errorf("%s: %d answers, want 92", name, got)
			}
		}
	}
}

// TestMethodsNamesEachEngineOnce checks that Methods returns each engine once, with a version, and
// that only memo counts.
func TestMethodsNamesEachEngineOnce(t *testing.T) {
	got := []string{}
	for _, m := range Methods(knuth()) {
		got = append(got, m.Name)
		if m.Version < 1 || (m.Counter != nil) != (m.Name == "memo") {
			t.Errorf("%+v", m)
		}
	}
	slices.Sort(got)
	if strings.Join(got, " ") != "bitset dictionary dlx memo" {
		t.Errorf("got %v", got)
	}
}
