package boards

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"counterproof/bench/solve/answer"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// mostSets limits the feasible sets that deduce --orders lists. A map of 15 regions with 16,384 sets
// takes 0.4 s.
const mostSets = 20_000

// orders counts all orders of steps of a board, prints one order for each end, and renders the picture.
func (d *deducing) orders(ctx context.Context, w io.Writer) error {
	all, err := answer.AllOrders(ctx, d.in, deduction.Options{Use: d.use, Trap: d.trap}, mostSets)
	if errors.Is(err, answer.ErrManySets) {
		return d.c.Usagef("--orders: the board has more than %d feasible sets of steps: try a smaller board or one with fewer open values, or fewer techniques with --rules", mostSets)
	}
	if err != nil {
		return err
	}
	d.writeOrders(w, all)
	if d.pictures.Wanted() {
		return d.drawOrders(all)
	}
	return nil
}

// numbers returns the numbers of feasible sets and of orders, as text.
func numbers(all *answer.Orders) string {
	total := new(big.Int)
	for _, end := range all.Ends {
		total.Add(total, end.Orders)
	}
	return fmt.Sprintf("%s, %s", wording.Plural(len(all.Sets), "feasible set"), ordersOf(total))
}

func ordersOf(n *big.Int) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 order"
	}
	return n.String() + " orders"
}

// meaning says what the number of ends means.
func (d *deducing) meaning(all *answer.Orders) string {
	if len(all.Ends) == 1 && all.Ends[0].States == 1 {
		return "A set of steps is feasible if some order begins with it. Every order ends in the same state, so no order is wrong. The feasible sets form an antimatroid"
	}
	for _, end := range all.Ends {
		if end.Broken && d.trap == "" {
			return "The steps lead to a contradiction, and an order ends as soon as it finds one, so the orders end in different states"
		}
	}
	return "The orders end in different states, so a wrong order loses information. The feasible sets form no antimatroid"
}

func (d *deducing) writeOrders(w io.Writer, all *answer.Orders) {
	fmt.Fprintf(w, "%v\n%s\n%s.\n", d.in, numbers(all), d.meaning(all))
	for _, end := range all.Ends {
		fmt.Fprintf(w, "%s: %s%s, for example by these steps:\n", end.Verdict(), ordersOf(end.Orders), left(end.Result))
		var rows []row
		for i, s := range end.Made {
			rows = append(rows, row{i + 1, s.Rule.Level + " " + s.Rule.Name, end.Texts[i]})
		}
		printRows(w, rows)
	}
}

// mostDrawn limits the feasible sets of a picture, so that its dots can be told apart.
const mostDrawn = 2000

// drawOrders draws a dot for each feasible set, in columns by the number of steps. A line joins two
// sets that differ by one step. Thick lines are the path to each end.
func (d *deducing) drawOrders(all *answer.Orders) error {
	if len(all.Sets) > mostDrawn {
		return d.c.Usagef("%s draws at most %d feasible sets, got %d: leave it out, or try a smaller board", d.pictures.Flags(), mostDrawn, len(all.Sets))
	}
	const wide, high, edge = 60, 14, 20
	column := make([]int, len(all.Sets)) // by set: its number of steps
	rows := make([]int, len(all.Sets))   // by set: its number in the column
	count := make([]int, len(all.Sets))  // by column: the number of sets
	most, tallest := 0, 0
	for i, s := range all.Sets {
		rows[i] = count[column[i]]
		count[column[i]]++
		most, tallest = max(most, column[i]), max(tallest, count[column[i]])
		for _, next := range s.Next {
			column[next] = column[i] + 1
		}
	}
	at := func(i int) draw.Point {
		return draw.Point{float64(edge + wide*column[i]), edge + high*(float64(rows[i])+float64(tallest-count[column[i]])/2)}
	}
	p := &draw.Picture{W: float64(2*edge + wide*most), H: float64(2*edge + high*(tallest-1)), Title: d.c.Puzzle.Title + ", all orders", Description: d.in.String()}
	var lines [][]draw.Point
	for i, s := range all.Sets {
		for _, next := range s.Next {
			lines = append(lines, []draw.Point{at(i), at(next)})
		}
	}
	p.Lines(draw.Style{Stroke: draw.Grey, Width: 1}, lines...)
	for k, end := range all.Ends {
		stroke := draw.Black
		if k > 0 {
			stroke = draw.Vermilion
		}
		p.Lines(draw.Style{Stroke: stroke, Width: 3}, wording.Each(end.Path, at))
	}
	for i := range all.Sets {
		p.Circle(at(i)[0], at(i)[1], 3, draw.Style{Fill: draw.Black})
	}
	return d.pictures.Render(draw.Caption(p, numbers(all)+". "+d.meaning(all)+"."))
}
