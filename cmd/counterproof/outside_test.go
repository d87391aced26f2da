package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// call runs the program in this process and returns its output and exit status.
func call(t *testing.T, stdin string, args ...string) (stdout string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(append([]string{"counterproof"}, args...), strings.NewReader(stdin), &out, &errs)
	if errs.Len() > 0 {
		t.Logf("%s: %s", strings.Join(args, " "), errs.String())
	}
	return out.String(), status
}

// TestClaspCountsOurFormulas checks that clasp finds the published number of models in our
// formulas. In the default style, clasp needs no projection. In other styles, clasp must
// use the projection that the formula states.
func TestClaspCountsOurFormulas(t *testing.T) {
	needs(t, "clasp")
	for _, c := range []struct {
		args  []string
		clasp []string
		want  string
	}{
		{[]string{"calendar", "10-06"}, nil, "7"},
		{[]string{"calendar", "04-06"}, []string{"--parse-ext", "--project"}, "8"},
		{[]string{"--style", "sequential", "calendar", "10-06"}, []string{"--parse-ext", "--project"}, "7"},
		{[]string{"--style", "product", "calendar", "10-06"}, []string{"--parse-ext", "--project"}, "7"},
		{[]string{"packing", "..../..../..../....;8*xx"}, nil, "36"},
		{[]string{"packing", "./././././././.;0-4*xx;0-8*x"}, nil, "34"}, // Fibonacci
		{[]string{"exactcover", "A ; A ; A"}, nil, "2"},
	} {
		formula, status := call(t, "", append([]string{"encode"}, c.args...)...)
		if status != 0 {
			t.Fatalf("encode %v: exit status %d", c.args, status)
		}
		cmd := exec.Command("clasp", append([]string{"-n", "0", "-q"}, c.clasp...)...)
		cmd.Stdin = strings.NewReader(formula)
		out, _ := cmd.Output() // clasp exits with a status other than 0 even on success
		got := ""
		for _, line := range strings.Split(string(out), "\n") {
			if n, ok := strings.CutPrefix(line, "c Models         : "); ok {
				got = n
			}
		}
		if got != c.want {
			t.Errorf("clasp %v counts %q models of %v, want %s", c.clasp, got, c.args, c.want)
		}
	}
}

// TestDecodeOutsideModels checks that decode turns models of minisat and cadical into a solution of
// the calendar day, for the formulas of all styles.
func TestDecodeOutsideModels(t *testing.T) {
	needs(t, "minisat", "cadical")
	for _, style := range []string{"pairwise", "sequential", "product"} {
		formula, status := call(t, "", "encode", "--style", style, "calendar", "10-06")
		if status != 0 {
			t.Fatalf("encode: exit status %d", status)
		}
		dir := t.TempDir()
		cnf := filepath.Join(dir, "day.cnf")
		if err := os.WriteFile(cnf, []byte(formula), 0o666); err != nil {
			t.Fatal(err)
		}
		result := filepath.Join(dir, "minisat.out")
		exec.Command("minisat", cnf, result).Run() // 10 for satisfiable
		v, _ := exec.Command("cadical", "-q", cnf).Output()
		for name, args := range map[string][2]string{
			"minisat": {"", result},
			"cadical": {string(v), "-"},
		} {
			solution, status := call(t, args[0], "decode", "calendar", "10-06", args[1])
			if status != 0 {
				t.Errorf("%s, %s: decode: exit status %d: %s", style, name, status, solution)
				continue
			}
			if out, status := call(t, "", "check", "calendar", "10-06", strings.TrimSpace(solution)); out != "ok\n" || status != 0 {
				t.Errorf("%s, %s: check: %s, exit status %d", style, name, out, status)
			}
		}
	}
}
