package files_test

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/encode/files"
)

// unmark removes the marks of open and shut, and makes turn a line break.
var unmark = strings.NewReplacer(open, "", shut, "", turn, "\n")

// TestMutations reads well-formed files with a change whose effect is known. Other line ends, blanks,
// comments and encodings keep the boards. Another cell gives the board with that cell. A dropped cell
// or a joined row must be refused, or give the board that it says. A long test reads 2,000 files of
// each form.
func TestMutations(t *testing.T) {
	mutations := 200
	if processtest.IsLong() {
		mutations = 2000
	}
	for _, f := range forms {
		hash := fnv.New64()
		hash.Write([]byte(f.puzzle + f.name))
		rng := rand.New(rand.NewPCG(30, hash.Sum64()))
		wrong, refused := 0, 0
		for i := range mutations {
			s := f.draw(rng)
			want := s.spec(s.cells)
			text, kind := "", ""
			legal := false // whether the text may also be refused
			switch i % 4 {
			case 0, 1:
				kind, text = "other dress", dressed(rng, f, f.write(rng, s))
			case 2:
				s = s.changed(rng)
				kind, want, text = "another cell", s.spec(s.cells), dressed(rng, f, f.write(rng, s))
			case 3:
				kind, legal = "a cell or row end dropped", true
				var smaller sketch
				smaller, text = dropped(rng, s, f.write(rng, s))
				want = smaller.spec(smaller.cells)
			}
			got, err := boardsOf(f.puzzle, unmark.Replace(text))
			if err != nil {
				refused++
			}
			switch {
			case err != nil && (legal || want == ""):
			case err == nil && got == want:
			default:
				if wrong++; wrong <= 3 {
					t.Errorf("%s, %s, %s: got %q, %v, want %q, of\n%s", f.puzzle, f.name, kind, got, err, want, unmark.Replace(text))
				}
			}
		}
		if wrong > 0 || refused > mutations/2 {
			t.Errorf("%s, %s: %d of %d mutations are read wrongly, %d are refused", f.puzzle, f.name, wrong, mutations, refused)
		}
	}
}

// boardsOf returns the canonical texts of the boards in a file, with a blank between them.
func boardsOf(puzzle, text string) (string, error) {
	all, err := files.Read(catalog.Find(puzzle), []byte(text), files.Reading{})
	if err != nil {
		return "", err
	}
	var boards []string
	for in, err := range all {
		if err != nil {
			return "", err
		}
		boards = append(boards, in.String())
	}
	return strings.Join(boards, " "), nil
}

// dressed returns the text with blanks, comments, line ends and an encoding that keep its boards.
func dressed(rng *rand.Rand, f form, text string) string {
	text = strings.ReplaceAll(text, turn, "\n")
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var out []string
	for i, line := range lines {
		if !f.raw && rng.IntN(6) == 0 {
			out = append(out, pick(rng, "# a note", "  # note", "#\tnote # note"))
		}
		if !f.raw && rng.IntN(6) == 0 && strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
			line += pick(rng, " # note", "\t# x", "  # it is 4x4")
		}
		if rng.IntN(4) == 0 && (i < len(lines)-1 || !f.raw) {
			line += pick(rng, " ", "\t", "  ", "\u00a0")
		}
		if rng.IntN(8) == 0 {
			line = strings.Replace(line, shut, shut+"\u200b", 1)
		}
		out = append(out, line)
	}
	if rng.IntN(3) == 0 && !f.raw {
		out = slices.Concat([]string{"", " "}, out, []string{"", ""})
	}
	text = strings.Join(out, pick(rng, "\n", "\n", "\r\n", "\r"))
	if rng.IntN(2) == 0 {
		text += "\n"
	}
	if rng.IntN(3) == 0 {
		text = "\ufeff" + text
	}
	if rng.IntN(4) == 0 {
		return wide(unmark.Replace(strings.TrimPrefix(text, "\ufeff")))
	}
	return text
}

// wide returns a text in UTF-16 with a byte-order mark.
func wide(text string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

// dropped returns the text without one marked cell or without one end of a row, and the sketch with
// the same change. The marked cells of a text are in the order of the sketch.
func dropped(rng *rand.Rand, s sketch, text string) (sketch, string) {
	s.cells = clone(s.cells)
	if ends := strings.Count(text, turn); ends > 0 && rng.IntN(3) == 0 {
		r := rng.IntN(ends)
		parts := strings.SplitAfter(text, turn)
		parts[r] = strings.TrimSuffix(parts[r], turn)
		if ends == len(s.cells)-1 {
			s.cells[r] = append(s.cells[r], s.cells[r+1]...)
			s.cells = slices.Delete(s.cells, r+1, r+2)
		} else { // frames: no board has such a row
			s.spec = func([][]string) string { return "" }
		}
		return s, strings.Join(parts, "")
	}
	n := rng.IntN(strings.Count(text, open))
	parts := strings.SplitAfter(text, shut)
	before, _, _ := strings.Cut(parts[n], open)
	after := strings.TrimLeft(parts[n+1], separators)
	if !strings.HasPrefix(after, open) { // the last cell of its row
		before = strings.TrimRight(before, separators)
	}
	text = strings.Join(parts[:n], "") + before + after + strings.Join(parts[n+2:], "")
	for r, row := range s.cells {
		if n < len(row) {
			s.cells[r] = slices.Delete(row, n, n+1)
			break
		}
		n -= len(row)
	}
	return s, text
}

// separators may be between the cells of a row.
const separators = " ,;\t|"
