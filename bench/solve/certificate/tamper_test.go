package certificate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/test/facttest"
	"counterproof/sat/cnf"
	"counterproof/sat/drat"
)

// A forgery holds the text of every file of a certificate, so that a test can change it.
type forgery struct {
	t     testing.TB
	text  map[string]string
	claim Claim
}

func forge(t testing.TB, dir string) *forgery {
	t.Helper()
	f := &forgery{t: t, text: map[string]string{}}
	claim, err := Unchanged(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	f.claim = *claim
	for _, name := range filesOf(claim) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		f.text[name] = string(text)
	}
	return f
}

// write writes the forged folder. The hashes fit the forged files, so that only the content can
// reveal the forgery.
func (f *forgery) write() (dir string) {
	f.t.Helper()
	dir = f.t.TempDir()
	c := f.claim
	c.Files = map[string]File{}
	for name, text := range f.text {
		c.Files[name] = sized([]byte(text))
		f.put(dir, name, text)
	}
	f.put(dir, claimFile, string(claimText(&c)))
	return dir
}

// sized returns the size and the hash of a file for a claim.
func sized(text []byte) File {
	sum := sha256.Sum256(text)
	return File{int64(len(text)), hex.EncodeToString(sum[:])}
}

func (f *forgery) put(dir, name, text string) {
	f.t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		f.t.Fatal(err)
	}
}

func (f *forgery) lines(name string) []string { return strings.SplitAfter(f.text[name], "\n") }

// at returns the index of line n of the named file. Line 1 is the first line, and line -1 is the last.
func (f *forgery) at(name string, n int) int {
	if n < 0 {
		return len(f.lines(name)) - 1 + n // the last part is empty
	}
	return n - 1
}

func (f *forgery) line(name string, n int) string { return f.lines(name)[f.at(name, n)] }

func (f *forgery) set(name string, n int, text string) {
	all := f.lines(name)
	all[f.at(name, n)] = text
	f.text[name] = strings.Join(all, "")
}

func (f *forgery) drop(name string, n int) { f.set(name, n, "") }

func (f *forgery) insert(name string, n int, text string) { f.set(name, n, text+f.line(name, n)) }

// header adds the parameter more to the number of clauses that the header line of a file states.
func (f *forgery) header(name string, more int) {
	all := f.lines(name)
	for i, line := range all {
		if words := strings.Fields(line); len(words) == 4 && words[0] == "p" {
			n, _ := strconv.Atoi(words[3])
			all[i] = fmt.Sprintf("p cnf %s %d\n", words[2], n+more)
		}
	}
	f.text[name] = strings.Join(all, "")
}

// recount sets the claimed count and digest to the true count and digest of models.txt.
func (f *forgery) recount() {
	var d encode.Digest
	n := 0
	for line := range strings.Lines(f.text[modelsFile]) {
		d.Add(f.claim.Puzzle, f.claim.Instance, strings.Split(strings.TrimSuffix(line, "\n"), "\t")[1])
		n++
	}
	f.claim.Count, f.claim.Digest = strconv.Itoa(n), d.String()
}

// negate changes the sign of the literal that is word i of the line.
func negate(line string, i int) string {
	words := strings.Split(line, " ")
	if rest, ok := strings.CutPrefix(words[i], "-"); ok {
		words[i] = rest
	} else {
		words[i] = "-" + words[i]
	}
	return strings.Join(words, " ")
}

// underived returns a unit clause that does not follow from the clauses of all.cnf by unit
// propagation.
func (f *forgery) underived() string {
	formula, err := cnf.Read(strings.NewReader(f.text[allFile]))
	if err != nil {
		f.t.Fatal(err)
	}
	checker := drat.NewChecker(formula)
	for v := 1; v <= formula.NumVars; v++ {
		for _, l := range []cnf.Lit{cnf.Lit(v), -cnf.Lit(v)} {
			if !checker.Implies([]cnf.Lit{-l}) {
				return fmt.Sprintf("%d 0\n", l)
			}
		}
	}
	f.t.Fatal("unit propagation refutes the formula, so every clause follows")
	return ""
}

var tamperings = []struct {
	name   string
	change func(f *forgery)
	want   string // the facts that the message states
}{
	{"a lemma that does not follow", func(f *forgery) { f.insert(proofFile, 1, f.underived()) }, "proof.drat, line 1"},
	{"a lemma that does not follow, in the middle", func(f *forgery) { f.insert(proofFile, 2, f.underived()) }, "proof.drat, line 2"},
	{"a lemma of a variable that is not there", func(f *forgery) { f.insert(proofFile, 1, "999999 0\n") }, "proof.drat, line 1, [999999], variable 999999"},
	{"no empty clause", func(f *forgery) { f.drop(proofFile, -1) }, "proof.drat"},
	{"an empty proof", func(f *forgery) { f.text[proofFile] = "" }, "proof.drat"},
	{"nothing but the end", func(f *forgery) { f.text[proofFile] = "0\n" }, "proof.drat, line 1, []"},
	{"something behind the end", func(f *forgery) { f.text[proofFile] += "1 0\n" }, ": want the end of the proof after the empty clause, got another step"},
	{"a deletion behind the end", func(f *forgery) { f.text[proofFile] += "d 1 0\n" }, ": want the end of the proof after the empty clause, got another step"},
	{"a second end", func(f *forgery) { f.text[proofFile] += "0\n" }, ": want the end of the proof after the empty clause, got another step"},
	{"garbage behind the end", func(f *forgery) { f.text[proofFile] += "\xff\x00" }, "proof.drat"},
	{"a proof of garbage", func(f *forgery) { f.text[proofFile] = "a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" }, "proof.drat, line 1"},
	{"half a lemma", func(f *forgery) { f.text[proofFile] = "1 2" }, "proof.drat, line 1, column 4, 0"},

	{"a model left out", func(f *forgery) { f.drop(modelsFile, 2) }, "blocking.cnf, line 3, models.txt, line 2"},
	{"the last model left out", func(f *forgery) { f.drop(modelsFile, -1) }, "blocking.cnf, models.txt has only"},
	{"a clause left out", func(f *forgery) { f.drop(blockingFile, -1) }, "there is no clause for line"},
	{"a model and its clause left out", func(f *forgery) {
		f.drop(modelsFile, 1)
		f.drop(blockingFile, 2)
		f.header(blockingFile, -1)
		f.drop(allFile, f.claim.Clauses+2)
		f.header(allFile, -1)
		f.recount()
	}, "proof.drat"},
	{"a model left out, count and digest as they were", func(f *forgery) {
		f.drop(modelsFile, 1)
		f.drop(blockingFile, 2)
		f.header(blockingFile, -1)
		f.drop(allFile, f.claim.Clauses+2)
		f.header(allFile, -1)
	}, "count.json"},
	{"a model twice", func(f *forgery) {
		f.insert(modelsFile, 1, f.line(modelsFile, 1))
		f.insert(blockingFile, 2, f.line(blockingFile, 2))
		f.header(blockingFile, 1)
		f.insert(allFile, f.claim.Clauses+2, f.line(blockingFile, 2))
		f.header(allFile, 1)
		f.recount()
	}, "models.txt, line 2, line 1"},
	{"two models swapped", func(f *forgery) {
		first, second := f.line(modelsFile, 1), f.line(modelsFile, 2)
		f.set(modelsFile, 1, second)
		f.set(modelsFile, 2, first)
	}, "blocking.cnf, line 2, models.txt, line 1"},
	{"two solutions swapped", func(f *forgery) {
		first, second := strings.Split(f.line(modelsFile, 1), "\t"), strings.Split(f.line(modelsFile, 2), "\t")
		first[1], second[1] = second[1], first[1]
		f.set(modelsFile, 1, strings.Join(first, "\t"))
	}, "models.txt, line 1"},
	{"a changed literal", func(f *forgery) { f.set(modelsFile, 1, negate(f.line(modelsFile, 1), 0)) }, "models.txt, line 1"},
	{"a variable left out", func(f *forgery) {
		_, rest, _ := strings.Cut(f.line(modelsFile, 1), " ")
		f.set(modelsFile, 1, rest)
	}, "models.txt, line 1"},
	{"no solution", func(f *forgery) {
		f.set(modelsFile, 1, strings.Split(f.line(modelsFile, 1), "\t")[0]+"\n")
	}, "models.txt, line 1"},
	{"the file ends early", func(f *forgery) { f.text[modelsFile] = f.text[modelsFile][:len(f.text[modelsFile])-1] }, "the file ends in the middle of a line"},
	{"a line without end", func(f *forgery) {
		f.text[modelsFile] = strings.Repeat("1 ", 1<<20) + f.text[modelsFile]
	}, "models.txt, line 1"},
	{"models of garbage", func(f *forgery) { f.text[modelsFile] = "\x00\xff\n" }, "models.txt, line 1"},
	{"a huge literal", func(f *forgery) { f.text[modelsFile] = "99999999999999999999 0\t0\n" }, "models.txt, line 1"},

	{"a clause that forbids more", func(f *forgery) {
		words := strings.Fields(f.line(blockingFile, 2))
		rest := words[0] + " 0\n"
		f.set(blockingFile, 2, rest)
		f.set(allFile, f.claim.Clauses+2, rest)
	}, "blocking.cnf, line 2, models.txt, line 1"},
	{"the empty clause", func(f *forgery) {
		f.set(blockingFile, 2, "0\n")
		f.set(allFile, f.claim.Clauses+2, "0\n")
		f.text[proofFile] = "0\n"
	}, "blocking.cnf, line 2"},
	{"a clause that forbids another", func(f *forgery) {
		f.set(blockingFile, 2, negate(f.line(blockingFile, 2), 0))
	}, "blocking.cnf, line 2"},
	{"another header", func(f *forgery) {
		f.header(blockingFile, 1)
		f.header(allFile, 1)
	}, "blocking.cnf, line 1"},
	{"no header", func(f *forgery) { f.drop(blockingFile, 1) }, `blocking.cnf, line 1, "p`},
	{"a huge header", func(f *forgery) { f.set(blockingFile, 1, "p cnf 99999999999 99999999999999999999\n") }, `blocking.cnf, line 1, "p`},
	{"no clauses at all", func(f *forgery) { f.text[blockingFile] = "" }, "blocking.cnf, line 1"},

	{"a clause more in the formula", func(f *forgery) {
		f.text[formulaFile] += "1 0\n"
		f.header(formulaFile, 1)
	}, "formula.cnf"},
	{"a clause more, everywhere", func(f *forgery) {
		f.text[formulaFile] += "1 0\n"
		f.header(formulaFile, 1)
		f.insert(allFile, f.claim.Clauses+2, "1 0\n")
		f.header(allFile, 1)
		f.claim.Clauses++
	}, "count.json"},
	{"a clause more at the end", func(f *forgery) { f.text[formulaFile] += "1 0\n" }, "want the end of the file, got \"1 0\""},
	{"a clause less, everywhere", func(f *forgery) {
		f.drop(formulaFile, -1)
		f.header(formulaFile, -1)
		f.drop(allFile, f.claim.Clauses+1)
		f.header(allFile, -1)
	}, "formula.cnf"},
	{"another clause", func(f *forgery) { f.set(formulaFile, -1, negate(f.line(formulaFile, -1), 0)) }, "formula.cnf"},
	{"another projection", func(f *forgery) { f.set(formulaFile, 2, "c p show 1 0\n") }, "formula.cnf, line 2"},
	{"a clause more in all.cnf", func(f *forgery) {
		f.text[allFile] += "1 0\n"
		f.header(allFile, 1)
	}, "all.cnf, line 1"},
	{"a clause more at the end of all.cnf", func(f *forgery) { f.text[allFile] += "1 0\n" }, "all.cnf"},
	{"another clause in all.cnf", func(f *forgery) { f.set(allFile, 2, negate(f.line(allFile, 2), 0)) }, "all.cnf, line 2"},
	{"an empty all.cnf", func(f *forgery) { f.text[allFile] = "" }, "all.cnf, line 1"},

	{"another count", func(f *forgery) { f.claim.Count = "3" }, "count.json, 3, models.txt"},
	{"a negative count", func(f *forgery) { f.claim.Count = "-3" }, `count.json, "-3"`},
	{"a huge count", func(f *forgery) { f.claim.Count = strings.Repeat("9", 100) }, "count.json"},
	{"another digest", func(f *forgery) { f.claim.Digest = strings.Repeat("0", 64) }, "count.json"},
	{"another instance", func(f *forgery) { f.text[instanceFile] = "lightsout\t#\n" }, `count.json, instance.txt, "lightsout #"`},
	{"another instance, claimed too", func(f *forgery) {
		f.text[instanceFile] = "lightsout\t###/###\n"
		f.claim.Puzzle, f.claim.Instance, f.claim.Style = "lightsout", "###/###", "direct"
	}, "count.json"},
	{"no puzzle", func(f *forgery) { f.text[instanceFile] = "chess\te4\n" }, "instance.txt, line 1"},
	{"no instance", func(f *forgery) { f.text[instanceFile] = f.claim.Puzzle + "\t\x00\xff\n" }, "instance.txt, line 1"},
	{"an empty instance", func(f *forgery) { f.text[instanceFile] = "" }, "instance.txt, line 1"},
	{"another style", func(f *forgery) { f.claim.Style = "nice" }, "count.json" /* the puzzle */},
	{"another format", func(f *forgery) { f.claim.Format = 2 }, "count.json, 2"},
}

// TestTamperings checks that Verify refuses each tampered certificate and that the message names the
// mistake.
func TestTamperings(t *testing.T) {
	for _, c := range []struct{ puzzle, instance, method, want string }{
		{"packing", "..../..../..../....;8*xx", "sat/sequential/cubes", "36"}, // Kasteleyn 1961
		{"packing", "..../..../..../....;8*xx", "sat/pairwise/cubes=0", "36"},
		{"lightsout", "...../...../...../...../.....", "sat/cut", "4"}, // Anderson and Feil 1998
	} {
		dir := filepath.Join(t.TempDir(), "certificate")
		if claim := certify(t, dir, c.puzzle, c.instance, c.method); claim.Count != c.want {
			t.Fatalf("%s %s: %s solutions, want %s", c.puzzle, c.method, claim.Count, c.want)
		}
		if _, err := verify(forge(t, dir).write(), false); err != nil {
			t.Fatalf("%s %s, as it is: %v", c.puzzle, c.method, err)
		}
		for _, tampering := range tamperings {
			t.Run(c.puzzle+" "+c.method+" "+tampering.name, func(t *testing.T) {
				f := forge(t, dir)
				f.t = t
				tampering.change(f)
				forged := f.write()
				for _, contentOnly := range []bool{false, true} {
					_, err := verify(forged, contentOnly)
					var refusal *Refusal
					if !errors.As(err, &refusal) || !facttest.States(err.Error(), tampering.want) {
						t.Errorf("got %v, want a refusal: %s", err, tampering.want)
					}
				}
			})
		}
	}
}

// FuzzVerify checks that no text in any file makes Verify panic or accept a wrong claim. The folder is
// in memory and the board is small, so that many texts can be tried.
func FuzzVerify(f *testing.F) {
	dir := filepath.Join(f.TempDir(), "certificate")
	certify(f, dir, "lightsout", ".../...", "sat") // 4 solutions: no press, a T in either orientation, the corners
	whole := fstest.MapFS{}
	names := append([]string{claimFile}, files...)
	for i, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			f.Fatal(err)
		}
		whole[name] = &fstest.MapFile{Data: text, Mode: 0o666}
		f.Add(uint8(i), text)
	}
	claim, err := readClaim(whole[claimFile].Data)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		name := names[int(which)%len(names)]
		changed := maps.Clone(whole)
		changed[name] = &fstest.MapFile{Data: text, Mode: 0o666}
		if name != claimFile { // update the hash in the claim, so that only the content can be wrong
			own := *claim
			own.Files = maps.Clone(claim.Files)
			own.Files[name] = sized(text)
			changed[claimFile] = &fstest.MapFile{Data: claimText(&own), Mode: 0o666}
		}
		for _, contentOnly := range []bool{true, false} {
			got, err := (&folder{files: changed, ctx: t.Context()}).verify(catalog.Find, contentOnly)
			if err == nil && (got.Count != "4" || got.Instance != ".../...") {
				t.Errorf("Verify accepts %+v", got)
			}
			var refusal *Refusal
			if err != nil && !errors.As(err, &refusal) {
				t.Errorf("%v is not a refusal", err)
			}
		}
	})
}
