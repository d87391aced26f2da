package files_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// forms lists the forms that TestMutations tries. The formulas of sat/cnf and sat/opb and the files of
// encode/puzzle/nonogram have tests of this kind in their packages.
var forms = []form{
	{"sudoku", "one line", false, sudokuOf(4, 4, 9, 9, 16), line("", "\n")},
	{"sudoku", "one line, rating", false, sudokuOf(9), line("", " 4.2\n")},
	{"sudoku", "one line, name", false, sudokuOf(9), line("", "\ttop1465\n")},
	{"sudoku", "HoDoKu", true, sudokuOf(9), line(":0000:x:", ":::\n")},
	{"sudoku", "Kaggle", true, sudokuOf(9), line("quizzes,solutions\n", ","+strings.Repeat("1", 81)+"\n")},
	{"sudoku", "CSV", true, sudokuOf(9), line("id,puzzle,solution\n1,", ","+strings.Repeat("1", 81)+"\n")},
	{"sudoku", "rows", false, sudokuOf(4, 4, 9), func(rng *rand.Rand, s sketch) string {
		sign := pick(rng, ".", "0", "x", "X", "?") // a row of other signs may look like a line between boxes
		return marked(blanked(s.cells, sign), pick(rng, "", " ", ",", ", ", "\t", ";"), turn) + "\n"
	}},
	{"sudoku", "frames", false, sudokuOf(4, 4, 4, 9, 9, 16), framed},
	{"sudoku", "box-drawing", false, sudokuOf(4, 4, 9), boxed},
	{"sudoku", "fields", true, sudokuOf(4, 4, 9), separated(",", ";", "\t", "|")},
	{"sudoku", "Markdown", true, sudokuOf(9), func(rng *rand.Rand, s sketch) string {
		return "| " + marked(blanked(s.cells, pick(rng, " ", ".", "0")), " | ", " |"+turn+"| ") + " |\n"
	}},
	{"sudoku", "CSV, solution first", true, sudokuOf(9), line("solution,puzzle\n"+strings.Repeat("1", 81)+",", "\n")},
	{"sudoku", "JSON", true, sudokuOf(4, 4, 4, 9, 9, 16), numbered("[[", ",", "],\n[", "]]\n")},
	{"sudoku", "decimals", false, sudokuOf(16), numbered("", " ", turn, "\n")},
	{"lightsout", "rows", false, rectangle(".", "#"), rows},
	{"pentomino", "rows", false, func(rng *rand.Rand) sketch {
		s := rectangle(".", ".", ".", "#")(rng)
		s.cells[0][0] = "#" // a full rectangle is written HxW
		s.other = another(".", "#")
		s.spec = func(rows [][]string) string {
			if text := joined(rows); !strings.Contains(text, "#") && text != "" {
				return fmt.Sprintf("%dx%d", len(rows), len(rows[0]))
			} else {
				return text
			}
		}
		return s
	}, rows},
	{"pushpull", "rows", false, func(rng *rand.Rand) sketch {
		return sketch{cells: gridOf(rng, 3, 3, ".", "#"), spec: func(rows [][]string) string {
			if len(rows) != 3 || len(joined(rows)) != 11 {
				return ""
			}
			return strings.NewReplacer("/", "", ".", "0", "#", "1").Replace(joined(rows))
		}, other: another(".", "#")}
	}, rows},
	{"gf2", "rows", false, func(rng *rand.Rand) sketch {
		s := rectangle("0", "1")(rng)
		s.spec = func(rows [][]string) string {
			text := joined(rows)
			if text == "" || len(rows) < 2 || len(rows[0]) < 2 {
				return ""
			}
			all := strings.Split(text, "/")
			for i, row := range all {
				all[i] = row[:len(row)-1] + "|" + row[len(row)-1:]
			}
			return strings.Join(all, "/")
		}
		s.other = another("0", "1")
		return s
	}, rows},
	{"minesweeper", "rows", false, rectangle("?", "?", ".", "1", "2", "8"), rows},
	{"map", "edge list", false, edgesOf("0", "1", "2", "3", "4", "5"), edgeList},
	{"map", "edge list from 1", false, edgesOf("1", "2", "3", "4", "5"), edgeList},
	{"map", "edge list of names", false, edgesOf("Spain", "France", "Italy", "Malta", "Ghana"), edgeList},
	{"map", "neighbours", false, edgesOf("Spain", "France", "Italy", "Malta", "Ghana"), func(rng *rand.Rand, s sketch) string {
		return "# colours=4\n" + marked(s.cells, ": ", "\n") + "\n"
	}},
	{"map", "header", true, edgesOf("1", "2", "3", "4", "5"), func(rng *rand.Rand, s sketch) string {
		return pick(rng, "source,target\n", "From,To\n") + marked(s.cells, ",", "\n") + "\n"
	}},
	{"map", ".col", true, func(rng *rand.Rand) sketch {
		s := edgesOf("1", "2", "3", "4", "5")(rng)
		s.spec = func(edges [][]string) string { // all vertices of the first line are regions
			text := mapOf(slices.Concat([][]string{{"1"}, {"2"}, {"3"}, {"4"}, {"5"}}, edges))
			if text == "" {
				return ""
			}
			_, pairs, _ := strings.Cut(text, "edges=")
			return "regions=5 colours=4 edges=" + pairs
		}
		return s
	}, func(_ *rand.Rand, s sketch) string {
		return "c a graph\np edge 5 9\ne " + marked(s.cells, " ", "\ne ") + "\n"
	}},
	{"submarines", "table", false, sumsOf, func(rng *rand.Rand, s sketch) string {
		w := len(s.cells[1])
		var b strings.Builder
		for _, sum := range s.cells[0] {
			b.WriteString(strings.Repeat("? ", w) + "| " + open + sum + shut + "\n")
		}
		return b.String() + strings.Repeat("--", w) + "+\n" + marked(s.cells[1:], " ", "") + "\n"
	}},
	{"exactcover", "DLX", true, coverOf, func(_ *rand.Rand, s sketch) string {
		return "| a comment of DLX\n" + marked(s.cells, " ", "\n") + "\n"
	}},
	{"calendar", "one date per line", false, func(rng *rand.Rand) sketch {
		day := func(rng *rand.Rand, _ string) string { return fmt.Sprintf("%02d-%02d", 1+rng.IntN(12), 1+rng.IntN(28)) }
		s := sketch{other: day, spec: func(rows [][]string) string {
			if slices.ContainsFunc(rows, func(row []string) bool { return len(row) > 1 }) {
				return ""
			}
			return strings.Join(slices.Concat(rows...), " ")
		}}
		for range 1 + rng.IntN(4) {
			s.cells = append(s.cells, []string{day(rng, "")})
		}
		return s
	}, rows},
}

// edgesOf draws a graph in which every vertex has an edge. A row holds the names at the ends of an
// edge. Numbers are numbered in their order, and other names in the order of their first use.
func edgesOf(names ...string) func(*rand.Rand) sketch {
	return func(rng *rand.Rand) sketch {
		s := sketch{spec: mapOf, other: another(names...)}
		for i := range names[1:] { // a tree
			s.cells = append(s.cells, []string{names[rng.IntN(i+1)], names[i+1]})
		}
		return s
	}
}

// mapOf returns the canonical text of the map with the given edges. It returns nothing for a loop.
func mapOf(edges [][]string) string {
	var names []string
	numbers := true
	for _, e := range edges {
		for _, name := range e {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			numbers = numbers && name[0] >= '0' && name[0] <= '9'
		}
	}
	if numbers {
		slices.Sort(names)
	}
	var pairs []string
	for _, e := range edges {
		if len(e) == 1 {
			continue // an isolated region
		}
		a, b := slices.Index(names, e[0]), slices.Index(names, e[1])
		if a == b {
			return ""
		}
		pairs = append(pairs, fmt.Sprintf("%d-%d", min(a, b), max(a, b)))
	}
	slices.Sort(pairs)
	pairs = slices.Compact(pairs)
	return fmt.Sprintf("regions=%d colours=4 edges=%s", len(names), strings.Join(pairs, ","))
}

// edgeList writes a line for each edge, with one of the usual separators.
func edgeList(rng *rand.Rand, s sketch) string {
	return pick(rng, "", "# colours=4\n", "# 4 colors\n", "# Colours = 4\n") + marked(s.cells, pick(rng, " ", ",", ", ", "\t", "  "), "\n") + "\n"
}

// sumsOf draws the sums of a submarine board. The sketch has one row of sums for the rows, and one
// for the columns.
func sumsOf(rng *rand.Rand) sketch {
	s := sketch{spec: func(sums [][]string) string {
		if len(sums) != 2 {
			return ""
		}
		return "rows=" + strings.Join(sums[0], ",") + " cols=" + strings.Join(sums[1], ",")
	}, other: another("0", "1", "2", "3", "7")}
	s.cells = append(gridOf(rng, 1, 1+rng.IntN(4), "0", "1", "2"), gridOf(rng, 1, 1+rng.IntN(4), "0", "1", "2")...)
	return s
}

// coverOf draws a problem of exact cover. The first row has the items.
func coverOf(rng *rand.Rand) sketch {
	items := []string{"A", "B", "C", "D"}
	s := sketch{cells: [][]string{items}, other: another("A", "B", "C", "D", "E")}
	for range 2 + rng.IntN(4) {
		row := slices.Clone(items)
		rng.Shuffle(len(row), func(i, j int) { row[i], row[j] = row[j], row[i] })
		s.cells = append(s.cells, row[:1+rng.IntN(3)])
	}
	s.spec = func(lines [][]string) string {
		lines = slices.DeleteFunc(clone(lines), func(line []string) bool { return len(line) == 0 }) // an empty line is skipped
		for i, line := range lines {
			sorted := slices.Sorted(slices.Values(line))
			if len(slices.Compact(sorted)) < len(line) {
				return ""
			}
			for _, item := range line {
				if i > 0 && !slices.Contains(lines[0], item) {
					return ""
				}
			}
		}
		return unmark.Replace(marked(lines, " ", " ; "))
	}
	return s
}
