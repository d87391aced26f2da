package minesweeper

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/sums"
)

// A theory analyses the sums that a board's numbers and total demand. It is a
// *sums.Problem, except in tests.
type theory interface {
	Analyse(ctx context.Context, st *native.Stats) (*sums.Analysis, error)
	Conflict(ctx context.Context, st *native.Stats) (found []int, total bool, err error)
}

// Explain implements encode.Explainable. A configuration is a way to place the mines. The fact
// configurations is the number of configurations. If counting takes too long, this fact has no
// value and is the only fact. The fact consistent says whether there is a configuration. If there
// is a configuration, the other facts are probabilities, safe and mines. If there is no
// configuration, the other facts are in the following list. If the search finds no conflict within
// its limits, the only other fact is conflict, without a value.
//
//   - conflict: numbers that contradict each other, none of which can be left out;
//   - conflict_total: whether the total takes part in the conflict;
//   - conflict_smallest: whether it is proved that no smaller conflict exists.
//
// The probability of a covered cell is the fraction of the configurations in which the cell is a
// mine, in lowest terms. For other cells, the probability is null. Rows and columns count from 0 in
// Value, and from 1 in Text.
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	p, numbers := b.problem()
	return b.explain(ctx, p, numbers)
}

func (b *Board) explain(ctx context.Context, p theory, numbers []int) (*encode.Explanation, error) {
	x := &encode.Explanation{}
	a, err := p.Analyse(ctx, new(native.Stats))
	switch {
	case errors.Is(err, sums.ErrLimit):
		x.Add("configurations", nil, "not counted: "+err.Error())
		x.Picture = grid.Later(b.bare("configurations not counted: too much work", nil))
		return x, nil
	case err != nil:
		return nil, err
	}
	x.Add("consistent", a.Count.Sign() > 0, "")
	x.Add("configurations", a.Count.String(), "")
	if a.Count.Sign() == 0 {
		return b.contradicts(ctx, x, p, numbers)
	}
	x.Marginals = wording.Each(a.Ones, func(ones *big.Int) []*big.Int { return []*big.Int{new(big.Int).Sub(a.Count, ones), ones} })
	chance := make([]*big.Rat, len(b.cells)) // nil for cells that are not covered
	safe, mines := [][2]int{}, [][2]int{}
	for i, site := range b.siteOf() {
		if site < 0 {
			continue
		}
		chance[i] = new(big.Rat).SetFrac(a.Ones[site], a.Count)
		at := [2]int{i / b.w, i % b.w}
		switch {
		case chance[i].Sign() == 0:
			safe = append(safe, at)
		case chance[i].Cmp(certain) == 0:
			mines = append(mines, at)
		}
	}
	x.Facts = append(x.Facts, b.probabilities(chance))
	x.Add("safe", safe, places(safe))
	x.Add("mines", mines, places(mines))
	x.Picture = grid.Later(b.heatMap(chance, a.Count))
	return x, nil
}

var certain = big.NewRat(1, 1)

// few is the largest number of different fractions that the text lists.
const few = 16

// probabilities returns the fact probabilities. Its text has two characters per cell. A
// covered cell shows its percentage, from 01 to 99, "--" if it is safe and "**" if it is
// a mine. Other cells show a blank and the character of the board.
func (b *Board) probabilities(chance []*big.Rat) encode.Fact {
	f := encode.Fact{Name: "probabilities"}
	var text strings.Builder
	write := func(s string, heat float64) { // s is ASCII
		text.WriteString(s)
		f.Heat = append(f.Heat, slices.Repeat([]float64{heat}, len(s))...)
	}
	shows := b.rows(nil)
	rows := make([][]*string, b.h)
	cells := map[string]int{} // by fraction: how many cells have this fraction
	var fractions []*big.Rat
	for r := range rows {
		for c := range b.w {
			p := chance[r*b.w+c]
			if c > 0 {
				write(" ", -1)
			}
			if p == nil {
				rows[r] = append(rows[r], nil)
				write(" "+shows[r][c:c+1], -1)
				continue
			}
			exact := p.RatString()
			rows[r] = append(rows[r], &exact)
			heat, _ := p.Float64()
			write(twoSigns(p), heat)
			if cells[exact]++; cells[exact] == 1 {
				fractions = append(fractions, p)
			}
		}
		write("\n", -1)
	}
	f.Value = rows
	if len(fractions) == 0 {
		write("no covered cell\n", -1)
	} else {
		write("per cent; -- no mine, ** a mine\n", -1)
	}
	if len(fractions) <= few {
		slices.SortFunc(fractions, func(p, q *big.Rat) int { return p.Cmp(q) })
		for _, p := range fractions {
			write(p.RatString()+" in "+wording.Plural(cells[p.RatString()], "cell")+"\n", -1)
		}
	}
	f.Text = text.String()
	return f
}

// percent rounds a probability other than 0 and 1 to a percentage from 1 to 99.
func percent(p *big.Rat) int {
	x, _ := p.Float64()
	return min(max(1, int(100*x+0.5)), 99)
}

func twoSigns(p *big.Rat) string {
	switch {
	case p.Sign() == 0:
		return "--"
	case p.Cmp(certain) == 0:
		return "**"
	}
	return fmt.Sprintf("%02d", percent(p))
}

func places(cells [][2]int) string {
	if len(cells) == 0 {
		return "none"
	}
	return strings.Join(grid.Joined(grid.Pairs(cells), 12, " "), "\n")
}

func (b *Board) contradicts(ctx context.Context, x *encode.Explanation, p theory, numbers []int) (*encode.Explanation, error) {
	found, total, err := p.Conflict(ctx, new(native.Stats))
	smallest := err == nil
	switch {
	case errors.Is(err, sums.ErrLimit) && found == nil:
		x.Add("conflict", nil, "not found: "+err.Error())
		x.Picture = grid.Later(b.bare("no configuration", nil))
		return x, nil
	case err != nil && !errors.Is(err, sums.ErrLimit):
		return nil, err
	}
	cells, total := b.conflicting(found, total, numbers)
	at := wording.Fill(len(cells), func(k int) [2]int { return [2]int{cells[k] / b.w, cells[k] % b.w} }) // not nil, for JSON
	text := b.sentence(cells, total)
	if !smallest {
		text += "; there may be a smaller conflict"
	}
	x.Add("conflict", at, text)
	x.Add("conflict_total", total, "")
	x.Add("conflict_smallest", smallest, "")
	x.Picture = grid.Later(b.conflictMap(cells, total))
	return x, nil
}

func (b *Board) sentence(cells []int, total bool) string {
	parts := wording.Each(cells, b.numberName)
	if total {
		parts = append(parts, b.totalName())
	}
	if len(parts) > 1 {
		return clues.Contradiction(parts)
	}
	where, n := "on the board", b.tally()
	if !total {
		where, n = "around it", b.nearby(cells[0])
	}
	return fmt.Sprintf("%s cannot hold: covered cells %s: %d, known mines: %d", parts[0], where, n.covered, n.mines)
}

// Demands names the numbers of the open cells in reading order, then the total.
func (b *Board) Demands() (names []string) {
	names = wording.Each(b.shownNumbers(), b.numberName)
	if b.mines >= 0 {
		names = append(names, b.totalName())
	}
	return names
}

func (b *Board) shownNumbers() []int {
	return encode.Where(b.cells, func(n int8) bool { return n >= 0 })
}

func (b *Board) numberName(i int) string {
	return fmt.Sprintf("the %d at %s", b.cells[i], layout.CellName(i, b.w))
}

func (b *Board) totalName() string { return "the total of " + b.title() }

// Relaxed implements clues.HasDemands. A cell that loses its number stays open.
func (b *Board) Relaxed(gone []int) encode.Instance {
	if len(gone) == 0 {
		return b
	}
	less := b.clone()
	numbers := b.shownNumbers()
	for _, k := range gone {
		if k == len(numbers) {
			less.mines = -1
		} else {
			less.cells[numbers[k]] = silent
		}
	}
	return &relaxed{less, b.String()}
}

// A relaxed is a board that lacks numbers or the total. The text is still the text of the whole
// board. The drawing has '_' for a missing number.
type relaxed struct {
	checked
	text string
}

type checked interface {
	clues.TakesGiven
	encode.HasObstacle
}

func (r *relaxed) String() string { return r.text }

// Conflict returns the conflict that native/sums finds. No other conflict is smaller, unless
// native/sums reaches its limits.
func (b *Board) Conflict(ctx context.Context) ([]int, error) {
	p, numbers := b.problem()
	found, total, err := p.Conflict(ctx, new(native.Stats))
	if err != nil && !errors.Is(err, sums.ErrLimit) {
		return nil, err
	}
	if found == nil {
		return nil, nil
	}
	cells, total := b.conflicting(found, total, numbers)
	all := b.shownNumbers()
	clues := wording.Each(cells, func(i int) int { return slices.Index(all, i) })
	if total {
		clues = append(clues, len(all))
	}
	return clues, nil
}

func (b *Board) conflicting(found []int, total bool, numbers []int) ([]int, bool) {
	cells := []int{}
	for _, k := range found {
		if k == len(numbers) {
			total = true
			continue
		}
		cells = append(cells, numbers[k])
	}
	return cells, total
}
