package cnf

import (
	"errors"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadCount(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		status           Status
	}{
		{"the competition's, 2021", "c o hello\ns SATISFIABLE\nc s type pmc\nc s log10-estimate 4.4219656882\nc s exact arb int 26422\n", "26422", Satisfiable},
		{"the count first", "c s exact arb int 7\ns SATISFIABLE", "7", Satisfiable},
		{"the count alone", "c s exact arb int 7", "7", Satisfiable},
		{"the competition's, 2020", "c hello\ns mc 30\n", "30", Satisfiable},
		{"2020, projected", "s pmc 0\n", "0", Unsatisfiable},
		{"a status and an old count", "s SATISFIABLE\ns mc 30\n", "30", Satisfiable},
		{"a bare number", "s 26422\r\n", "26422", Satisfiable},
		{"beyond a float64", "s SATISFIABLE\nc s log10-estimate 400\nc s exact arb int 1" + strings.Repeat("0", 400) + "\n", "1" + strings.Repeat("0", 400), Satisfiable},
		{"a count of 0", "s UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\nc s exact arb int 0\n", "0", Unsatisfiable},
		{"unsatisfiable without a count", "s UNSATISFIABLE\n", "", Unsatisfiable},
		{"unknown", "s UNKNOWN\n", "", Unknown},
		{"a count of 0 by d4", "s UNSATISFIABLE\nc s\nc s log10-estimate -inf\nc s exact quadruple int 0\n", "0", Unsatisfiable},
		{"the same twice", "s mc 5\nc s exact arb int 5\n", "5", Satisfiable},
		{"one", "c s log10-estimate 0\ns mc 1\n", "1", Satisfiable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, err := ReadAnswer(iotest.OneByteReader(strings.NewReader(tt.text)), 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if a.Count != nil {
				got = a.Count.String()
			}
			if got != tt.want || a.Status != tt.status {
				t.Errorf("got %s %v, want %s %v", got, a.Status, tt.want, tt.status)
			}
		})
	}
}

func TestReadCountErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", "line 1, column 1, SAT, UNSAT, INDET"},
		{"two numbers", "s mc 5\nc s exact arb int 6\n", "line 2, column 19"},
		{"rounded", "s SATISFIABLE\nc s exact quadruple int 6\n", "line 2, column 21, quadruple"},
		{"none and some, rounded", "s UNSATISFIABLE\nc s exact quadruple int 6\n", "line 3, column 1, UNSATISFIABLE, 0"},
		{"none and some", "s UNSATISFIABLE\nc s exact arb int 6\n", "line 3, column 1, UNSATISFIABLE, 0"},
		{"some and none", "s SATISFIABLE\nc s exact arb int 0\n", "line 3, column 1, SATISFIABLE, 0"},
		{"unknown and a count", "s UNKNOWN\nc s type mc\nc s exact arb int 0\n", "line 4, column 1, UNKNOWN"},
		{"an old count and unknown", "s mc 5\ns UNKNOWN\n", "line 3, column 1, UNKNOWN"},
		{"another estimate", "c s log10-estimate 2\ns mc 30\n", "line 3, column 1, 2, 1.47712"},
		{"an estimate of none", "c s log10-estimate -inf\ns mc 30\n", "line 3, column 1, 1.47712"},
		{"a bad estimate", "c s log10-estimate many\n", `line 1, column 20, "many"`},
		{"approximate", "s SATISFIABLE\nc s approx arb int 30\n", "line 2, column 5"},
		{"a float", "c s exact double prec-sci 3.0e+01\n", `line 1, column 18, "double", "prec-sci"`},
		{"weighted", "c s type wmc\n", `line 1, column 10, mc, pmc, "wmc"`},
		{"weighted, 2020", "s wmc 0.5\n", `line 1, column 3, mc, pmc, "wmc"`},
		{"no integer", "s mc 3.5\n", `line 1, column 6, "3.5"`},
		{"negative", "c s exact arb int -3\n", `line 1, column 19, "-3"`},
		{"empty", "s mc\n", "line 1, column 5"},
		{"more behind it", "s mc 3 0\n", `line 1, column 8, "0"`},
		{"too long", "s mc " + strings.Repeat("1", maxDigits+1), "line 1, column 6, 1048576"},
		{"a model, too", "s mc 3\nv 0\n", "line 3, column 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadAnswer(strings.NewReader(tt.text), 0, nil)
			checkError(t, err, tt.want)
		})
	}
}

// TestWriteCount checks the exact text of a count and reads it back.
func TestWriteCount(t *testing.T) {
	power := new(big.Int).Lsh(big.NewInt(1), 2000)
	for _, tt := range []struct {
		n        *big.Int
		status   Status
		kind     string
		estimate string
	}{
		{big.NewInt(0), Unsatisfiable, "pmc", "-inf"},
		{big.NewInt(1), Satisfiable, "mc", "0"},
		{big.NewInt(7), Satisfiable, "pmc", "0.845098040014257"}, // log10(7)
		{big.NewInt(1000), Satisfiable, "mc", "3"},
		{power, Satisfiable, "pmc", "602.059991327962"}, // 2000*log10(2)
	} {
		var b strings.Builder
		if err := WriteCount(&b, tt.status, tt.kind == "pmc", tt.n); err != nil {
			t.Fatal(err)
		}
		want := "s " + tt.status.String() + "\nc s type " + tt.kind + "\nc s log10-estimate " + tt.estimate + "\nc s exact arb int " + tt.n.String() + "\n"
		if b.String() != want {
			t.Errorf("got\n%swant\n%s", b.String(), want)
		}
		a, err := ReadAnswer(strings.NewReader(b.String()), 0, nil)
		if err != nil || a.Status != tt.status || a.Count.Cmp(tt.n) != 0 {
			t.Errorf("read again: %v %v", a, err)
		}
	}
}

func FuzzReadCount(f *testing.F) {
	f.Add("s SATISFIABLE\nc s type pmc\nc s log10-estimate 1.4771\nc s exact arb int 30\n")
	f.Add("s mc 30\n")
	f.Add("s UNSATISFIABLE\n")
	f.Add("c s approx double int 3\n")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ReadAnswer(strings.NewReader(text), 0, nil)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("got %v, want a *SyntaxError with a place", err)
			}
			return
		}
		if a.Count != nil && (a.Status == Unknown || a.Count.Sign() < 0 || a.Count.Sign() == 0 != (a.Status == Unsatisfiable)) {
			t.Fatalf("got %v", a)
		}
	})
}
