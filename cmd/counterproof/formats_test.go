package main

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"counterproof/bench/solve/formula"
	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/console"
	"counterproof/cmd/counterproof/formulas"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
	"counterproof/native"
	"counterproof/sat/cnf"
)

// drawn returns a puzzle's example and n random boards.
func drawn(t *testing.T, p *encode.Puzzle, n int) []encode.Instance {
	in, err := p.Parse(p.Example)
	if err != nil {
		t.Fatal(err)
	}
	all := []encode.Instance{in}
	rng := rand.New(rand.NewPCG(7, 6))
	for range n {
		if p.Generate == nil {
			break
		}
		in, err := p.Generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, in)
	}
	return all
}

// counted returns how many solutions a native method lists. If there are more than 3000 solutions,
// the second result is false.
func counted(t *testing.T, in encode.Instance) (string, bool) {
	t.Helper()
	n := 0
	err := in.Reduce()[0].Search(context.Background(), &native.Stats{}, func(encode.Solution) bool {
		n++
		return n <= 3000
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(n), n <= 3000
}

// small reports whether a board is so small that the command sat can count its solutions almost at
// once.
func small(in encode.Instance, count string) bool {
	values := 0
	for _, n := range in.Sites() {
		values += n
	}
	return values <= 60 && len(count) <= 2
}

// satCount returns the count that the command sat --count prints for a formula.
func satCount(t *testing.T, text string) string {
	t.Helper()
	p, err := formulas.ReadProblem(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := formulas.AnswerFormula(context.Background(), &out, p, formulas.Question{Count: true}); err != nil {
		t.Fatal(err)
	}
	a, err := cnf.ReadAnswer(&out, 0, nil)
	if err != nil || a.Count == nil {
		t.Fatalf("%v, %v, want a count", a, err)
	}
	return a.Count.String()
}

// claspCount returns how many models clasp lists, without projection.
func claspCount(t *testing.T, text string) string {
	cmd := exec.Command("clasp", "-n", "0", "-q")
	cmd.Stdin = strings.NewReader(text)
	out, _ := cmd.Output() // clasp exits with a status other than 0 even on success
	for line := range strings.Lines(string(out)) {
		if n, ok := strings.CutPrefix(line, "c Models         : "); ok {
			return strings.TrimSpace(n)
		}
	}
	return fmt.Sprintf("none: %s", out)
}

// writeFormula writes a board in a format and, if the format has styles, in a style.
func writeFormula(t *testing.T, w *bytes.Buffer, p *encode.Puzzle, in encode.Instance, format, style string) {
	t.Helper()
	write, err := formula.New(p, in, format, style)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(t.Context(), w); err != nil {
		t.Fatal(err)
	}
}

// TestOPBCounts writes every puzzle's example and random boards as pseudo-Boolean constraints. The
// number of models that clasp and the command sat count must be the number of solutions that a
// native method finds.
func TestOPBCounts(t *testing.T) {
	_, clasp := processtest.Find(t, "clasp")
	for _, p := range catalog.All() {
		t.Run(p.Name, func(t *testing.T) {
			for i, in := range drawn(t, p, 20) {
				want, _ := counted(t, in)
				if i > 0 && !small(in, want) { // clasp needs seconds for a calendar day and minutes for a sum of many values
					continue
				}
				var text bytes.Buffer
				writeFormula(t, &text, p, in, "opb", "")
				if clasp {
					if got := claspCount(t, text.String()); got != want {
						t.Errorf("clasp counts %s models of %s, want %s", got, in, want)
					}
				}
				if i < 6 && small(in, want) {
					if got := satCount(t, text.String()); got != want {
						t.Errorf("sat counts %s models of %s, want %s", got, in, want)
					}
				}
			}
			if !clasp {
				t.Log("*** SKIPPED: clasp is not installed ***")
			}
		})
	}
}

// TestICNFCounts checks that all solutions of a board are within the cubes of its iCNF file.
func TestICNFCounts(t *testing.T) {
	for _, p := range catalog.All() {
		for _, in := range drawn(t, p, 3) {
			want, _ := counted(t, in)
			if !small(in, want) {
				continue
			}
			var text bytes.Buffer
			writeFormula(t, &text, p, in, "icnf", p.Styles[len(p.Styles)-1])
			if got := satCount(t, text.String()); got != want {
				t.Errorf("%s %s: %s within the cubes, want %s", p.Name, in, got, want)
			}
		}
	}
}

// TestDLXCounts checks that the puzzle exactcover can read the DLX text of another puzzle, and that
// the two puzzles count the same number of solutions.
func TestDLXCounts(t *testing.T) {
	some := 0
	for _, p := range catalog.All() {
		for _, in := range drawn(t, p, 10) {
			want, ok := counted(t, in)
			if !slices.Contains(formula.Formats(in), "dlx") || !ok {
				continue
			}
			some++
			var text bytes.Buffer
			writeFormula(t, &text, p, in, "dlx", "")
			covers, err := catalog.Find("exactcover").Import(text.Bytes())
			if err != nil {
				t.Errorf("%s %s: %v:\n%s", p.Name, in, err, text.String())
				continue
			}
			if got, _ := counted(t, covers[0]); got != want {
				t.Errorf("%s %s: exactcover counts %s, want %s", p.Name, in, got, want)
			}
		}
	}
	if some < 40 {
		t.Errorf("only %d boards had a DLX text", some)
	}
}

// TestDecodeLinearModels checks that decode turns a model of a puzzle's OPB file into a solution. The
// models come from the command sat and from MiniSat+.
func TestDecodeLinearModels(t *testing.T) {
	program, installed := processtest.Find(t, "minisat+")
	for _, p := range catalog.All() {
		text, status := call(t, "", "encode", "--format", "opb", p.Name, p.Example)
		if status != 0 {
			t.Fatalf("encode: exit status %d", status)
		}
		file := filepath.Join(t.TempDir(), "example.opb")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		own, status := call(t, "", "sat", file)
		if status != formulas.Satisfiable || !strings.Contains(own, "\nv ") {
			t.Errorf("%s: sat: exit status %d:\n%s", p.Name, status, own)
		}
		answers := []string{own}
		if installed {
			out, _ := exec.Command(program, "-v0", file).Output()
			answers = append(answers, string(out))
		}
		for _, v := range answers {
			if out, status := call(t, v, "decode", p.Name, p.Example); status != 0 || out == "unsatisfiable\n" {
				t.Errorf("%s: decode: exit status %d: %s\n%s", p.Name, status, out, v)
			}
		}
	}
	if !installed {
		t.Skip("*** SKIPPED for models of MiniSat+: minisat+ is not installed ***")
	}
}

// TestCubesAgainstTruthTables compares the command sat with truth tables, on formulas with any
// cubes and any projection. sat must count each projected model within the cubes once. If a model
// is outside the cubes, sat must not give the number of models within the cubes as the count of the
// whole formula. The answer must be "unsatisfiable" only if the whole formula has no model. A file
// without cubes means the whole formula.
func TestCubesAgainstTruthTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "variables")
		lits := func(name string, least, most int) (l []cnf.Lit) {
			for range rapid.IntRange(least, most).Draw(t, name) {
				v := cnf.Lit(rapid.IntRange(1, n).Draw(t, "variable"))
				if rapid.Bool().Draw(t, "negated") {
					v = -v
				}
				l = append(l, v)
			}
			return l
		}
		f := &cnf.Formula{NumVars: n}
		for range rapid.IntRange(0, 5).Draw(t, "clauses") {
			f.Add(lits("clause", 1, 3)...)
		}
		var cubes [][]cnf.Lit
		for range rapid.IntRange(0, 4).Draw(t, "cubes") {
			cubes = append(cubes, lits("cube", 0, 3))
		}
		all := rapid.Bool().Draw(t, "all projected")
		for v := range n {
			if all || rapid.Bool().Draw(t, "projected") {
				f.Free = append(f.Free, cnf.Lit(v+1))
			}
		}
		within, models, outside := map[int]bool{}, 0, false
		for set := range 1 << n {
			is := func(l cnf.Lit) bool { return set>>(l.Var()-1)&1 == 1 == (l > 0) }
			if slices.ContainsFunc(f.Clauses, func(c []cnf.Lit) bool { return !slices.ContainsFunc(c, is) }) {
				continue
			}
			models++
			if len(cubes) > 0 && !slices.ContainsFunc(cubes, func(c []cnf.Lit) bool {
				return !slices.ContainsFunc(c, func(l cnf.Lit) bool { return !is(l) })
			}) {
				outside = true
			} else {
				projected := 0
				for _, l := range f.Free {
					projected |= set & (1 << (l - 1))
				}
				within[projected] = true
			}
		}
		var text bytes.Buffer
		if err := f.WriteICNF(&text, slices.Values(cubes)); err != nil {
			t.Fatal(err)
		}
		for _, count := range []bool{true, false} {
			p, err := formulas.ReadProblem(bytes.NewReader(text.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			exit, err := formulas.AnswerFormula(context.Background(), &out, p, formulas.Question{Count: count})
			if err != nil {
				t.Fatal(err)
			}
			want := formulas.Satisfiable
			switch {
			case models == 0:
				want = formulas.Unsatisfiable
			case count && outside:
				want = 0
			}
			if exit != want {
				t.Errorf("exit status %d, want %d:\n%s%s", exit, want, text.String(), out.String())
			}
			if !count {
				continue
			}
			if told := fmt.Sprintf("c models within the file's cubes: %d\n", len(within)); !strings.HasPrefix(out.String(), told) {
				t.Errorf("got\n%s, want %s, of\n%s", out.String(), told, text.String())
			}
			got, err := cnf.ReadAnswer(&out, 0, nil)
			switch {
			case err != nil, outside != (got.Count == nil), outside != (got.Status == cnf.Unknown),
				!outside && got.Count.Cmp(big.NewInt(int64(len(within)))) != 0:
				t.Errorf("counted %v, %v, want %d (models outside: %v):\n%s", got, err, len(within), outside, text.String())
			}
		}
	})
}

// TestUnreadableAnswers checks the exit statuses for a bad answer file: 2 if the text has a mistake,
// and 1 if the file cannot be read.
func TestUnreadableAnswers(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("wrong", []byte("s MAYBE\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"decode", "submarines", "rows=1,1 cols=1,1"}, {"sat"}} {
		for file, want := range map[string]int{".": console.Failure, "missing": console.Failure, "wrong": console.Misuse} {
			if out, status := call(t, "", append(command, file)...); status != want || out != "" {
				t.Errorf("%s of %s: exit status %d and %q, want %d", command[0], file, status, out, want)
			}
		}
	}
}

// TestPastedAnswers checks that decode reads answers with other line ends and a byte order mark, and
// says why it refuses other texts.
func TestPastedAnswers(t *testing.T) {
	for _, c := range []struct {
		text   string
		status int
		want   string // the output, or facts of the message
	}{
		{"s SATISFIABLE\r\nv -1 2 3 -4 0\r\n", 0, "0110\n"},
		{"\ufeffs SATISFIABLE\rv -1 2 3 -4 0\r", 0, "0110\n"},
		{"\ufeffs pmc 2\r", 0, "count\t2\n"},
		{"\ufeff0110\r\n", 0, "0110\n"},
		{"\ufeffs SATISFIABLE\rv -1 2 x 0\r", console.Misuse, `line 2, column 8, "x"`},
		{"c models so far: 2\ns SATISFIABLE\n", console.Misuse, "line 3, column 1, 0, count, SATISFIABLE"},
		{"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", console.Misuse, "line 1, column 1, (gzip)"},
		{"0\x001\x001\x000\x00", 0, "0110\n"},
		{"\xfe\xff\x000\x001\x001\x000", 0, "0110\n"},
		{"\xff\xfes\x00 \x00p\x00m\x00c\x00 \x002\x00", 0, "count\t2\n"},
		{"0\u200b110\u00a0\n", 0, "0110\n"},
		{"s\u00a0pmc\u00a02\u200b\n", 0, "count\t2\n"},
	} {
		var out, errs bytes.Buffer
		status := run([]string{"counterproof", "decode", "submarines", "rows=1,1 cols=1,1"}, strings.NewReader(c.text), &out, &errs)
		if status != c.status || status == 0 && out.String() != c.want || status != 0 && !facttest.States(errs.String(), c.want) {
			t.Errorf("%q: exit status %d, got %q and %q, want %d and %q", c.text, status, out.String(), errs.String(), c.status, c.want)
		}
	}
}

// TestPastedFormulas counts models of formulas in UTF-16, and with characters that look like a blank or that
// nobody sees. Of the 8 assignments of 3 variables, 7 agree with one clause of them. Of the 16 of 4, 12 agree with
// one clause of two.
func TestPastedFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"p cnf 3 1\n1 2 3 0\n": "7",
		"\u200bp\u00a0cnf\u00a03\u00a01\n1\u00a02\u00a03\u20070\n":               "7",
		"* #variable= 4 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n":                    "12",
		"\u00a0*\u00a0#variable=\u00a04 #constraint= 1\n+1 x1\u00a0+1 x2 >= 1 ;": "12",
		"\u200b1\u00a0x1 1\u202fx2\u00a0>=\u00a01\u00a0;\n":                      "3",
	} {
		var units strings.Builder
		for _, u := range utf16.Encode([]rune(text)) {
			units.WriteByte(byte(u))
			units.WriteByte(byte(u >> 8))
		}
		for _, same := range []string{text, "\ufeff" + text, "\xff\xfe" + units.String()} {
			var out, errs bytes.Buffer
			if status := run([]string{"counterproof", "sat", "--count", "-"}, strings.NewReader(same), &out, &errs); status != 0 && status != 10 || !strings.HasSuffix(out.String(), "c s exact arb int "+want+"\n") {
				t.Errorf("%q: exit status %d, got %q and %q, want %s", same, status, out.String(), errs.String(), want)
			}
		}
	}
}

// TestPastedFiles checks that sat says why it cannot read a file, instead of quoting its bytes.
func TestPastedFiles(t *testing.T) {
	for text, want := range map[string]string{
		"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03": "line 1, column 1, (gzip)",
		"\xfd7zXZ\x00\x00\x04\xe6\xd6":             "line 1, column 1, (xz)",
		"BZh91AY&SY\xc7\x69":                       "line 1, column 1, (bzip2)",
		"\xff\xfep\x00 \x00x\x00":                  `line 1, column 3, "x"`,
		"\ufeff\r\r  x\r":                          `line 3, column 3, DIMACS, iCNF, OPB, "x"`,
	} {
		var out, errs bytes.Buffer
		status := run([]string{"counterproof", "sat", "-"}, strings.NewReader(text), &out, &errs)
		if status != console.Misuse || out.Len() > 0 || !facttest.States(errs.String(), want) {
			t.Errorf("%q: exit status %d and %q, want the facts %s", text, status, errs.String(), want)
		}
	}
}
