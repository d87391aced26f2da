package cover

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/native"
)

// searchFamily returns the answers of each member of a family, each as a sorted list of options. The
// answers of a member are sorted, too.
func searchFamily(tb testing.TB, f *Family, st *native.Stats) (answers [][]string) {
	tb.Helper()
	answers = make([][]string, len(f.Free))
	err := f.Search(context.Background(), st, func(m int, options []int) bool {
		answers[m] = append(answers[m], fmt.Sprint(slices.Sorted(slices.Values(options))))
		return true
	})
	if err != nil {
		tb.Fatal(err)
	}
	for _, own := range answers {
		slices.Sort(own)
	}
	return answers
}

// alone returns the problem of one member, and the index of each of its options in the family.
func (f *Family) alone(m int) (p *Problem, index []int) {
	p = &Problem{}
	at := map[int]int{}
	for i, it := range f.Problem.Items {
		if !slices.Contains(f.Free[m], i) {
			at[i] = len(p.Items)
			p.Items = append(p.Items, it)
		}
	}
next:
	for o, option := range f.Problem.Options {
		var own Option
		for _, u := range option {
			if _, ok := at[u.Item]; !ok {
				continue next
			}
			own = append(own, Use{Item: at[u.Item]})
		}
		p.Options, index = append(p.Options, own), append(index, o)
	}
	return p, index
}

// randomFamily returns a family of a few members, which leave out up to three items. Items and
// options are random.
func randomFamily(rng *rand.Rand, items int) *Family {
	f := &Family{Problem: &Problem{}}
	for i := range items {
		f.Problem.Items = append(f.Problem.Items, Item{Name: fmt.Sprint(i), Lo: 1, Hi: 1})
	}
	for range 3 * min(items, 10) {
		var option Option
		for _, i := range rng.Perm(min(items, 10))[:1+rng.IntN(3)] {
			option = append(option, Use{Item: items - 1 - i})
		}
		f.Problem.Options = append(f.Problem.Options, option)
	}
	for i := range items - 10 { // the other items have one option each
		f.Problem.Options = append(f.Problem.Options, Option{{Item: i}})
	}
	for range 1 + rng.IntN(12) {
		free := rng.Perm(items)[:rng.IntN(4)]
		slices.Sort(free)
		f.Free = append(f.Free, free)
	}
	return f
}

// TestFamily compares the answers of random families with the answers of dancing links to each member.
// Families of 63 items and more have states of two words, and classes at the border of a word.
func TestFamily(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 1))
	found := 0
	for i := range 600 {
		f := randomFamily(rng, []int{3, 8, 12, 62, 63, 64, 65, 100, 120}[i%9])
		got := searchFamily(t, f, &native.Stats{})
		for m := range f.Free {
			p, index := f.alone(m)
			var want []string
			err := engine(t, p, "dlx").Solver.Search(context.Background(), &native.Stats{}, func(options []int) bool {
				var own []int
				for _, o := range options {
					own = append(own, index[o])
				}
				slices.Sort(own)
				want = append(want, fmt.Sprint(own))
				return true
			})
			if slices.Sort(want); err != nil || !slices.Equal(got[m], want) {
				t.Fatalf("family %d, member %d leaves out %v: got %v, want %v, %v", i, m, f.Free[m], got[m], want, err)
			}
			found += len(want)
		}
	}
	if found < 2000 {
		t.Errorf("only %d answers in all", found)
	}
}

// family returns all days as one family, with the cells from the last to the first.
func (c *calendar) family() *Family {
	var open []cell
	at := map[string]int{} // by label
	for r, row := range slices.Backward(c.Board) {
		labels := strings.Fields(row)
		for col, label := range slices.Backward(labels) {
			if label != "#" {
				at[label] = len(open)
				open = append(open, cell{r, col})
			}
		}
	}
	pieces := map[string][][]cell{}
	for name, rows := range c.Pieces {
		pieces[name] = turns(rows...)
	}
	f := &Family{Problem: place(open, pieces)}
	for _, date := range c.days() {
		var m, d int
		fmt.Sscanf(date, "%d-%d", &m, &d)
		free := []int{at[months[m-1]], at[fmt.Sprint(d)]}
		slices.Sort(free)
		f.Free = append(f.Free, free)
	}
	return f
}

// TestFamilyOfDays compares the numbers of answers of all days with the published numbers.
func TestFamilyOfDays(t *testing.T) {
	cal := readCalendar(t)
	got := searchFamily(t, cal.family(), &native.Stats{})
	for m, date := range cal.days() {
		if len(got[m]) != cal.PerDay[date] || len(slices.Compact(got[m])) != cal.PerDay[date] {
			t.Errorf("%s: %d answers, want %d", date, len(got[m]), cal.PerDay[date])
		}
	}
}

// TestFamilyLimits checks what ends the search of a family.
func TestFamilyLimits(t *testing.T) {
	f := &Family{Problem: dominoes(4, 4), Free: [][]int{{0, 1}, {}}}
	n := 0
	if err := f.Search(context.Background(), &native.Stats{}, func(int, []int) bool { n++; return n < 2 }); err != nil || n != 2 {
		t.Errorf("stopped after %d answers, %v; want 2", n, err)
	}
	none := func(int, []int) bool { return true }
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	big := &Family{Problem: place(rectangle(6, 10), pentominoes), Free: [][]int{{}}}
	if err := big.Search(ctx, &native.Stats{}, none); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
	st := &native.Stats{Limit: native.Limit{Nodes: 10_000}}
	if err := big.Search(context.Background(), st, none); !errors.Is(err, native.ErrLimit) || st.Nodes < 10_000 || st.Nodes > 20_000 {
		t.Errorf("limit of 10,000 nodes: got %v after %d", err, st.Nodes)
	}
	for name, p := range map[string]*Problem{
		"many items":   place(rectangle(12, 12), pentominoes),
		"multiplicity": {Items: []Item{{Lo: 1, Hi: 2}}, Options: []Option{{{Item: 0}}}},
		"secondary":    {Items: []Item{{Lo: 1, Hi: 1}, {Secondary: true}}, Options: []Option{{{Item: 0}}}},
	} {
		if err := (&Family{Problem: p, Free: [][]int{{}}}).Search(context.Background(), &native.Stats{}, none); !errors.Is(err, ErrLarge) {
			t.Errorf("%s: got %v, want ErrLarge", name, err)
		}
	}
}
