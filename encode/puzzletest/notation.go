package puzzletest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/test/facttest"
)

// parsed parses a board and checks that its other texts give the same board. It returns nil if the
// text does not parse.
func (t *trial) parsed(b *board) encode.Instance {
	in, err := t.puzzle.Parse(b.Text)
	if err != nil || in == nil {
		t.fail("notation", b.Text, "Parse", "want a board, got %v", err)
		return nil
	}
	canonical := in.String()
	if canonical != b.Text {
		t.fail("notation", b.Text, "String", "is %q, so the suite's text is not canonical", canonical)
	}
	if again := in.String(); again != canonical {
		t.fail("determinism", b.Text, "String", "is %q, then %q", canonical, again)
	}
	t.roundTrip(b.Text, in)
	for _, text := range b.Also {
		other, err := t.puzzle.Parse(text)
		if err != nil {
			t.fail("notation", b.Text, "Parse", "also written %q, but that is refused: %v", text, err)
		} else if got := other.String(); got != canonical {
			t.fail("notation", b.Text, "Parse", "also written %q, but that is read as %q", text, got)
		}
	}
	return in
}

// roundTrip checks that String returns a single line, and that parsing this line gives the same
// board again.
func (t *trial) roundTrip(text string, in encode.Instance) {
	canonical := in.String()
	if strings.ContainsAny(canonical, "\n\r") || strings.TrimSpace(canonical) != canonical || canonical == "" {
		t.fail("notation", text, "String", "%q is not one line without space around it", canonical)
	}
	again, err := t.puzzle.Parse(canonical)
	if err != nil {
		t.fail("notation", text, "String", "prints %q, which Parse refuses: %v", canonical, err)
		return
	}
	if got := again.String(); got != canonical {
		t.fail("notation", text, "String", "prints %q, which is read as %q", canonical, got)
	}
	if a, b := fmt.Sprint(in.Sites()), fmt.Sprint(again.Sites()); a != b {
		t.fail("notation", text, "String", "prints %q, which has sites %s, not %s", canonical, b, a)
	}
	t.guard("drawing", text, "Draw", func() {
		a, b := in.Draw(nil), again.Draw(nil)
		if !slices.EqualFunc(strings.Split(a, "\n"), strings.Split(b, "\n"), encode.SameLine) {
			t.fail("notation", text, "String", "prints %q, which is drawn as\n%snot\n%s", canonical, b, a)
		}
	})
	if w, ok := again.(encode.HasWarnings); ok && len(w.Warnings()) > 0 {
		t.fail("notation", text, "String", "prints %q, of which the parser drops a part: %s", canonical, w.Warnings()[0])
	}
}

// refused checks the error for a text that Parse or Import rejected: its type, its position and its
// form. It describes what is wrong with the error, or returns "".
func refused(text string, err error) string {
	var p *encode.ParseError
	if !errors.As(err, &p) {
		return fmt.Sprintf("error %q of %q is not an *encode.ParseError", err, text)
	}
	lines := strings.Split(text, "\n")
	// A one-line notation may treat a line feed as a wrong byte like any other.
	oneLine := p.Line == 1 && p.Column >= 1 && p.Column <= len(text)+1
	if !oneLine && (p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > len(lines[p.Line-1])+1) {
		return fmt.Sprintf("error %q of %q is at a position outside the text", err, text)
	}
	if p.Err == nil || p.Err.Error() == "" || strings.ContainsAny(err.Error(), "\n\r") || strings.HasSuffix(err.Error(), ".") {
		return fmt.Sprintf("error %q of %q is not a one-line message without a full stop", err, text)
	}
	return ""
}

func (t *trial) badTexts(bad []Bad) {
	for _, b := range bad {
		in, err := t.puzzle.Parse(b.Text)
		if err == nil {
			t.fail("notation", b.Text, "Parse", "want an error, got the board %q", in.String())
			continue
		}
		if wrong := refused(b.Text, err); wrong != "" {
			t.fail("notation", b.Text, "Parse", "%s", wrong)
			continue
		}
		var p *encode.ParseError
		errors.As(err, &p)
		if b.Line != 0 && p.Line != b.Line || b.Column != 0 && p.Column != b.Column {
			t.fail("notation", b.Text, "Parse", "want an error at line %d, column %d, got %q", b.Line, b.Column, err)
		}
		if missing := facttest.Missing(err.Error(), b.Want); missing != "" {
			t.fail("notation", b.Text, "Parse", "the error %q lacks %s", err, missing)
		}
	}
}

const (
	perText    = 250 // the number of mutations of each text
	fullTrials = 200 // the number of different boards among all of them that are also encoded and reduced
)

// mutations checks that Parse panics on no random change of the texts. The boards that Parse accepts
// must be printed, drawn and checked without a panic, and some of them encoded and reduced.
func (t *trial) mutations(boards []Board, bad []Bad) {
	texts := []string{"", " ", "\n", "\x00", "\xff", strings.Repeat("9", 400), strings.Repeat("(", 1000)}
	var seeds []string
	for _, b := range boards {
		seeds = append(append(seeds, b.Text), b.Also...)
	}
	for _, b := range bad {
		seeds = append(seeds, b.Text)
	}
	letters := strings.Join(seeds, "")
	for _, s := range seeds {
		for range perText {
			texts = append(texts, t.mutate(s, letters))
		}
	}
	t.rng.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	full := map[string]bool{} // the boards already encoded and reduced
	for _, text := range texts {
		t.guard("notation", "", "Parse", func() {
			defer onPanic(text)
			in, err := t.puzzle.Parse(text)
			if err != nil {
				if wrong := refused(text, err); wrong != "" {
					t.fail("notation", "", "Parse", "%s", wrong)
				}
				return
			}
			t.usable(text, in, full)
		})
	}
}

// onPanic adds the text to the message of a panic and panics again. Callers defer it.
func onPanic(text string) {
	if r := recover(); r != nil {
		panic(fmt.Sprintf("%v\ntext %q\n%s", r, text, where()))
	}
}

func (t *trial) usable(text string, in encode.Instance, full map[string]bool) {
	t.roundTrip(text, in)
	sites := in.Sites()
	size := 0
	for _, n := range sites {
		if n < 0 || n > 1<<31 {
			t.fail("notation", text, "Sites", "a site takes %d values, want 0 to 2^31", n)
		}
		if n <= 0 {
			return // without values there is no assignment
		}
		size += n
	}
	s := encode.MakeSolution(encode.Wide(sites), make([]int, len(sites)))
	in.Draw(&s)
	if err := in.Check(s); err != nil {
		var v *encode.Violation
		if !errors.As(err, &v) {
			t.fail("nogood", text, "Check", "returned %T, want an *encode.Violation", err)
		}
	}
	if name := in.String(); len(full) < fullTrials && !full[name] && size <= 200 {
		full[name] = true
		in.Reduce()
		for _, style := range t.puzzle.Styles {
			encode.CNF(t.puzzle, in, style)
		}
	}
}

// mutate makes one to three random changes to the text s. The inserted bytes come from the
// parameter letters.
func (t *trial) mutate(s, letters string) string {
	letters += " 0129-=:/.,;#?xA\n"
	b := []byte(s)
	for range 1 + t.rng.IntN(3) {
		if len(b) == 0 {
			return string(byte(t.rng.IntN(256)))
		}
		i := t.rng.IntN(len(b))
		j := i + t.rng.IntN(len(b)-i)
		switch t.rng.IntN(8) {
		case 0: // any byte
			b[i] = byte(t.rng.IntN(256))
		case 1, 2: // a byte that occurs in texts
			b[i] = letters[t.rng.IntN(len(letters))]
		case 3: // remove the end
			b = b[:i]
		case 4: // remove a piece
			b = append(b[:i:i], b[j:]...)
		case 5: // repeat a piece
			b = append(b[:j:j], b[i:]...)
		case 6: // insert a byte
			b = append(b[:i:i], append([]byte{letters[t.rng.IntN(len(letters))]}, b[i:]...)...)
		default: // swap two bytes
			b[i], b[j] = b[j], b[i]
		}
	}
	return string(b)
}

// files checks what Import returns for each file. It also changes the files at random: Import may
// reject or accept the result, but must not panic.
func (t *trial) files(files []File) {
	if t.puzzle.Import == nil {
		if len(files) > 0 {
			t.fail("notation", "", "Import", "is nil, but the suite has Files")
		}
		return
	}
	if len(files) == 0 {
		t.fail("notation", "", "Import", "is not checked: the suite has no Files")
	}
	for _, f := range files {
		ins, err := t.puzzle.Import([]byte(f.Data))
		switch {
		case err != nil && (len(f.Boards) > 0 || !facttest.States(err.Error(), f.Want)):
			t.fail("notation", "", "Import", "of %q: want boards %q, an error with %s, got error %q", f.Data, f.Boards, f.Want, err)
		case err != nil && err != encode.ErrOneLine:
			if wrong := refused(f.Data, err); wrong != "" {
				t.fail("notation", "", "Import", "%s", wrong)
			}
		case err == nil:
			var got []string
			for _, in := range ins {
				got = append(got, in.String())
				t.roundTrip(in.String(), in)
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", f.Boards) {
				t.fail("notation", "", "Import", "of %q: want boards %q, got %q", f.Data, f.Boards, got)
			}
		}
		for range perText {
			text := t.mutate(f.Data, f.Data)
			t.guard("notation", "", "Import", func() {
				defer onPanic(text)
				_, err := t.puzzle.Import([]byte(text))
				if err == nil || err == encode.ErrOneLine {
					return
				}
				if wrong := refused(text, err); wrong != "" {
					t.fail("notation", "", "Import", "%s", wrong)
				}
			})
		}
	}
}

// sets checks that each named set has a name of its own and a description. For sets without a
// parameter, it also checks that the list is not empty and that the first 20 boards parse back.
func (t *trial) sets() {
	names := map[string]bool{}
	for _, s := range t.puzzle.Sets {
		key := s.Name + ":" + s.Param
		if s.Name == "" || s.Doc == "" || s.List == nil || names[key] {
			t.fail("notation", "", "Sets", "%q has no name of its own, no Doc or no List", key)
			continue
		}
		names[key] = true
		if s.Param != "" {
			continue
		}
		ins, err := s.List("")
		if err != nil || len(ins) == 0 {
			t.fail("notation", "", "Sets", "%q has %d boards, error %v", s.Name, len(ins), err)
		}
		for _, in := range ins[:min(len(ins), 20)] {
			t.roundTrip(in.String(), in)
		}
	}
}

// Reads checks Parse on one text, for fuzz tests. Parse must either refuse the text with a position,
// or return a board that prints, draws and parses back the same. Reads returns the broken laws, or
// nil.
func Reads(p *encode.Puzzle, text string) error {
	t := newTrial(p)
	t.guard("notation", text, "Parse", func() {
		in, err := p.Parse(text)
		if err == nil {
			t.roundTrip(text, in)
		} else if wrong := refused(text, err); wrong != "" {
			t.fail("notation", text, "Parse", "%s", wrong)
		}
	})
	return t.err()
}

// Imports checks Import on one file, for fuzz tests. Import must either refuse the file with a
// position, return ErrOneLine for a file with one board on each line, or return boards that print,
// draw and parse back the same. Imports returns the broken laws, or nil.
func Imports(p *encode.Puzzle, data []byte) error {
	t := newTrial(p)
	t.guard("notation", "", "Import", func() {
		ins, err := p.Import(data)
		switch {
		case err == encode.ErrOneLine:
		case err != nil:
			if wrong := refused(string(data), err); wrong != "" {
				t.fail("notation", "", "Import", "%s", wrong)
			}
		case len(ins) == 0:
			t.fail("notation", "", "Import", "of %q: no board and no error", data)
		}
		for _, in := range ins {
			t.roundTrip(in.String(), in)
		}
	})
	return t.err()
}
