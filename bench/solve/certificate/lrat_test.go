package certificate

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
)

var hinted = []struct{ puzzle, instance, method string }{
	{"calendar", "10-06", "sat/cubes"},
	{"lightsout", "#####/#####/#####/#####/#####", "sat"},
	{"submarines", "rows=2,1,3 cols=1,2,3", "sat/cubes"},
	{"sudoku", "................", "sat/cubes"},
	{"pentomino", "5x5:FILPV", "sat/cubes"},
	{"exactcover", "A B C ; A B ; C ; A ; B C ; B", "sat"},
	{"minesweeper", "1??/?2?/???", "sat"},
	{"map", "regions=5 colours=3 edges=0-1,1-2,2-3,3-4,4-0", "sat"},
	{"pairplace", "....../....../....../....../......", "sat"},
	{"nonogram", "3x3:1/1/1/1/1/1", "sat"},
	{"laplace", "sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15", "sat"},
}

// TestLRAT writes proof.lrat for eleven puzzles. Our checker accepts it, and so does cake_lpr where it is on PATH.
func TestLRAT(t *testing.T) {
	for _, c := range hinted {
		t.Run(c.puzzle, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "certificate")
			claim := certify(t, dir, c.puzzle, c.instance, c.method, true)
			for _, contentOnly := range []bool{false, true} {
				got, err := verify(dir, contentOnly)
				if err != nil || !got.HasLRAT() || got.Count != claim.Count {
					t.Fatalf("content only %v: got %+v, %v", contentOnly, got, err)
				}
			}
			program := processtest.Program(t, "cake_lpr")
			out, _ := exec.Command(program, filepath.Join(dir, allFile), filepath.Join(dir, lratFile)).CombinedOutput()
			if string(out) != "s VERIFIED UNSAT\n" {
				t.Errorf("cake_lpr says %s", out)
			}
		})
	}
}

// TestWithoutLRAT checks that a certificate names proof.lrat only if it was asked for.
func TestWithoutLRAT(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "certificate")
	if claim := certify(t, dir, "pushpull", "011110110", "sat"); claim.HasLRAT() || len(claim.Files) != len(files) {
		t.Errorf("got the files %v", claim.Files)
	}
}

// TestTamperedLRAT changes proof.lrat of five puzzles. Verify refuses it by file and line.
func TestTamperedLRAT(t *testing.T) {
	for _, c := range hinted[:5] {
		dir := filepath.Join(t.TempDir(), "certificate")
		certify(t, dir, c.puzzle, c.instance, c.method, true)
		edit := func(n int, change func(words []string) []string) func(f *forgery) {
			return func(f *forgery) {
				f.set(lratFile, n, strings.Join(change(strings.Fields(f.line(lratFile, n))), " ")+"\n")
			}
		}
		for name, tamper := range map[string]func(f *forgery){
			"missing hint":    edit(-1, func(w []string) []string { return append(w[:len(w)-2], "0") }),
			"unknown hint":    edit(1, func(w []string) []string { return append(w[:len(w)-1], "99999999", "0") }),
			"changed literal": edit(1, func(w []string) []string { w[1] = "99999999"; return w }),
			"no hints":        edit(-1, func(w []string) []string { return []string{w[0], "0", "0"} }),
			"missing lemma":   func(f *forgery) { f.drop(lratFile, neededLemma(f)) },
			"truncated":       func(f *forgery) { f.drop(lratFile, -1) },
			"cut off":         func(f *forgery) { f.text[lratFile] = strings.TrimSuffix(f.text[lratFile], "0\n") },
			"more":            func(f *forgery) { f.text[lratFile] += "1 d 1 0\n" },
		} {
			f := forge(t, dir)
			tamper(f)
			_, err := verify(f.write(), false)
			var refusal *Refusal
			if !errors.As(err, &refusal) || refusal.File != lratFile || refusal.Line == 0 && name != "truncated" && f.text[lratFile] != "" {
				t.Errorf("%s, %s: got %v, want a refusal of a line of %s", c.puzzle, name, err, lratFile)
			}
		}
	}
}

// neededLemma returns the number of the line of a lemma that the last line needs.
func neededLemma(f *forgery) int {
	for _, id := range strings.Fields(f.line(lratFile, -1))[2:] {
		for i, line := range f.lines(lratFile) {
			if strings.HasPrefix(line, id+" ") && !strings.HasPrefix(line, id+" d") {
				return i + 1
			}
		}
	}
	return -1 // the formula is refuted without lemmas
}
