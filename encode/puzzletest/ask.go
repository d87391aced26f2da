package puzzletest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/test/facttest"
	"counterproof/native"
)

// The functions in this file serve the tests of a single puzzle. Except for Clasp, they end the test on
// an error.

// Parser returns a function that parses a text as an instance of the puzzle.
func Parser[I encode.Instance](p *encode.Puzzle) func(t testing.TB, text string) I {
	return func(t testing.TB, text string) I {
		t.Helper()
		in, err := p.Parse(text)
		if err != nil {
			t.Fatalf("%.80q: %v", text, err)
		}
		return in.(I)
	}
}

// List returns the solutions that one method finds, up to the given limit, and checks each of them
// against the rules. The method is brute, native, native/NAME, sat, sat/STYLE or sat/STYLE/cubes.
func List(t testing.TB, p *encode.Puzzle, in encode.Instance, method string, limit int) (all []encode.Solution) {
	t.Helper()
	m, err := resolve(p, in, method)
	if err != nil {
		t.Fatal(err)
	}
	err = m.Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
		if err := in.Check(s); err != nil {
			t.Fatalf("%v by %s: %s: %v", in, method, encode.FormatSolution(in, s), err)
		}
		all = append(all, s)
		return len(all) < limit
	})
	if err != nil {
		t.Fatalf("%v by %s: %v", in, method, err)
	}
	return all
}

// Count returns the number of solutions according to one method, whose name has the form described
// at List. If the method can only list solutions, Count lists them and returns their number.
func Count(t testing.TB, p *encode.Puzzle, in encode.Instance, method string) *big.Int {
	t.Helper()
	m, err := resolve(p, in, method)
	if err != nil {
		t.Fatal(err)
	}
	n := int64(0)
	if m.Count == nil {
		m.Count = func(ctx context.Context, st *native.Stats) (*big.Int, error) {
			err := m.Search(ctx, st, func(encode.Solution) bool { n++; return true })
			return big.NewInt(n), err
		}
	}
	count, err := m.Count(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatalf("%v by %s: %v", in, method, err)
	}
	return count
}

// Deduce solves the instance by deduction with the options o.
func Deduce(t testing.TB, in deduction.Deducible, o deduction.Options) *deduction.Result {
	t.Helper()
	d, err := in.Deduce(context.Background(), new(native.Stats), o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Facts returns the facts of the instance's explanation, by their names.
func Facts(t testing.TB, in encode.Explainable) map[string]encode.Fact {
	t.Helper()
	x, err := in.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]encode.Fact{}
	for _, f := range x.Facts {
		facts[f.Name] = f
	}
	return facts
}

// Lines returns the lines of a file. It ends the test if the number of lines is not the parameter
// want.
func Lines(t testing.TB, file string, want int) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if len(lines) != want {
		t.Fatalf("%s has %d lines, want %d", file, len(lines), want)
	}
	return lines
}

// ReadJSON reads a JSON file, such as published results, into the variable to which the parameter
// into points.
func ReadJSON(t testing.TB, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// DiffSteps compares the steps of a deduction with the list want, regardless of their order. An
// element of want has the form "3=1: row 2, column 2, 4": the step removes value 1 from site 3, and
// its sentence states the facts after the colon (see facttest.States). DiffSteps lists the
// differences as text, "" if there are none.
func DiffSteps(d *deduction.Result, want []string) string {
	var diff []string
	left := make([]int, len(d.Steps))
	for i := range left {
		left[i] = i
	}
	for _, w := range want {
		gone, facts, _ := strings.Cut(w, ": ")
		at := slices.IndexFunc(left, func(i int) bool {
			bit := d.Steps[i].Gone
			return fmt.Sprintf("%d=%d", bit.Site, bit.Value) == gone && facttest.States(d.Text(i), facts)
		})
		if at < 0 {
			diff = append(diff, "no step "+w)
			continue
		}
		left = slices.Delete(left, at, at+1)
	}
	for _, i := range left {
		diff = append(diff, fmt.Sprintf("step %d=%d: %s", d.Steps[i].Gone.Site, d.Steps[i].Gone.Value, d.Text(i)))
	}
	return strings.Join(diff, "\n")
}

// Clasp counts the models of a DIMACS file with the program clasp, under the projection that the
// file names. It stops after as many models as the parameter most says; 0 means no limit.
func Clasp(file string, most int) (count string, err error) {
	out, _ := exec.Command("clasp", "-n", strconv.Itoa(most), "-q", "--parse-ext", "--project", file).Output() // its exit status is 10 or 30
	for line := range strings.Lines(string(out)) {
		if name, n, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && strings.TrimSpace(name) == "c Models" {
			return strings.TrimSpace(n), nil
		}
	}
	return "", fmt.Errorf("clasp printed %q", out)
}
