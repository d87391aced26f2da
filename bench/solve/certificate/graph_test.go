package certificate

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
	"counterproof/native"
	"counterproof/sat/cnf"
	"counterproof/sat/dnnf"
)

// fold writes the certificate of an instance with a graph, for the formula in the given style.
func fold(t testing.TB, dir string, p *encode.Puzzle, in encode.Instance, style string) *Claim {
	t.Helper()
	m, err := lookup.Prove(p, in, method.MustParse("sat/"+style+"/count"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.Graph(t.Context(), new(cnf.Stats))
	if err != nil {
		t.Fatalf("%s %v: %v", p.Name, in, err)
	}
	subject := Subject{p.Name, in, m.Encoding, m.Name.String(), Versions{}, nil}
	claim, err := WriteGraph(dir, subject, g.Count(), func(w io.Writer) error { return dnnf.Prove(t.Context(), w, g, &m.Encoding.Formula) })
	if err != nil {
		t.Fatalf("%s %v: %v", p.Name, in, err)
	}
	return claim
}

// foldable returns small boards of every puzzle: the example and drawn ones. The example of laplace has no
// small graph. The calendar takes a second, so its example is one of the boards only in long tests.
func foldable(t testing.TB, p *encode.Puzzle, drawn int) (list []encode.Instance) {
	if p.Name != "laplace" && (p.Name != "calendar" || processtest.IsLong()) {
		list = append(list, p.ExampleBoard())
	}
	if p.Generate == nil || p.Name == "calendar" {
		return list
	}
	for seed := range uint64(drawn) {
		in, err := p.Generate(t.Context(), rand.New(rand.NewPCG(seed, 8)), encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, in)
	}
	return list
}

// TestGraphCertificates writes graphs for boards of every puzzle in every style, and verifies them. The count
// must be the length of a native list.
func TestGraphCertificates(t *testing.T) {
	for _, p := range catalog.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			for _, in := range foldable(t, p, 3) {
				n := 0
				err := in.Reduce()[0].Search(t.Context(), new(native.Stats), func(encode.Solution) bool {
					n++
					return true
				})
				if err != nil {
					t.Fatal(err)
				}
				for _, style := range p.Styles {
					dir := filepath.Join(t.TempDir(), "certificate")
					claim := fold(t, dir, p, in, style)
					got, err := verify(dir, false)
					if err != nil || got.Count != strconv.Itoa(n) || claim.Count != got.Count || got.Digest != "" {
						t.Errorf("%v in style %s: certified %s, verified %+v, %v, want %d", in, style, claim.Count, got, err, n)
					}
					if unchanged, err := Unchanged(t.Context(), dir); err != nil || unchanged.Count != claim.Count {
						t.Errorf("%v in style %s: got %+v, %v", in, style, unchanged, err)
					}
				}
			}
		})
	}
}

// forgeGraph returns the files of a certificate with a graph, so that a test can change them.
func forgeGraph(t testing.TB, dir string) *forgery {
	t.Helper()
	claim, err := Unchanged(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	f := &forgery{t: t, text: map[string]string{}, claim: *claim}
	for name := range claim.Files {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		f.text[name] = string(text)
	}
	return f
}

// TestForgedGraphs changes a certificate with a graph, and the hashes with it. Verify must name the file
// and, where there is one, the line.
func TestForgedGraphs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "certificate")
	p := catalog.Find("submarines")
	in, err := p.Parse("rows=2,2,2 cols=2,2,2") // 6: the complements are the permutation matrices
	if err != nil {
		t.Fatal(err)
	}
	if claim := fold(t, dir, p, in, p.Styles[0]); claim.Count != "6" {
		t.Fatalf("certified %s, want 6", claim.Count)
	}
	lines := forgeGraph(t, dir).lines(graphFile)
	for _, c := range []struct {
		name   string
		change func(f *forgery)
		want   string
	}{
		{"as it was", func(*forgery) {}, ""},
		{"another count", func(f *forgery) { f.claim.Count = "7" }, "count.json, 7, graph.cpog, 6"},
		{"a digest", func(f *forgery) { f.claim.Digest = strings.Repeat("0", 64) }, "count.json, digest, graph"},
		{"another instance", func(f *forgery) { f.set(instanceFile, 1, "submarines\trows=2,2,2 cols=2,2,1\n") }, "count.json, instance.txt"},
		{"another formula", func(f *forgery) { f.drop(formulaFile, -1) }, "formula.cnf, " + strconv.Itoa(len(forgeGraph(t, dir).lines(formulaFile))-1)},
		{"an empty graph", func(f *forgery) { f.text[graphFile] = "" }, "graph.cpog"},
		{"no last lemma", func(f *forgery) { f.drop(graphFile, -1) }, "graph.cpog"},
		{"half of the graph", func(f *forgery) { f.text[graphFile] = f.text[graphFile][:len(f.text[graphFile])/2] }, "graph.cpog"},
		{"no root", func(f *forgery) { f.drop(graphFile, 1) }, "graph.cpog"},
		{"a line twice", func(f *forgery) { f.insert(graphFile, len(lines)/2, lines[len(lines)/2-1]) }, "graph.cpog, line " + strconv.Itoa(len(lines)/2+1)},
		{"a listing, too", func(f *forgery) { f.text[modelsFile] = "" }, "count.json, models.txt"},
		{"no graph", func(f *forgery) { delete(f.text, graphFile) }, "count.json, models.txt"},
		{"no formula", func(f *forgery) { delete(f.text, formulaFile) }, "count.json, formula.cnf"},
	} {
		f := forgeGraph(t, dir)
		c.change(f)
		_, err := verify(f.write(), false)
		if refusal := new(Refusal); !facttest.Matches(err, c.want) || err != nil && !errors.As(err, &refusal) {
			t.Errorf("%s: got %v, want the facts %q", c.name, err, c.want)
		}
	}
	for name, change := range map[string]func(dir string) error{
		"graph.cpog, missing": func(dir string) error { return os.Remove(filepath.Join(dir, graphFile)) },
		"more, certificate":   func(dir string) error { return os.WriteFile(filepath.Join(dir, "more"), nil, 0o666) },
		"proof.drat":          func(dir string) error { return os.WriteFile(filepath.Join(dir, proofFile), nil, 0o666) },
		"graph.cpog, changed": func(dir string) error { return os.Truncate(filepath.Join(dir, graphFile), 100) },
	} {
		changed := forgeGraph(t, dir).write()
		if err := change(changed); err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{second(Unchanged(t.Context(), changed)), second(verify(changed, false))} {
			if err == nil || !facttest.States(err.Error(), name) {
				t.Errorf("got %v, want the facts %q", err, name)
			}
		}
	}
}

func second(_ *Claim, err error) error { return err }

// TestOutsideGraphs lets the checkers of the format's authors check certificates of ten puzzles.
func TestOutsideGraphs(t *testing.T) {
	for _, c := range []struct {
		program string
		args    []string
		accepts string
	}{
		{"cpog-check", []string{"-n", "1", "-v", "1"}, "FULL-PROOF SUCCESS"}, // without a number of threads, it divides by zero
		{"cake_scpog", nil, "s VERIFIED"},
	} {
		t.Run(c.program, func(t *testing.T) {
			program := processtest.Program(t, c.program)
			accepted, kinds := 0, map[string]bool{}
			for _, p := range catalog.All() {
				for _, in := range foldable(t, p, processtest.Cases(2, 5)) {
					dir := filepath.Join(t.TempDir(), "certificate")
					claim := fold(t, dir, p, in, p.Styles[0])
					if claim.Files[graphFile].Bytes > 100_000 {
						continue // cake_scpog takes a minute for 200 kB
					}
					showAfter(t, filepath.Join(dir, formulaFile))
					command := exec.CommandContext(t.Context(), program, append(c.args, filepath.Join(dir, formulaFile), filepath.Join(dir, graphFile))...)
					command.Env = append(os.Environ(), "CML_HEAP_SIZE=2000")
					out, _ := command.CombinedOutput() // the exit status says little
					if !strings.Contains(string(out), c.accepts) || strings.Contains(string(out), "model count") && !strings.Contains(string(out), "Regular model count = "+claim.Count+"\n") {
						t.Errorf("%s %v, %s solutions: %.500s", p.Name, in, claim.Count, out)
					}
					accepted++
					kinds[p.Name] = true
				}
			}
			t.Logf("%d certificates of %d puzzles", accepted, len(kinds))
			if accepted < processtest.Cases(20, 50) || len(kinds) < 10 {
				t.Errorf("checked %d certificates of %d puzzles", accepted, len(kinds))
			}
		})
	}
}

// showAfter moves the header of a formula to the top, because cpog-check ignores a line "c p show" before it.
func showAfter(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(text), "p cnf")
	before, rest := string(text[:at]), string(text[at:])
	header, clauses, _ := strings.Cut(rest, "\n")
	if err := os.WriteFile(file, []byte(header+"\n"+before+clauses), 0o666); err != nil {
		t.Fatal(err)
	}
}
