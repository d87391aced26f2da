package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/sat/cnf"
	"counterproof/sat/drat"
)

// checkedFormulas lists DIMACS files with the number of their models.
var checkedFormulas = []struct {
	name, text, count string
}{
	{"no variables", "p cnf 0 0\n", "1"},
	{"no variables and an empty clause", "p cnf 0 1\n0\n", "0"},
	{"an empty clause", "p cnf 2 2\n1 2 0\n0\n", "0"},
	{"refuted by units", "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n", "0"},
	{"not refuted by units", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", "0"},
	{"variables in no clause", "p cnf 68 1\n7 -68 0\n", "221360928884514619392"}, // 3 * 2^66
	{"a projection", "c p show 1 2 0\np cnf 3 2\n1 2 3 0\n-3 1 0\n", "3"},
	{"pigeons", pigeonholes(6), "0"},
}

// pigeonholes returns the formula of the problem that the function pigeons returns.
func pigeonholes(n int) string {
	_, cnf := pigeons(n)
	return cnf
}

// TestSatProof checks the proofs of the command sat. The proof of a formula without models must
// refute the formula. The proof of a count must refute the formula with the blocking clauses that
// sat writes next to it, but must not refute this formula without its last clause.
func TestSatProof(t *testing.T) {
	for _, c := range checkedFormulas {
		t.Run(c.name, func(t *testing.T) {
			proof := filepath.Join(t.TempDir(), "proof")
			_, status := call(t, c.text, "sat", "--proof", proof, "-")
			if err := refutes(t, strings.NewReader(c.text), proof, 0); (c.count == "0") != (err == nil) || (c.count == "0") != (status == 20) {
				t.Errorf("exit status %d, and the proof: %v", status, err)
			}
			out, status := call(t, c.text, "sat", "--count", "--proof", proof, "-")
			if want := "c s exact arb int " + c.count + "\n"; !strings.HasSuffix(out, want) || (c.count == "0") != (status == 20) {
				t.Errorf("exit status %d, got %q, want %q", status, out, want)
			}
			all, err := os.ReadFile(proof + ".cnf")
			if err != nil {
				t.Fatal(err)
			}
			if err := refutes(t, strings.NewReader(string(all)), proof, 0); err != nil {
				t.Errorf("the proof of the count: %v", err)
			}
			if c.count == "0" {
				return
			}
			if err := refutes(t, strings.NewReader(string(all)), proof, 1); err == nil {
				t.Errorf("the proof of the count holds without the last blocking clause")
			}
		})
	}
}

// refutes checks whether a proof refutes a formula. The parameter without is the number of
// clauses that refutes first removes from the end of the formula.
func refutes(t *testing.T, formula *strings.Reader, proof string, without int) error {
	t.Helper()
	f, err := cnf.Read(formula)
	if err != nil {
		t.Fatal(err)
	}
	f.Clauses = f.Clauses[:len(f.Clauses)-without]
	in, err := os.Open(proof)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	_, err = drat.Check(context.Background(), f, in)
	return err
}

// TestSatProofByDratTrim checks the proofs of counts with drat-trim, the proof checker of the SAT
// competitions.
func TestSatProofByDratTrim(t *testing.T) {
	needs(t, "drat-trim")
	for _, c := range checkedFormulas {
		proof := filepath.Join(t.TempDir(), "proof")
		call(t, c.text, "sat", "--count", "--proof", proof, "-")
		out, _ := exec.Command("drat-trim", proof+".cnf", proof).CombinedOutput()
		if !strings.Contains(string(out), "s VERIFIED") {
			t.Errorf("%s: drat-trim says:\n%s", c.name, out)
		}
	}
}

// TestSatProofSpoilsNothing checks that sat never overwrites the formula with a proof, and changes no
// file when it fails.
func TestSatProofSpoilsNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "p cnf 1 1\n1 0\n"
	for name, content := range map[string]string{"f.cnf": text, "old": "old"} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   []string
		status int
	}{
		{[]string{"--proof", "f.cnf", "f.cnf"}, 2},
		{[]string{"--count", "--proof", "f", "f.cnf"}, 2},
		{[]string{"--count", "--proof", os.DevNull, "f.cnf"}, 2},
		{[]string{"--proof", "", "f.cnf"}, 2},
		{[]string{"--proof", "-", "f.cnf"}, 2},
		{[]string{"--count", "--proof", "-", "f.cnf"}, 2},
		{[]string{"--proof", "nowhere/p", "f.cnf"}, 1},
		{[]string{"--proof", ".", "f.cnf"}, 1},
		{[]string{"--proof", "old", "missing.cnf"}, 1},
	} {
		if out, status := call(t, "", append([]string{"sat"}, c.args...)...); status != c.status || out != "" {
			t.Errorf("sat %q: exit status %d and %q, want %d and nothing", c.args, status, out, c.status)
		}
	}
	for name, want := range map[string]string{"f.cnf": text, "old": "old"} {
		if got, err := os.ReadFile(name); string(got) != want || err != nil {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, want)
		}
	}
	if files, _ := os.ReadDir("."); len(files) != 2 {
		t.Errorf("left %v", files)
	}
}

// pigeons returns the problem of putting n pigeons into n-1 holes, as an exact cover and as a
// formula. A SAT solver takes ages to refute it, in a single call that does not notice interruptions.
func pigeons(n int) (dlx, cnf string) {
	var items, holes, options []string
	clauses := 0
	var b strings.Builder
	for p := range n {
		items = append(items, fmt.Sprintf("p%d", p))
		for h := range n - 1 {
			options = append(options, fmt.Sprintf("p%d h%d", p, h))
			fmt.Fprintf(&b, "%d ", p*n+h+1)
		}
		b.WriteString("0\n")
		clauses++
	}
	for h := range n - 1 {
		holes = append(holes, fmt.Sprintf("h%d", h))
		for p := range n {
			for q := range p {
				fmt.Fprintf(&b, "-%d -%d 0\n", p*n+h+1, q*n+h+1)
				clauses++
			}
		}
	}
	dlx = strings.Join(items, " ") + " | " + strings.Join(holes, " ") + " ; " + strings.Join(options, " ; ")
	return dlx, fmt.Sprintf("p cnf %d %d\n%s", n*n, clauses, b.String())
}

// pairs returns a formula of n clauses, each of two variables of its own. It has 3^n models.
func pairs(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "p cnf %d %d\n", 2*n, n)
	for i := range n {
		fmt.Fprintf(&b, "%d %d 0\n", 2*i+1, 2*i+2)
	}
	return b.String()
}

// TestStoppedCount checks what sat --count prints under a limit. If there are more models, it prints
// the limit and no line that a program could take for the count of the formula. Otherwise the limit
// changes nothing.
func TestStoppedCount(t *testing.T) {
	t.Chdir(t.TempDir())
	const cubes = "p inccnf\n1 2 0\na 1 0\na 2 0\n"
	const linear = "* #variable= 4 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n"
	for _, c := range []struct {
		name, text string
		limit      int
		so, count  string // what is printed; empty: nothing
		status     int
	}{
		{"many models", pairs(11), 5, "5", "", 10},
		{"one model too many", pairs(1), 2, "2", "", 10},
		{"no model too many", pairs(1), 3, "", "3", 10},
		{"no model", "p cnf 1 2\n1 0\n-1 0\n", 1, "", "0", 20},
		{"two of eight variables decide", "c p show 1 2 0\n" + pairs(4), 2, "2", "", 10},
		{"two of eight variables decide, all", "c p show 1 2 0\n" + pairs(4), 3, "", "3", 10},
		{"a model stands for 2^66", "p cnf 68 1\n7 -68 0\n", 9, "9", "", 10},
		{"a model stands for two", "p cnf 3 1\n1 2 0\n", 5, "5", "", 10},
		{"a model stands for two, all", "p cnf 3 1\n1 2 0\n", 6, "", "6", 10},
		{"cubes", cubes, 2, "2", "", 10},
		{"cubes, all", cubes, 3, "", "3", 10},
		{"models outside the cubes", "p inccnf\n1 2 0\na 1 0\n", 1, "1", "", 10},
		{"models outside the cubes, all", "p inccnf\n1 2 0\na 1 0\n", 2, "", "", 0},
		{"linear", linear, 11, "11", "", 10},
		{"linear, all", linear, 12, "", "12", 10},
	} {
		for _, proof := range []bool{false, true} {
			args := []string{"sat", "--count", "--limit", fmt.Sprint(c.limit), "-"}
			if proof {
				if !strings.Contains(c.text, "p cnf") {
					continue
				}
				os.WriteFile("proof", []byte("old"), 0o666)
				args = append(args[:2:2], "--proof", "proof", "--limit", fmt.Sprint(c.limit), "-")
			}
			out, status := call(t, c.text, args...)
			if strings.Contains(out, "c s exact arb int "+c.count+"\n") != (c.count != "") || strings.Contains(out, "c s ") != (c.count != "") {
				t.Errorf("%s: got %q, want the count %q", c.name, out, c.count)
			}
			if so := "c models so far: " + c.so + "\ns SATISFIABLE\n"; strings.HasSuffix(out, so) != (c.so != "") || strings.Contains(out, "so far") != (c.so != "") {
				t.Errorf("%s: got %q, want so far %q", c.name, out, c.so)
			}
			if status != c.status {
				t.Errorf("%s: exit status %d, want %d", c.name, status, c.status)
			}
			if !proof {
				continue
			}
			got, _ := os.ReadFile("proof")
			_, absent := os.Stat("proof.cnf")
			if old := string(got) == "old"; old != (c.so != "") || old != (absent != nil) || old != strings.Contains(out, "no proof") {
				t.Errorf("%s: the old proof is %v, proof.cnf: %v, printed %q", c.name, old, absent, out)
			}
			os.Remove("proof.cnf")
		}
	}
	for _, args := range [][]string{{"--limit", "5"}, {"--count", "--limit", "0"}, {"--timeout", "0s"}} {
		if out, status := call(t, pairs(1), append(append([]string{"sat"}, args...), "-")...); status != 2 || out != "" {
			t.Errorf("sat %q: exit status %d and %q, want 2 and nothing", args, status, out)
		}
	}
}

// TestCountTimeout checks what sat --count prints when its time is over. While it lists, this is the
// number of models that it has found, and no count. The formulas have 3^30 models.
func TestCountTimeout(t *testing.T) {
	icnf := "p inccnf\n" + pairs(30)[len("p cnf 60 30\n"):] + "a 1 0\na 2 0\n"
	var linear strings.Builder
	for i := range 30 {
		fmt.Fprintf(&linear, "+1 x%d +1 x%d >= 1 ;\n", 2*i+1, 2*i+2)
	}
	for _, text := range []string{pairs(30), icnf, linear.String()} {
		for _, limit := range []string{"1ms", "300ms"} {
			out, status := call(t, text, "sat", "--count", "--limit", "1000000000000", "--timeout", limit, "-")
			var n int
			_, told, _ := strings.Cut(out, "c models so far: ")
			var verdict string
			if _, err := fmt.Sscanf(told, "%d\ns %s\n", &n, &verdict); err != nil || strings.Contains(out, "c s ") || !strings.Contains(out, "--timeout") {
				t.Errorf("got %q (%v), want the models so far", out, err)
			}
			if want := map[bool]int{true: 10}[n > 0]; status != want || verdict == "SATISFIABLE" != (n > 0) {
				t.Errorf("exit status %d and %s after %d models", status, verdict, n)
			}
		}
	}
	_, hard := pigeons(14)
	if out, status := call(t, hard, "sat", "--count", "--timeout", "1ms", "-"); status != 0 || !strings.HasSuffix(out, "\ns UNKNOWN\n") || strings.Contains(out, "so far") || strings.Contains(out, "c s ") {
		t.Errorf("exit status %d and %q, want no number", status, out)
	}
}

// TestCountWithoutListing counts far more models than could be listed.
func TestCountWithoutListing(t *testing.T) {
	icnf := "p inccnf\n" + pairs(20)[len("p cnf 40 20\n"):] + "a 1 0\na -1 0\n"
	for _, c := range []struct{ text, count string }{
		{pairs(20), "3486784401"}, // 3^20
		{icnf, "3486784401"},
		{"p cnf 70 1\n70 -70 0\n", "1180591620717411303424"}, // 2^70
		{"c p show 1 3 5 0\n" + pairs(20), "8"},
		{"c p show 0\n" + pairs(20), "1"},
		{"c p show 0\np cnf 1 2\n1 0\n-1 0\n", "0"},
	} {
		out, status := call(t, c.text, "sat", "--count", "-")
		if want := map[bool]int{true: 20, false: 10}[c.count == "0"]; status != want || !strings.HasSuffix(out, "\nc s exact arb int "+c.count+"\n") {
			t.Errorf("%q: exit status %d and %q, want %s", c.text, status, out, c.count)
		}
	}
}

// TestSatWithoutCount checks that the verdict of sat does not depend on weights and projections. With
// --count, sat refuses these texts. The formula has a model, and none with its last clause.
func TestSatWithoutCount(t *testing.T) {
	for _, line := range []string{"c p weight 1 0.4 0", "c t wmc", "c t mc\nc p show 1 0", "c p show 7 0", "c p show 1", "c max 1 2 0", "c p show 1 0\nvp 2 0"} {
		for status, text := range map[int]string{
			10: line + "\np cnf 2 1\n1 2 0\n",
			20: "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n" + line,
		} {
			if _, got := call(t, text, "sat", "-"); got != status {
				t.Errorf("%q: exit status %d, want %d", text, got, status)
			}
			if out, got := call(t, text, "sat", "--count", "-"); got != 2 || out != "" {
				t.Errorf("--count of %q: exit status %d and %q, want 2", text, got, out)
			}
		}
		cubes := "p inccnf\n1 2 0\na 1 0\n" + line
		if _, got := call(t, cubes, "sat", "-"); got != 10 {
			t.Errorf("%q: exit status %d, want 10", cubes, got)
		}
	}
}

// TestPastedCounts counts formulas in the forms of other programs. The counts follow from the
// formulas: 3 of 4 values of two variables, times 2 for each free variable.
func TestPastedCounts(t *testing.T) {
	const clause = "p cnf 3 1\n1 2 3 0\n"
	for text, want := range map[string]string{
		clause:                                            "7",
		clause + "%\n0\n":                                 "7",
		clause + "%\n0\nc p show 1 2 0\n":                 "4",
		clause + "%\n0\n\nc ind 1 2 0\n":                  "4",
		clause + "cr 1 2 0\n":                             "4",
		clause + "c project 1 2 0\n":                      "4", // clasp --parse-ext --project counts 4 too
		"vp 1 2 0\n" + clause:                             "4",
		"\ufeffc p show 1 2 0\r" + clause:                 "4",
		"c max 3 variables\n" + clause:                    "7",
		"* #variable=4 #constraint=1\n+1 x1 +1 x2 >= 1 ;": "12", // clasp: 12
		"\n* #variable= 4 #constraint= 1\n+1 x1 +1 x2 >= 1 ; * the end": "12", // clasp: 12
		"\ufeff* #variables = 4 #constraints = 1\r+1 x1 +1 x2 >= 1 ;\r": "12",
	} {
		if out, _ := call(t, text, "sat", "--count", "-"); !strings.HasSuffix(out, "c s exact arb int "+want+"\n") {
			t.Errorf("%q: got %q, want %s", text, out, want)
		}
	}
}
