//go:build unix

package trust

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/certificate"
	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/console"
)

// The formula has 3 models, and the graph proves it.
var small = map[string]string{
	"all.cnf":     "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
	"proof.drat":  "2 0\n0\n",
	"proof.lrat":  "5 2 0 1 2 0\n6 0 5 3 4 0\n",
	"formula.cnf": "c first\nc t pmc\nc p show 1 2 0\np cnf 2 1\n1 2 0\n",
	"graph.cpog":  "r 4\n2 p 3 -1 2 0\n5 s 4 1 3 3 0\n8 a 4 0 6 7 1 2 0\n",
}

// The formula has 2 solutions, because only one variable is projected.
var projected = map[string]string{
	"formula.cnf": "c t pmc\nc p show 1 0\np cnf 2 1\n1 2 0\n",
	"graph.cpog":  "r 5\n2 t 3 2 0\n3 p 4 -1 3 0\n6 s 5 1 4 4 0\n9 a 5 0 7 8 3 2 0\n",
}

// write writes the files of a certificate with a count, and returns its folder and claim.
func write(t *testing.T, files map[string]string, count string) (string, *certificate.Claim) {
	t.Helper()
	dir, claim := t.TempDir(), &certificate.Claim{Count: count, Files: map[string]certificate.File{}}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		claim.Files[name] = certificate.File{}
	}
	return dir, claim
}

// with returns the checker of a program on PATH.
func with(t *testing.T, name string) (*checker, error) {
	t.Helper()
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	names := cli.NewStringSlice(name)
	flags.Var(names, "with", "")
	all, err := outsideCheckers(console.NewCall(cli.NewContext(cli.NewApp(), flags, nil)))
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// TestOutsideCheckers gives the programs right and wrong proofs, where they are on PATH.
func TestOutsideCheckers(t *testing.T) {
	for _, c := range []struct{ name, wrong, text string }{
		{"drat-trim", "all.cnf", "p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n"},
		{"cake_lpr", "proof.lrat", "5 2 0 1 0\n6 0 5 3 4 0\n"},
		{"cpog-check", "graph.cpog", "r 4\n2 p 3 -1 2 0\n5 s 4 1 3 2 0\n8 a 4 0 6 7 1 2 0\n"},
		{"cake_scpog", "graph.cpog", "r 4\n2 p 3 -1 2 0\n5 s 4 1 3 3 0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			processtest.Program(t, c.name)
			t.Setenv("CML_HEAP_SIZE", "200")
			k, err := with(t, c.name)
			if err != nil {
				t.Fatal(err)
			}
			if dir, claim := write(t, small, "3"); k.check(t.Context(), dir, claim) != nil {
				t.Errorf("the right proof: %v", k.check(t.Context(), dir, claim))
			}
			if dir, claim := write(t, projected, "2"); k.files[0] == "formula.cnf" && k.check(t.Context(), dir, claim) != nil {
				t.Errorf("the right proof of a projected count: %v", k.check(t.Context(), dir, claim))
			}
			if dir, claim := write(t, small, "4"); (k.check(t.Context(), dir, claim) != nil) != (k.count != nil) {
				t.Errorf("a wrong count: got %v", k.check(t.Context(), dir, claim))
			}
			for name, text := range map[string]string{c.wrong: c.text, k.files[1]: "7 x 7"} {
				files := map[string]string{}
				for n, text := range small {
					files[n] = text
				}
				files[name] = text
				if dir, claim := write(t, files, "3"); k.check(t.Context(), dir, claim) == nil {
					t.Errorf("it accepts the wrong text %q of %s", text, name)
				}
			}
			if dir, claim := write(t, nil, "3"); k.check(t.Context(), dir, claim) == nil {
				t.Error("it accepts a certificate without files")
			}
		})
	}
}

// TestFakeCheckers runs programs whose answers are known.
func TestFakeCheckers(t *testing.T) {
	dir, claim := write(t, small, "3")
	for _, c := range []struct {
		name, answer string
		want         bool
	}{
		{"drat-trim", `printf 'c parsing\n\rs VERIFIED\n'`, true},
		{"drat-trim", `printf 'c s VERIFIED\n'; printf '\ns NOT VERIFIED\n'`, false},
		{"drat-trim", `exit 0`, false},
		{"drat-trim", `kill -9 $$`, false},
		{"cake_lpr", `echo 's VERIFIED UNSAT'; exit 3`, true},
		{"cake_lpr", `echo 's VERIFIED'`, false},
		{"cpog-check", `echo 'CHECK: FULL-PROOF SUCCESS.'; echo 'CHECK: Regular model count = 3'`, true},
		{"cpog-check", `echo 'CHECK: FULL-PROOF SUCCESS.'; echo 'CHECK: Regular model count = 33'`, false},
		{"cpog-check", `echo 'CHECK: FULL-PROOF SUCCESS.'`, false},
		{"cpog-check", `echo 'CHECK: Regular model count = 3'`, false},
		{"cpog-check", `echo 'ERROR: /x/CHECK: FULL-PROOF SUCCESS'; echo 'CHECK: Regular model count = 3'`, false},
		{"cpog-check", `pwd; echo "ERROR: $6"`, false}, // the folder's name is an answer
		{"cpog-check", `[ "$1 $2 $3 $4" = '-n 1 -v 1' ] && [ "$(sed -n 3p "$5")" = 'c p show 1 2 0' ] && [ "$6" = graph.cpog ] && echo 'CHECK: FULL-PROOF SUCCESS' && echo 'CHECK: Regular model count = 3'`, true},
		{"cake_scpog", `echo 's VERIFIED CPOG REPRESENTATION'`, true},
	} {
		bin := t.TempDir()
		if err := os.WriteFile(filepath.Join(bin, c.name), []byte("#!/bin/sh\n"+c.answer+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", bin+":/usr/bin:/bin")
		k, err := with(t, c.name)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.check(t.Context(), dir, claim); (err == nil) != c.want {
			t.Errorf("%s, which runs %s: got %v, want success: %v", c.name, c.answer, err, c.want)
		}
	}
	t.Setenv("PATH", t.TempDir())
	for _, name := range []string{"drat-trim", "minisat", "./drat-trim", ""} {
		if _, err := with(t, name); err == nil {
			t.Errorf("it finds %q", name)
		}
	}
}

// TestShowAfterHeader compares copies with the expected text.
func TestShowAfterHeader(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "",
		"p cnf 0 0\n":         "p cnf 0 0\n",
		small["formula.cnf"]:  "c t pmc\np cnf 2 1\nc p show 1 2 0\n1 2 0\n",
		"c p show 1 0\nc x\n": "c p show 1 0\n",
		"c p show 1 0\nc p show 2 0\nc p shown\np cnf 2 0\nc site 0\n": "p cnf 2 0\nc p show 1 0\nc p show 2 0\nc site 0\n",
	} {
		dir, _ := write(t, map[string]string{"f": text}, "")
		copied, err := showAfterHeader(filepath.Join(dir, "f"))
		if err != nil {
			t.Fatal(err)
		}
		defer os.Remove(copied)
		if got, err := os.ReadFile(copied); string(got) != want || err != nil {
			t.Errorf("%q becomes %q, want %q: %v", text, got, want, err)
		}
	}
}
