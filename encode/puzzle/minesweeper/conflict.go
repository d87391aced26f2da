package minesweeper

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/sums"
)

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
	var clues []int
	for _, i := range cells {
		k, _ := slices.BinarySearch(all, i)
		clues = append(clues, k)
	}
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
