package catalog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/native"
)

// A drawing is a grid of texts. This file turns boards as texts, by quarter turns and reflections, without
// the code of the packages that it tests.
type drawing [][]string

func newDrawing(text, between string) (d drawing) {
	for row := range strings.SplitSeq(text, "/") {
		d = append(d, strings.Split(row, between))
	}
	return d
}

// turn makes a quarter turn to the right or, if quarter is false, exchanges left and right.
func (d drawing) turn(quarter bool) (image drawing) {
	if !quarter {
		for _, row := range d {
			row = slices.Clone(row)
			slices.Reverse(row)
			image = append(image, row)
		}
		return image
	}
	for c := range d[0] {
		var row []string
		for r := len(d) - 1; r >= 0; r-- {
			row = append(row, d[r][c])
		}
		image = append(image, row)
	}
	return image
}

func (d drawing) text(between string) string {
	var rows []string
	for _, row := range d {
		rows = append(rows, strings.Join(row, between))
	}
	return strings.Join(rows, "/")
}

func turnText(text string, quarter bool) string { return newDrawing(text, "").turn(quarter).text("") }

// turnLines turns texts of rows and columns.
func turnLines(rows, cols []string, quarter bool) (r, c []string) {
	r, c = slices.Clone(rows), slices.Clone(cols)
	if quarter {
		slices.Reverse(r)
		return c, r
	}
	slices.Reverse(c)
	return r, c
}

// turners maps the name of a puzzle to functions that make an image of a board from its text.
var turners = map[string]func(text string) []string{
	"submarines": func(text string) []string {
		rows, cols, _ := strings.Cut(strings.TrimPrefix(text, "rows="), " cols=")
		return both(func(quarter bool) string {
			r, c := turnLines(strings.Split(rows, ","), strings.Split(cols, ","), quarter)
			return "rows=" + strings.Join(r, ",") + " cols=" + strings.Join(c, ",")
		})
	},
	"battleships": func(text string) []string {
		f := strings.Fields(text)
		rows, cols := strings.Split(f[0][5:], ","), strings.Split(f[1][5:], ",")
		return both(func(quarter bool) string {
			r, c := turnLines(rows, cols, quarter)
			image := "rows=" + strings.Join(r, ",") + " cols=" + strings.Join(c, ",") + " " + f[2]
			ends := strings.NewReplacer("l", "r", "r", "l")
			if quarter {
				ends = strings.NewReplacer("t", "r", "r", "b", "b", "l", "l", "t")
			}
			if len(f) == 4 {
				image += " given=" + turnText(ends.Replace(f[3][6:]), quarter)
			}
			return image
		})
	},
	"nonogram": func(text string) []string {
		text, _, _ = strings.Cut(text, ",")
		size, clues, _ := strings.Cut(text, ":")
		var w, h int
		fmt.Sscanf(size, "%dx%d", &w, &h)
		lines := strings.Split(clues, "/")
		back := func(clues []string) (all []string) {
			for _, clue := range clues {
				runs := strings.Split(clue, ".")
				slices.Reverse(runs)
				all = append(all, strings.Join(runs, "."))
			}
			return all
		}
		return both(func(quarter bool) string {
			rows, cols := lines[w:], lines[:w]
			if quarter {
				cols = back(cols)
			} else {
				rows = back(rows)
			}
			r, c := turnLines(rows, cols, quarter)
			return fmt.Sprintf("%dx%d:%s", len(c), len(r), strings.Join(slices.Concat(c, r), "/"))
		})
	},
	"minesweeper": func(text string) []string {
		total, rows, found := strings.Cut(text, " ")
		if !found {
			total, rows = "", text
		}
		return both(func(quarter bool) string { return strings.TrimSpace(total + " " + turnText(rows, quarter)) })
	},
	"pushpull": func(text string) []string {
		h, w, bits := 3, 3, text
		if size, after, found := strings.Cut(text, ":"); found {
			fmt.Sscanf(size, "%dx%d", &h, &w)
			bits = after
		}
		var rows []string
		for r := range h {
			rows = append(rows, bits[r*w:][:w])
		}
		return both(func(quarter bool) string {
			d := newDrawing(strings.Join(rows, "/"), "").turn(quarter)
			return fmt.Sprintf("%dx%d:%s", len(d), len(d[0]), strings.ReplaceAll(d.text(""), "/", ""))
		})
	},
	"lightsout": func(text string) []string {
		rows, torus := strings.CutPrefix(text, "torus:")
		if !torus {
			return both(func(quarter bool) string { return turnText(rows, quarter) })
		}
		return both(func(quarter bool) string { return "torus:" + turnText(rows, quarter) })
	},
	"laplace": func(text string) []string {
		kernel, rest, _ := strings.Cut(text, " ")
		limits, rows, _ := strings.Cut(rest, " ")
		d := newDrawing(rows, ",")
		if kernel == "sum" {
			return both(func(quarter bool) string { return text[:len(kernel+limits)+2] + d.turn(quarter).text(",") })
		}
		var all []string
		for _, image := range []drawing{d.turn(true).turn(false), d.turn(true).turn(true)} { // a transposition and a half turn
			for _, row := range image {
				for i, clue := range row {
					if after, found := strings.CutPrefix(clue, "-"); found {
						row[i] = after
					} else if clue != "0" {
						row[i] = "-" + clue
					}
				}
			}
			all = append(all, text[:len(kernel+limits)+2]+image.text(","))
		}
		return all
	},
	"pentomino": func(text string) []string {
		rows, named, found := strings.Cut(text, ":")
		if found {
			named = ":" + named
		}
		if !strings.ContainsAny(rows, ".#") {
			var h, w int
			fmt.Sscanf(rows, "%dx%d", &h, &w)
			rows = strings.TrimPrefix(strings.Repeat("/"+strings.Repeat(".", w), h), "/")
		}
		return both(func(quarter bool) string { return turnText(rows, quarter) + named })
	},
	"packing": func(text string) []string {
		parts := strings.Split(text, ";")
		return both(func(quarter bool) string {
			images := []string{turnText(parts[0], quarter)}
			for _, piece := range parts[1:] {
				rows := strings.Split(piece[strings.LastIndexAny(piece, "*:")+1:], "/")
				w := 0
				for _, row := range rows {
					w = max(w, len(row))
				}
				for i := range rows {
					rows[i] += strings.Repeat(".", w-len(rows[i]))
				}
				images = slices.Insert(images, 1, piece[:strings.LastIndexAny(piece, "*:")+1]+turnText(strings.Join(rows, "/"), quarter))
			}
			return strings.Join(images, ";")
		})
	},
}

func both(image func(quarter bool) string) []string { return []string{image(true), image(false)} }

func orbitOf(t *testing.T, in encode.Instance) string {
	t.Helper()
	least, err := in.(encode.HasOrbit).Orbit(context.Background())
	if err != nil {
		t.Fatalf("%s: %v", in, err)
	}
	return least.String()
}

// TestOrbits compares the orbits of random boards with the smallest text of all images. In packings, the order
// and the drawings of pieces are free, so that only the orbits of images are compared.
func TestOrbits(t *testing.T) {
	boards := 100
	if os.Getenv("COUNTERPROOF_LONG") != "" {
		boards = 1000
	}
	for _, p := range catalog.All() {
		images := turners[p.Name]
		if _, has := p.ExampleBoard().(encode.HasOrbit); has != (images != nil || p.Name == "sudoku") {
			t.Errorf("%s: an orbit %t, but the test can turn it %t", p.Name, has, images != nil)
		}
		if images == nil {
			continue
		}
		rng := rand.New(rand.NewPCG(37, 37))
		for i := range boards {
			in, err := p.Generate(t.Context(), rng, encode.Size{}, func(encode.Instance) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			text := in.String()
			if p.Name == "lightsout" && strings.Contains(text, ",") {
				continue // a matrix, which the package lightsout tests
			}
			if p.Name == "minesweeper" && strings.Contains(text, ":") {
				in, err = p.Parse(strings.ReplaceAll(strings.TrimSpace(in.Draw(nil)), "\n", "/"))
				if err != nil {
					t.Fatal(err)
				}
			}
			if before, _, found := strings.Cut(text, ","); found && p.Name == "nonogram" {
				if in, err = p.Parse(before); err != nil {
					t.Fatal(err)
				}
			}
			compareOrbit(t, p, in, images, i < 20)
		}
	}
}

func compareOrbit(t *testing.T, p *encode.Puzzle, in encode.Instance, images func(string) []string, counted bool) {
	got := orbitOf(t, in)
	found := map[string]bool{}
	texts := []string{in.String()}
	least := texts[0]
	for len(texts) > 0 {
		text := texts[len(texts)-1]
		texts = texts[:len(texts)-1]
		for _, image := range images(text) {
			other, err := p.Parse(image)
			if err != nil {
				t.Fatalf("%s: %s: %v", p.Name, image, err)
			}
			if found[other.String()] {
				continue
			}
			found[other.String()] = true
			texts = append(texts, other.String())
			least = min(least, other.String())
			if orbitOf(t, other) != got {
				t.Errorf("%s %s has the orbit %s, but its image %s has %s", p.Name, in, got, other, orbitOf(t, other))
			}
			if n, m := solutionsOf(t, in), 0; counted {
				if m = solutionsOf(t, other); n != m {
					t.Errorf("%s %s has %d solutions, its image %s has %d", p.Name, in, n, other, m)
				}
			}
		}
	}
	if p.Name != "packing" && got != least {
		t.Errorf("%s %s has the orbit %s, want %s", p.Name, in, got, least)
	}
	if again, err := p.Parse(got); err != nil || orbitOf(t, again) != got || solutionsOf(t, again) != solutionsOf(t, in) {
		t.Errorf("%s: the orbit %s of %s is not its own orbit, or has other solutions (%v)", p.Name, got, in, err)
	}
}

func solutionsOf(t *testing.T, in encode.Instance) (n int) {
	err := in.Reduce()[0].Search(t.Context(), new(native.Stats), func(encode.Solution) bool {
		n++
		return n < 50
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
