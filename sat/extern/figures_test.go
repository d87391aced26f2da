package extern_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"counterproof/sat/cnf"
	. "counterproof/sat/extern"
)

// none marks a figure that the program did not report.
const none = cnf.Unstated

// TestRecordedFigures checks the figures read from the recorded output of Debian 12's programs
// for pigeons(6, 5) and small(). The output is in testdata/PROGRAM-VERSION-ANSWER.txt; the
// expected numbers were read off by hand. For small(), CaDiCaL 1.5.3 guesses a model before it
// searches, so it prints no line of conflicts or decisions.
func TestRecordedFigures(t *testing.T) {
	answers := map[string]string{
		"cadical-1.5.3-unsat":         "s UNSATISFIABLE",
		"cadical-1.5.3-sat":           "s SATISFIABLE v 1 -2 3 4 0",
		"clasp-3.3.5-unsat":           "s UNSATISFIABLE",
		"clasp-3.3.5-sat":             "v -1 2 3 4 0 v 1 -2 3 4 0 s SATISFIABLE",
		"cryptominisat5-5.11.4-unsat": "s UNSATISFIABLE",
		"cryptominisat5-5.11.4-sat":   "s SATISFIABLE v -1 2 3 -4 0",
		"picosat-965-unsat":           "s UNSATISFIABLE",
		"picosat-965-sat":             "s SATISFIABLE v -1 2 3 4 0",
	}
	for name, want := range map[string]cnf.Stats{
		"cadical-1.5.3-unsat":         {Conflicts: 137, Decisions: 174, Propagations: 1600},
		"cadical-1.5.3-sat":           {Conflicts: 0, Decisions: 0, Propagations: 0},
		"clasp-3.3.5-unsat":           {Conflicts: 134, Decisions: 160, Propagations: none},
		"clasp-3.3.5-sat":             {Conflicts: 0, Decisions: 5, Propagations: none},
		"cryptominisat5-5.11.4-unsat": {Conflicts: 142, Decisions: 176, Propagations: none},
		"cryptominisat5-5.11.4-sat":   {Conflicts: 0, Decisions: 2, Propagations: none},
		"minisat-2.2.1-unsat":         {Conflicts: 251, Decisions: 312, Propagations: 1893},
		"minisat-2.2.1-sat":           {Conflicts: 0, Decisions: 1, Propagations: 0},
		"picosat-965-unsat":           {Conflicts: 149, Decisions: 182, Propagations: 2169},
		"picosat-965-sat":             {Conflicts: 0, Decisions: 3, Propagations: 12},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		program, _, _ := strings.Cut(name, "-")
		for way, r := range map[string]io.Reader{
			"at once":     bytes.NewReader(text),
			"by the byte": iotest.OneByteReader(bytes.NewReader(text)),
		} {
			f := NewFigures(find(program))
			if program == "minisat" { // the answer is elsewhere
				_, _ = io.Copy(f, r)
			} else {
				rest, err := io.ReadAll(WithoutComments(r, f))
				said := strings.Join(strings.Fields(string(rest)), " ")
				if want := answers[name]; err != nil || said != want || bytes.Count(rest, []byte("\n")) != bytes.Count(text, []byte("\n")) {
					t.Errorf("%s, %s: the answer is %q, %v, want %q", name, way, said, err, want)
				}
			}
			var got cnf.Stats
			if f.Book(&got, true); got != want {
				t.Errorf("%s, %s: got %+v, want %+v", name, way, got, want)
			}
		}
	}
}

// TestFigures checks which figures are recorded if a program reports its work wrongly or
// incompletely. The solutions must still be correct.
func TestFigures(t *testing.T) {
	const (
		good  = `c conflicts: 7 9.00 per second\nc decisions: 8\nc propagations: 9\n`
		all   = 7_000_000_000
		noise = `i=0; while [ $i -lt 1000 ]; do echo "c - 0.00 14 1 0 300 277 47% 7 639 150 100% and on it goes"; i=$((i+1)); done; `
	)
	for _, c := range []struct {
		name, tool, said string
		want             [3]int64
	}{
		{"all figures", "cadical", good, [3]int64{7, 8, 9}},
		{"no figures", "cadical", "", [3]int64{none, none, none}},
		{"no conflicts, no decisions", "cadical", `c propagations: 9\n`, [3]int64{0, 0, 9}},
		{"only garbled propagations", "cadical", `c propagations: ?\n`, [3]int64{none, none, none}},
		{"no propagations", "cadical", `c conflicts: 7\nc decisions: 8\n`, [3]int64{7, 8, none}},
		{"words", "cadical", `c conflicts: many\nc decisions: 8x\nc propagations: 9\n`, [3]int64{none, none, 9}},
		{"no number", "cadical", `c conflicts:\nc decisions: -8\nc propagations: 9.5\n`, [3]int64{none, none, none}},
		{"rounded", "cadical", `c conflicts: 7K\nc decisions: 8e3\nc propagations: 2.74 M\n`, [3]int64{none, none, none}},
		{"beyond 2^63", "cadical", `c conflicts: 9223372036854775808\nc decisions: 99999999999999999999\nc propagations: 7000000000\n`, [3]int64{none, none, all}},
		{"figures of something else", "cadical", good + `c   conflicts: 1 per warmup\nc  decisions: 1\nconflicts: 1\n`, [3]int64{7, 8, 9}},
		{"later lines cover more", "cadical", `c conflicts: 1\n` + good, [3]int64{7, 8, 9}},
		{"a model counter's lines", "cadical", good + `c s exact arb int many\nc s type wmc\nc s approx arb int 1\n`, [3]int64{7, 8, 9}},
		{"a very long line", "cadical", good + "c %0100000d", [3]int64{7, 8, 9}},
		{"without an end", "cadical", good + "c conflicts: 12", [3]int64{12, 8, 9}},
		{"as cadical", "kissat", `c conflicts:                            7            2330.00 per second\nc decisions:   8\nc propagations: 9\n`, [3]int64{7, 8, 9}},
		{"zeros are stated", "kissat", `c propagations: 9\n`, [3]int64{none, none, 9}},
		{"rounded", "cryptominisat5", `c conflicts                : 4181        \nc decisions                : 5030        (0.00      %% random)\nc propagations             : 133K        (3699K     props/s)\n`, [3]int64{4181, 5030, none}},
		{"headings", "picosat", `c         level        used      conflicts    limit          MB\nc 7 conflicts\nc 8 decisions\nc 9 propagations\n`, [3]int64{7, 8, 9}},
	} {
		t.Run(c.tool+" "+c.name, func(t *testing.T) {
			fake(t, c.tool, `cat >/dev/null; echo s UNSATISFIABLE; `+noise+`printf '`+c.said+`'; exit 20`)
			got, st, err := solutions(t.Context(), find(c.tool), small())
			if err != nil || len(got) != 0 {
				t.Errorf("got %v, %v", got, err)
			}
			if got := [3]int64{st.Conflicts, st.Decisions, st.Propagations}; got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// TestFiguresOfALoop checks that the figures of several runs are added up. The sum of a figure must
// be unknown if one run does not report the figure, or if the sum overflows.
func TestFiguresOfALoop(t *testing.T) {
	const script = `case $(sed -n 's/^p cnf 4 //p') in
3) printf 's SATISFIABLE\nv 1 -2 -3 4 0\nc conflicts: 1\nc decisions: 10\nc propagations: 100\n'; exit 10;;
4) printf 's SATISFIABLE\nv -1 2 3 4 0\nc conflicts: 2\n%sc propagations: 200\n'; exit 10;;
5) printf 's UNSATISFIABLE\nc conflicts: 3\nc decisions: 30\nc propagations: %d\n'; exit 20;;
esac`
	for _, c := range []struct {
		second string
		third  int64
		want   [3]int64
	}{
		{`c decisions: 20\n`, 300, [3]int64{6, 60, 600}},
		{"", 300, [3]int64{6, none, 600}},
		{"", math.MaxInt64 - 300, [3]int64{6, none, math.MaxInt64}},
		{"", math.MaxInt64 - 299, [3]int64{6, none, none}},
	} {
		fake(t, "kissat", strings.Replace(strings.Replace(script, "%s", c.second, 1), "%d", strconv.FormatInt(c.third, 10), 1))
		got, st, err := solutions(t.Context(), find("kissat"), small())
		if err != nil || len(got) != 2 {
			t.Errorf("got %v, %v", got, err)
		}
		if got := [3]int64{st.Conflicts, st.Decisions, st.Propagations}; got != c.want {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
}

// TestFiguresOfARunThatWasEnded checks that the figures of a run that was ended early are unknown,
// even if the program had reported some.
func TestFiguresOfARunThatWasEnded(t *testing.T) {
	fake(t, "clasp", `cat >/dev/null; printf 'c Choices : 1\nc Conflicts : 2\nv 1 -2 3 4 0\nv -1 2 3 4 0\ns SATISFIABLE\n'; exit 30`)
	var st cnf.Stats
	err := Solver{find("clasp"), small()}.Search(t.Context(), &st, func(cnf.Model) bool { return false })
	if err != nil || st.Conflicts != none || st.Decisions != none {
		t.Errorf("%+v, %v", st, err)
	}
	st = cnf.Stats{}
	err = Solver{find("clasp"), small()}.Search(t.Context(), &st, func(cnf.Model) bool { return true })
	if err != nil || st.Conflicts != 2 || st.Decisions != 1 {
		t.Errorf("%+v, %v", st, err)
	}
}

// pigeons returns clauses that put n pigeons into the holes, at most one per hole.
func pigeons(n, holes int) *cnf.Formula {
	f := &cnf.Formula{NumVars: n * holes}
	at := func(p, h int) cnf.Lit { return cnf.Lit(p*holes + h + 1) }
	for p := range n {
		var c []cnf.Lit
		for h := range holes {
			c = append(c, at(p, h))
		}
		f.Add(c...)
	}
	for h := range holes {
		for p := range n {
			for q := range p {
				f.Add(-at(p, h), -at(q, h))
			}
		}
	}
	return f
}

// TestProgramsStateTheirWork compares the recorded figures with the output of the program when the
// test runs it directly. The test finds the figures in this output in another way than the package
// does.
func TestProgramsStateTheirWork(t *testing.T) {
	names := map[string][3]string{ // without colons
		"cadical":        {"c conflicts N", "c decisions N", "c propagations N"},
		"clasp":          {"c Conflicts N", "c Choices N", ""},
		"cryptominisat5": {"c conflicts N", "c decisions N", ""},
		"kissat":         {"c conflicts N", "c decisions N", "c propagations N"},
		"minisat":        {"conflicts N", "decisions N", "propagations N"},
		"picosat":        {"c N conflicts", "c N decisions", "c N propagations"},
	}
	f := pigeons(6, 5)
	for _, tool := range found(t) {
		_, st, err := solutions(t.Context(), tool, f)
		if err != nil {
			t.Errorf("%s: %v", tool.Name, err)
			continue
		}
		path, _ := tool.Path()
		args := strings.Split(strings.NewReplacer("{models}", "1", "{answer}", "/dev/fd/3").Replace(strings.Join(tool.Command[1:], " ")), " ")
		cmd := exec.Command(path, slices.DeleteFunc(args, func(a string) bool { return a == "" })...)
		cmd.Stdin = TextOf(f)
		answer, err := os.Create(filepath.Join(t.TempDir(), "answer"))
		if err != nil {
			t.Fatal(err)
		}
		cmd.ExtraFiles = []*os.File{answer}
		text, _ := cmd.Output() // its exit status is 20
		answer.Close()
		for i, got := range []int64{st.Conflicts, st.Decisions, st.Propagations} {
			want, name := "-1", names[tool.Name][i]
			for line := range strings.Lines(string(text)) {
				words, number := strings.Fields(strings.ReplaceAll(line, ":", " ")), ""
				for at, word := range strings.Fields(name) {
					if at < len(words) && word == "N" {
						number, words[at] = words[at], word
					}
				}
				if name != "" && strings.HasPrefix(strings.Join(words, " ")+" ", name+" ") {
					want = number
				}
			}
			if fmt.Sprint(got) != want || i == 0 && name != "" && got < 10 {
				t.Errorf("%s reports %q as %s, but %d was recorded", tool.Name, name, want, got)
			}
		}
	}
}
