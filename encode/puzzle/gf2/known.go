package gf2

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/board/toggle"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
)

// Draw implements encode.Instance. The values of the unknowns are above their columns.
func (b *Board) Draw(s *encode.Solution) string {
	lines := b.rows(" | ")
	if s != nil {
		lines = append([]string{s.Format(b.Sites()) + " | x"}, lines...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// ReadCell implements encode.HasCells.
func (b *Board) ReadCell(_ int, cell encode.Span) (int, error) {
	return grid.Sign(cell, "01", "want 0 or 1")
}

// ReadDrawing implements encode.HasDrawing. The solution is the first line.
func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return grid.ReadCharacters(b, lines, 0)
}

// Layout implements layout.HasLayout. The unknowns are in one row.
func (b *Board) Layout() (h, w int, cell []int) { return 1, b.lights.W, encode.Left(b.lights.W, nil) }

// SiteName implements layout.HasSiteNames.
func (b *Board) SiteName(site int) string { return fmt.Sprintf("unknown %d", site+1) }

// ValueName implements layout.HasValueNames.
func (b *Board) ValueName(_, value int) string { return "01"[value : value+1] }

// Picture implements encode.HasPicture.
func (b *Board) Picture(s *encode.Solution) *draw.Picture { return grid.Draw(b.matrix("", s)) }

// matrix draws the unknowns in the first row, the matrix below and the right-hand side to the right.
func (b *Board) matrix(title string, s *encode.Solution) *grid.Board {
	shown := &grid.Board{Title: title, H: 1 + len(b.lights.Lit), W: b.lights.W, Left: []string{"x"}, Right: []string{""}}
	shown.Top = wording.Fill(b.lights.W, func(j int) string { return fmt.Sprint(j + 1) })
	for i := range b.lights.Lit {
		shown.Left, shown.Right = append(shown.Left, fmt.Sprint(i+1)), append(shown.Right, digits(b.lights.Lit[i:i+1]))
		shown.Clues = append(shown.Clues, grid.Clue{In: grid.InLine, At: 1 + i})
	}
	shown.Cell = func(r, c int) grid.Cell {
		switch {
		case r == 0 && s == nil:
			return grid.Cell{}
		case r == 0:
			return grid.Cell{Text: b.ValueName(c, int((*s)[c]))}
		case !b.row(r - 1)[c]:
			return grid.Cell{Text: "0", Ink: draw.Grey}
		case s != nil && (*s)[c] == 1:
			return grid.Cell{Text: "1", Fill: draw.Yellow}
		}
		return grid.Cell{Text: "1", Fill: draw.PaleSky}
	}
	return shown
}

func (b *Board) set(ctx context.Context) *technique.Set {
	name := func(noun string) func([]int) string {
		return func(list []int) string {
			return technique.Numbers(noun, wording.Each(list, func(i int) int { return i + 1 }))
		}
	}
	equations := name("equation")
	r := toggle.Reasons{
		System: b.lights.System(), Light: "equation", Press: "unknown", Presses: "unknowns", Values: [2]string{"0", "1"}, Buttons: name("unknown"),
		Because: func(sum []int, odd bool, left string) string {
			names := equations(sum)
			if len(sum) > 1 {
				names = "the sum of " + names
			}
			return fmt.Sprintf("with the known values, %s is left in %s, whose right-hand side is %s", cmp.Or(left, "no unknown"), names, digits([]bool{odd}))
		},
		Sites: func(sum []int) []int {
			has := func(j int) bool { return slices.ContainsFunc(sum, func(i int) bool { return b.row(i)[j] }) }
			return encode.Where(encode.Left(b.lights.W, nil), has)
		},
		Picture: func(s deduce.State, m *technique.Move, sum []int) *draw.Picture {
			p := b.matrix(m.Title(), nil)
			plain, gone := p.Cell, m.Gone()
			p.Cell = func(r, c int) grid.Cell {
				cell := plain(r, c)
				if r > 0 {
					return cell
				}
				if gone[c] != 0 {
					cell.Fill = draw.Sky
				}
				cell.Text = [4]string{"?", "0", "1", ""}[s[c]&^gone[c]]
				return cell
			}
			return grid.Draw(p.MarkClues(sum, nil))
		},
	}
	return r.Set(ctx)
}

// Rules returns the rules of Lights Out, with the words of this puzzle.
func (b *Board) Rules() []deduction.Rule { return b.set(context.Background()).List() }

// Deduce implements deduction.Deducible.
func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return b.set(ctx).Deduce(ctx, b, st, o)
}

// Marked implements clues.HasMarks.
func (b *Board) Marked(equations []int, entries []clues.Given) *draw.Picture {
	return grid.Draw(b.matrix("", nil).MarkClues(equations, play.Entered(b, entries)))
}

// Spots implements play.HasSpots.
func (b *Board) Spots() []play.Spot { return b.matrix("", nil).Spots(encode.Left(b.lights.W, nil)) }

// Look implements play.HasSpots.
func (b *Board) Look(site, value int) play.Look { return play.Look{Text: b.ValueName(site, value)} }

// ClueSpots implements play.HasClueSpots.
func (b *Board) ClueSpots() [][]play.Spot { return b.matrix("", nil).ClueSpots() }

// Obstacle names equations whose sum is 0 = 1, as few as possible. Such equations exist in every
// system without a solution.
func (b *Board) Obstacle() string {
	sum := b.lights.Odd()
	if sum == nil {
		return ""
	}
	equations := encode.Where(encode.Left(len(b.lights.Lit), nil), sum.At)
	rows := wording.Each(equations, func(i int) string { return fmt.Sprint(i + 1) })
	if len(rows) == 1 {
		return "equation " + rows[0] + " has no unknowns, but its sum must be odd"
	}
	return "every unknown occurs an even number of times in the equations " + wording.List(rows, " and ") + ", but the sum of their right-hand sides is odd"
}

// Explain implements encode.Explainable. The facts are those of toggle.Board.Explain, where min_weight
// and lightest take the place of min_presses and fewest, and the fact solution, which has 0 for as many
// unknowns as the nullity.
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	x, err := b.lights.Explain(ctx)
	if err != nil {
		return nil, err
	}
	for i, f := range x.Facts {
		x.Facts[i].Name = strings.NewReplacer("min_presses", "min_weight", "fewest", "lightest").Replace(f.Name)
	}
	if s, ok := encode.Quick(b.Reduce()); ok {
		x.Add("solution", s.Format(b.Sites()), "")
	}
	return x, nil
}
