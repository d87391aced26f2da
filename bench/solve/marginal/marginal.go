// Package marginal collects what the solutions of a board have in common. For each site, it says
// how many solutions have each value, which value all solutions share, and which values no solution
// has. The package also prints and draws the numbers. Its code depends on no solver and no puzzle.
package marginal

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
)

// A Table holds, for each site and value, the number of solutions with this value at this site.
type Table struct {
	Instance encode.Instance
	Counts   [][]*big.Int // by site and value: the counted solutions with the value
	Total    *big.Int     // the number of solutions that were counted
	Complete bool         // whether all solutions were counted
	// Seen says, by site and value, whether a solution with the value was found. This solution need
	// not be counted in Counts. If Proved is true, all other values are impossible.
	Seen   [][]bool
	Proved bool
}

// New returns an empty table, before any solution was counted.
func New(in encode.Instance) *Table {
	t := &Table{Instance: in, Total: new(big.Int)}
	for _, n := range in.Sites() {
		counts := make([]*big.Int, n)
		for v := range counts {
			counts[v] = new(big.Int)
		}
		t.Counts, t.Seen = append(t.Counts, counts), append(t.Seen, make([]bool, n))
	}
	return t
}

// Of returns the complete table of a board whose solutions were counted by site and value. There is at least one site.
func Of(in encode.Instance, counts [][]*big.Int) *Table {
	t := &Table{Instance: in, Counts: counts, Total: new(big.Int), Complete: true, Proved: true}
	for _, n := range counts[0] {
		t.Total.Add(t.Total, n)
	}
	t.Seen = wording.Each(counts, func(counts []*big.Int) []bool {
		return wording.Each(counts, func(n *big.Int) bool { return n.Sign() > 0 })
	})
	return t
}

var one = big.NewInt(1)

// Add counts a solution.
func (t *Table) Add(s encode.Solution) {
	t.Total.Add(t.Total, one)
	for i, v := range s.Values(len(s) > len(t.Seen)) {
		t.Counts[i][v].Add(t.Counts[i][v], one)
		t.Seen[i][v] = true
	}
}

// Empty reports whether it is proved that the board has no solution.
func (t *Table) Empty() bool {
	return t.Proved && t.Total.Sign() == 0 && !slices.ContainsFunc(t.Seen, func(values []bool) bool { return slices.Contains(values, true) })
}

// Backbone returns the value that all solutions share for each site, or -1 for a site without such
// a value. The board must have a solution, and Proved must be true.
func (t *Table) Backbone() []int {
	shared := slices.Repeat([]int{-1}, len(t.Seen))
	for i := range shared {
		if only := t.possible(i); len(only) == 1 {
			shared[i] = only[0]
		}
	}
	return shared
}

func (t *Table) possible(site int) []int {
	return encode.Where(t.Seen[site], func(seen bool) bool { return seen })
}

// Impossible lists, for each site, the values of no solution. Proved must be true.
func (t *Table) Impossible() [][]int {
	all := make([][]int, len(t.Seen))
	for i, seen := range t.Seen {
		all[i] = append([]int{}, encode.Where(seen, func(seen bool) bool { return !seen })...)
	}
	return all
}

// Format prints the backbone like a solution, with '?' for a site without a shared value.
func (t *Table) Format() string {
	sites := t.Instance.Sites()
	separator, like := "", []int{1}
	if i := slices.IndexFunc(sites, func(n int) bool { return n > 62 }); i >= 0 {
		separator, like = ",", sites[i:i+1] // Format then prints numbers
	}
	return strings.Join(wording.Each(t.Backbone(), func(v int) string {
		if v < 0 {
			return "?"
		}
		return formatValue(v, like)
	}), separator)
}

// label returns a short text for a value: the last word of the value's name. If this word has more
// than three characters, the label is the character for the value in the text of a solution.
func (t *Table) label(site, value int) string {
	name := layout.ValueName(t.Instance, site, value)
	name = name[strings.LastIndexByte(name, ' ')+1:]
	if utf8.RuneCountInString(name) <= 3 {
		return name
	}
	return formatValue(value, t.Instance.Sites()[site:site+1])
}

// formatValue prints a value of a site as in solutions.
func formatValue(value int, site []int) string {
	return encode.MakeSolution(encode.Wide(site), []int{value}).Format(site)
}

// These numbers limit how many sites a text names.
const (
	mostShared   = 60
	mostExcluded = 12
	mostGone     = 64 // values of one site
	mostNumbers  = 60
)

// Shared describes the backbone, which is the set of all shared values. The text says how many
// sites have a shared value. If the parameter whole is true, the text also says which sites. For a
// board with a layout, the text draws the cells, with '?' for the sites without a shared value.
func (t *Table) Shared(whole bool) string {
	shared := t.Backbone()
	known := encode.Where(shared, func(v int) bool { return v >= 0 })
	text := fmt.Sprintf("%d of %d sites have the same value in all solutions", len(known), len(shared))
	if !whole || len(known) == 0 {
		return text
	}
	if _, ok := t.Instance.(layout.HasLayout); ok {
		return text + "\n" + t.grid(func(site int) string {
			if shared[site] < 0 {
				return "?"
			}
			return t.label(site, shared[site])
		})
	}
	lines := wording.Each(known, func(site int) string {
		return layout.SiteName(t.Instance, site) + ": " + layout.ValueName(t.Instance, site, shared[site])
	})
	return text + "\n" + shorten(lines, mostShared)
}

// shorten joins at most the given number of lines, and adds how many lines it has left out.
func shorten(lines []string, most int) string {
	if n := len(lines) - most; n > 0 {
		lines = append(lines[:most:most], fmt.Sprintf("and %d more; --json lists all", n))
	}
	return strings.Join(lines, "\n")
}

// grid arranges the texts of the sites as the cells of the board. Cells without a site are blank.
func (t *Table) grid(text func(site int) string) string {
	h, w, cells := t.Instance.(layout.HasLayout).Layout()
	texts := make([]string, h*w)
	width := 1
	for i, cell := range cells {
		texts[cell] = text(i)
		width = max(width, utf8.RuneCountInString(texts[cell]))
	}
	var b strings.Builder
	for r := range h {
		row := wording.Each(texts[r*w:(r+1)*w], func(s string) string { return fmt.Sprintf("%*s", width, s) })
		separator := ""
		if width > 1 {
			separator = " "
		}
		b.WriteString(strings.TrimRight(strings.Join(row, separator), " ") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Excluded describes the impossible values. The text says how many impossible values there are,
// and lists them for each site that has more than one possible value.
func (t *Table) Excluded() string {
	all, gone := 0, 0
	var lines []string
	for i, values := range t.Impossible() {
		all, gone = all+len(t.Seen[i]), gone+len(values)
		if len(values) == 0 || len(t.possible(i)) == 1 {
			continue
		}
		shown := values[:min(len(values), mostGone)]
		names := wording.Each(shown, func(v int) string { return layout.ValueName(t.Instance, i, v) })
		if len(shown) < len(values) {
			names = append(names, fmt.Sprintf("and %d more values", len(values)-mostGone))
		}
		lines = append(lines, layout.SiteName(t.Instance, i)+": not "+strings.Join(names, ", "))
	}
	if gone == 0 {
		return "every site has each of its values in some solution"
	}
	text := fmt.Sprintf("%d of %d values of all sites occur in no solution", gone, all)
	if len(lines) == 0 {
		return text
	}
	return text + "\n" + shorten(lines, mostExcluded)
}
