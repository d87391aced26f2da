package model

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/flatzinc"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/counter"
)

// holes returns a domain from lo to hi without the multiples of 97.
func holes(lo, hi int) string {
	var values []string
	for v := lo; v <= hi; v++ {
		if v%97 != 0 {
			values = append(values, fmt.Sprint(v))
		}
	}
	return "{" + strings.Join(values, ",") + "}"
}

// TestWide compares constraints with a number that is binary in every style with brute force.
func TestWide(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	long := os.Getenv("COUNTERPROOF_LONG") != "" // half a minute; the multipliers alone take a minute more
	for i, name := range primitives() {
		if !strings.Contains(name, "int") && name[:3] != "set" || !long && (i%4 > 0 || strings.Contains("int_times int_div int_mod int_pow", name)) {
			continue
		}
		tried := 0
		for tries := 0; tries < 60 && tried < 1; tries++ {
			domain := []string{"0..1100", "-600..600", holes(-600, 600), holes(1, 1300), "-1200..-100"}[rng.IntN(5)]
			text := fmt.Sprintf("var %s: x1;\nvar %s: x2;\nvar {-3,2,3}: x3;\nvar 2..2: x4;\nvar bool: b1;\nvar bool: b2;\nvar bool: b3;\n",
				domain, domains[rng.IntN(len(domains))])
			few := []string{"-3", "-2", "-1", "0", "1", "2", "3", "8", "9", "27"}
			for range 9 {
				few = append(few, fmt.Sprint(rng.IntN(2000)-700))
			}
			text += "constraint set_in(x1,{" + strings.Join(few, ",") + "});\n" + random(rng, name) + "solve satisfy;\n"
			p := only(read(t, text))
			if n := len(p.brute(t)); n > 0 && n <= 300 && strings.Count(text, "x1") > 2 {
				check(t, p, text)
				tried++
			}
		}
		if tried == 0 {
			t.Errorf("%s: no problem with 1 to 300 solutions", name)
		}
	}
}

// TestHuge counts problems whose numbers of solutions follow from arithmetic. The numbers are binary in every style.
func TestHuge(t *testing.T) {
	for _, x := range []struct {
		text string
		want string
	}{
		// 5040 has 60 divisors.
		{"var 1..1030: x; var 1..1030: y; constraint int_times(x,y,5040);", "52"},
		{"var 0..1030: x; var 0..1099511627775: y; constraint int_times(x,x,y);", "1031"},
		{"var 1..1099511627775: x; var 1..1: y; constraint int_eq(x,x);", "1099511627775"},
		{"var -2000..2000: x; var 0..2000: y; constraint int_abs(x,y);", "4001"},
		{"var -1000000..1000000: x; var -1000000..1000000: y; constraint int_lin_eq([1000000,1],[x,y],0);", "3"},
		{"var -1000000..1000000: x; constraint int_div(x,1000,7);", "1000"},
		{"var -2000..2000: x; constraint int_mod(x,-100,-7);", "20"},
		{"var -1000000..1000000: x; constraint set_in(x,{-5,3,4,77,999999,1000001});", "5"},
		{"var -1000000..1000000: x; var bool: b; constraint int_lin_le_reif([3],[x],-4,b);", "2000001"},
		{"var 1..1000000: x; var 1..1000000: y; constraint int_min(x,y,999999);", "3"},
		{"var 0..1200: x; var 0..1200: y; constraint int_pow(y,2,x);", "35"},
		{"var 1..3: i; var 0..1000000: x; var 0..9999999: y; constraint array_var_int_element(i,[7,x,5000000],y);", "3000003"},
	} {
		for _, style := range styles[:1] {
			enc, err := read(t, x.text+" solve satisfy;").formula(style)
			if err != nil {
				t.Errorf("%s: %s: %v", x.text, style, err)
				continue
			}
			got, err := counter.Counter{F: &enc.Formula}.Count(context.Background(), new(cnf.Stats))
			if want, _ := new(big.Int).SetString(x.want, 10); err != nil || got.Cmp(want) != 0 {
				t.Errorf("%s: %s: %v with error %v, want %s", x.text, style, got, err, x.want)
			}
		}
	}
}

// TestTooLarge checks that models that are too large end with an error, and that models without solutions have no
// models.
func TestTooLarge(t *testing.T) {
	long := "var -1000..1000: x;\n"
	for i := range 3000 {
		long += fmt.Sprintf("var 0..1000: y%d; constraint int_lin_ne([1,-1],[x,y%d],3);\n", i, i)
	}
	for _, x := range []struct{ text, want string }{
		{"var 0..999999: x; var 0..999999: y; constraint int_lin_eq([1099511627776,1099511627776],[x,y],1);", "line 1, column"},
		{"var 0..1099511627775: x; var 0..1099511627775: y; constraint int_times(x,y,7);", "line 1, column"},
		{"var 0..9999: x; var 0..9999: y; constraint int_pow(x,y,7);", "line 1, column"},
		{long, "literals"},
		{"var {}: x; var 1..3: y;", ""},
		{"var 1..3: x; var 4..5: y; constraint int_eq(x,y);", ""},
		{"var 1..3: x; constraint array_int_element(x,[],2);", ""},
		{"var 1..3: x; constraint fzn_table_int([x],[]);", ""},
		{"var bool: x; constraint bool_clause([],[]);", ""},
		{"var bool: x; constraint array_bool_xor([]);", ""},
		{"var bool: x; constraint int_lin_eq([],[],1);", ""},
	} {
		for _, style := range styles {
			p := read(t, x.text+" solve satisfy;", "x", "y")
			enc, err := p.formula(style)
			if x.want != "" {
				if x.text == long && style == "log" {
					continue // fits
				}
				if err == nil || !strings.Contains(err.Error(), x.want) {
					t.Errorf("%.100s: %s: error %v, want %q", x.text, style, err, x.want)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %s: %v", x.text, style, err)
				continue
			}
			if n, err := sat.Count(context.Background(), &enc.Formula); n != 0 || err != nil {
				t.Errorf("%s: %s: %d models with error %v, want 0", x.text, style, n, err)
			}
		}
	}
}

// TestSites checks sites that are constants, equal variables, and parts of a larger domain, with given values.
func TestSites(t *testing.T) {
	text := "var 1..4: x; var 2..9: y; var bool: b; var 0..5: i; var 3..3: c; var 0..2000: z; constraint int_eq(x,y); constraint bool2int(b,i); constraint int_lin_eq([1000,-1],[i,z],0); solve satisfy;"
	for _, style := range styles {
		p := read(t, text)
		p.sites = append(p.sites, p.sites[0])
		p.sites[0].domain = flatzinc.Set{{Lo: 1, Hi: 9}}
		p.sizes = append(p.sizes, p.sizes[0])
		p.sizes[0] = 9
		solutions := func(style string, more ...func(e *encode.Encoder)) []string {
			all, models := p.list(t, style, more...)
			if models != int64(len(all)) {
				t.Errorf("%s: %d models, want %d", style, models, len(all))
			}
			return all
		}
		if got, want := fmt.Sprint(solutions(style)), "[[2 2 0 0 3 0 2] [2 2 1 1 3 1000 2] [3 3 0 0 3 0 3] [3 3 1 1 3 1000 3] [4 4 0 0 3 0 4] [4 4 1 1 3 1000 4]]"; got != want {
			t.Errorf("%s: %s, want %s", style, got, want)
		}
		for site, s := range p.sites {
			for v := range min(s.domain.Size(), 12) {
				var want []string
				for _, x := range solutions(style) {
					if fields := strings.Fields(strings.Trim(x, "[]")); fields[site] == fmt.Sprint(s.domain.At(v)) {
						want = append(want, x)
					}
				}
				for what, more := range map[string]func(e *encode.Encoder){
					"Require": func(e *encode.Encoder) { e.Require(site, v) },
					"Is":      func(e *encode.Encoder) { e.Add(e.Is(site, v)) },
				} {
					if got := solutions(style, more); !slices.Equal(got, want) {
						t.Errorf("%s: %s(%d, %d) leaves %v, want %v", style, what, site, v, got, want)
					}
				}
			}
		}
	}
}
