package nonogram

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/files"
)

// A clueFile holds the clues of a file that is about to be written, and the size in its header.
type clueFile struct {
	h, w       int
	rows, cols [][]int
}

// id returns the game ID of the board with these clues, or an empty text if a clue does not fit.
func id(rows, cols [][]int) string {
	var all []string
	for i, side := range [][][]int{cols, rows} {
		for _, runs := range side {
			need := -1
			for _, n := range runs {
				need += n + 1
			}
			if need > len([][][]int{rows, cols}[i]) {
				return ""
			}
			all = append(all, strings.Join(grid.Decimals(runs), "."))
		}
	}
	if len(rows) == 0 || len(cols) == 0 {
		return ""
	}
	return fmt.Sprintf("%dx%d:%s", len(cols), len(rows), strings.Join(all, "/"))
}

// sum returns the number of black cells of one side.
func sum(side [][]int) (n int) {
	for _, runs := range side {
		for _, run := range runs {
			n += run
		}
	}
	return n
}

// balanced returns the same as id, but an empty text for different numbers of black cells.
func balanced(rows, cols [][]int) string {
	if sum(rows) != sum(cols) {
		return ""
	}
	return id(rows, cols)
}

// A writer writes a file, and says which board must be read from it: its game ID, or an empty text if
// the file must be refused. The function list writes clues, one per line. The functions follow the
// descriptions of the formats, and use no code of the readers.
type writer struct {
	name     string
	comments bool // whether comments may be added
	empty    bool // whether an empty line is a clue without runs
	write    func(f clueFile, list func([][]int) string) string
	want     func(f clueFile) string
}

var writers = []writer{
	{"two blocks", true, false, func(f clueFile, list func([][]int) string) string {
		return list(f.rows) + "\n" + list(f.cols)
	}, func(f clueFile) string { return id(f.rows, f.cols) }},
	{"CWD", true, false, func(f clueFile, list func([][]int) string) string {
		return fmt.Sprintf("%d\n%d\n", f.h, f.w) + list(f.rows) + "\n" + list(f.cols)
	}, func(f clueFile) string {
		if same := balanced(f.rows, f.cols); same != "" && len(f.rows) == f.h && len(f.cols) == f.w {
			return same
		}
		return id(append([][]int{{f.h}, {f.w}}, f.rows...), f.cols)
	}},
	{".mk", true, true, func(f clueFile, list func([][]int) string) string {
		return fmt.Sprintf("%d %d\n%s#\n%s", f.h, f.w, list(f.rows), list(f.cols))
	}, func(f clueFile) string {
		if len(f.rows) != f.h || len(f.cols) != f.w {
			return ""
		}
		return balanced(f.rows, f.cols)
	}},
	{".nin", true, true, func(f clueFile, list func([][]int) string) string {
		return fmt.Sprintf("%d %d\n%s%s", f.w, f.h, list(f.rows), list(f.cols))
	}, func(f clueFile) string {
		all := slices.Concat(f.rows, f.cols)
		if len(all) != f.h+f.w {
			return ""
		}
		return balanced(all[:f.h], all[f.h:])
	}},
	{".g", false, true, func(f clueFile, list func([][]int) string) string {
		return "A picture\n: rows\n" + list(f.rows) + ": columns\n" + list(f.cols) + ": end\n"
	}, func(f clueFile) string { return balanced(f.rows, f.cols) }},
	{".non", false, true, func(f clueFile, list func([][]int) string) string {
		return fmt.Sprintf("title \"Bike # 2\"\nwidth %d\nheight %d\nrows\n%scolumns\n%s", f.w, f.h, list(f.rows), list(f.cols))
	}, func(f clueFile) string {
		if len(f.rows) != f.h || len(f.cols) != f.w {
			return ""
		}
		return id(f.rows, f.cols)
	}},
	{"XML", false, true, func(f clueFile, list func([][]int) string) string {
		lines := func(side [][]int) (text string) {
			for _, runs := range side {
				text += "<line>\n"
				for _, n := range runs {
					text += fmt.Sprintf(" <count> %d </count>", n)
				}
				text += "</line>"
			}
			return text
		}
		return "<puzzle>\n<clues type='columns'>" + lines(f.cols) + "</clues>\n<clues type='rows'>" + lines(f.rows) + "</clues></puzzle>\n"
	}, func(f clueFile) string { return id(f.rows, f.cols) }},
}

// TestMutations writes random boards in each format and changes the files. Other blanks, commas, ends
// of lines and comments must keep the board. Each other change makes a run longer, drops a clue or
// joins two clues. Then the file must give the board that it describes, or be refused.
func TestMutations(t *testing.T) {
	for _, w := range writers {
		rng := rand.New(rand.NewPCG(30, 61))
		read, refused := 0, 0
		for range 2000 {
			in, err := random(rng, encode.Size{H: 1 + rng.IntN(8), W: 1 + rng.IntN(8)}, rng.Float64())
			if err != nil {
				t.Fatal(err)
			}
			b := in.(*Board)
			f := clueFile{len(b.rows), len(b.cols), slices.Clone(b.rows), slices.Clone(b.cols)}
			f.mutate(rng)
			text := w.text(rng, f)
			got, err := readOne(text)
			if err == nil {
				read++
			} else {
				refused++
			}
			if want := w.want(f); got != want {
				t.Errorf("%s: read %q, %v, want %q, from\n%s", w.name, got, err, want, text)
			}
		}
		if read < 800 || refused < 100 {
			t.Errorf("%s: %d files were read, %d refused", w.name, read, refused)
		}
	}
}

// mutate keeps the clues of every third file. In the others, it changes one run, drops a clue or joins
// two clues.
func (f *clueFile) mutate(rng *rand.Rand) {
	side := &f.rows
	if rng.IntN(2) == 0 {
		side = &f.cols
	}
	i := rng.IntN(len(*side))
	switch runs := slices.Clone((*side)[i]); rng.IntN(6) {
	case 0:
		if len(runs) > 0 {
			runs[rng.IntN(len(runs))]++
		}
		(*side)[i] = runs
	case 1:
		if n := len(*side); n > 1 {
			*side = slices.Delete(*side, i, i+1)
		}
	case 2:
		if n := len(*side); i+1 < n && len(runs) > 0 && len((*side)[i+1]) > 0 {
			(*side)[i] = append(runs, (*side)[i+1]...)
			*side = slices.Delete(*side, i+1, i+2)
		}
	}
}

// text writes a file with random blanks, ends of lines, and, where the format has them, comments.
func (w writer) text(rng *rand.Rand, f clueFile) string {
	list := func(side [][]int) string {
		var out strings.Builder
		for _, runs := range side {
			numbers := grid.Decimals(runs)
			if len(runs) == 0 && (!w.empty || rng.IntN(2) == 0) {
				numbers = []string{"0"}
			}
			separator := []string{" ", "  ", "\t", ",", ", "}[rng.IntN(5)]
			out.WriteString(strings.Repeat(" ", rng.IntN(3)*len(runs)) + strings.Join(numbers, separator) + "\n")
		}
		return out.String()
	}
	text := w.write(f, list)
	if w.comments {
		lines := strings.SplitAfter(text, "\n")
		for i := range lines {
			if body := strings.TrimSuffix(lines[i], "\n"); body != "" && body != "#" && rng.IntN(4) == 0 {
				lines[i] = body + " # a note\n"
			}
		}
		text = "# drawn by nobody\n" + strings.Join(lines, "")
	}
	return strings.ReplaceAll(text, "\n", []string{"\n", "\r\n"}[rng.IntN(2)])
}

// readOne reads a file with one board, and returns the game ID. If there are more boards, it returns other
// words.
func readOne(text string) (id string, err error) {
	all, err := files.Read(&Puzzle, []byte(text), files.Reading{})
	if err != nil {
		return "", err
	}
	for in, err := range all {
		switch {
		case err != nil:
			return "", err
		case id != "":
			return "several boards", nil
		}
		id = in.String()
	}
	return id, nil
}
