package flatzinc

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"counterproof/encode"
)

// small has each kind of item and annotation.
const small = `% a comment
predicate odd(var float: x, array [int] of var int: y);
array [1..2] of int: weights = [1,-2];
set of int: few = {1,3,4,9};
int: n = -7;
bool: yes = true;
var 1..4: a:: output_var:: mzn_path("m.mzn|1|1|1|8|vd;");
var {3,1,2,9}: b:: output_var;
var bool: p ::var_is_introduced :: is_defined_var;
var -9..9: free;
var 2..20: alias:: output_var = a;
var 1..5: five:: output_var = 5;
var 1..5: six = 6;
array [1..4] of var int: q:: output_array([0..1,{4,5}]) = [a,7,b,alias];
array [1..0] of var bool: none:: output_array([1..0]) = [];
constraint int_lin_le(weights,[a,b],n):: mzn_path("m.mzn|5|12|5|20|;"):: mzn_constraint_name("the rule");
constraint int_le_reif(q[1],weights[2],p):: defines_var(p):: domain;
constraint set_in(free,few);
constraint set_in(free,2..3);
constraint bool_clause([p,yes,false],[]);
constraint bool_xor(p,true);
solve :: int_search(q, input_order, indomain_min, complete) maximize a;
`

// TestRead checks what a text with all kinds of items means.
func TestRead(t *testing.T) {
	m, err := Read([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	v := func(i int) Operand { return Operand{Var: i} }
	names := ""
	for _, x := range m.Vars {
		names += fmt.Sprint(x.Name, x.Domain, " ")
	}
	if want := "a[{2 4}] b[{1 3} {9 9}] p[{0 1}] free[{-9 9}] six[] "; names != want {
		t.Errorf("variables: got %s, want %s", names, want)
	}
	outputs := []Output{
		{"a", false, false, nil, []Operand{v(0)}},
		{"b", false, false, nil, []Operand{v(1)}},
		{"alias", false, false, nil, []Operand{v(0)}},
		{"five", false, false, nil, []Operand{Constant(5)}},
		{"q", false, true, []Range{{0, 1}, {4, 5}}, []Operand{v(0), Constant(7), v(1), v(0)}},
		{"none", true, true, []Range{{1, 0}}, nil},
	}
	if !reflect.DeepEqual(m.Outputs, outputs) {
		t.Errorf("outputs: got %+v, want %+v", m.Outputs, outputs)
	}
	c := m.Constraints
	if len(c) != 6 || c[0].Label != "the rule" || c[0].Path != "m.mzn|5|12|5|20|;" || c[0].Line != 16 || c[0].Column != 12 || c[0].Defines != -1 || c[1].Defines != 2 {
		t.Errorf("constraints: got %+v", c)
	}
	for i, want := range []string{
		"[{[{-1 1} {-1 -2}] []} {[{0 0} {1 0}] []} {[{-1 -7}] []}]",
		"[{[{0 0}] []} {[{-1 -2}] []} {[{2 0}] []}]",
		"[{[{3 0}] []} {[] [{1 1} {3 4} {9 9}]}]",
		"[{[{3 0}] []} {[] [{2 3}]}]",
		"[{[{2 0} {-1 1} {-1 0}] []} {[] []}]",
		"[{[{2 0}] []} {[{-1 1}] []} {[{-1 1}] []}]",
	} {
		if got := fmt.Sprint(c[i].Args); got != want {
			t.Errorf("constraint %d: got %s, want %s", i, got, want)
		}
	}
	if m.Goal != Maximize || m.Objective != v(0) {
		t.Errorf("goal: got %v %v", m.Goal, m.Objective)
	}
}

// TestErrors checks the positions of errors and that their messages name what is wrong.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text         string
		line, column int
		words        string // parts of the message
	}{
		{"", 1, 1, "solve"},
		{"var 1..3: x;\n", 2, 1, "solve"},
		{"solve satisfy", 1, 14, "; end"},
		{"var 1..3: x;\nsolve satisfy;\nconstraint int_eq(x", 3, 20, "end"},
		{"constraint foo(1);", 1, 12, "foo"},
		{"constraint float_plus(x,y,z);", 1, 12, "float_plus"},
		{"var 1..3: x;\nconstraint int_eq(x,  y);", 2, 23, "y declared"},
		{"var 1..3: x = y;\nvar 1..3: y = x;", 1, 15, "y declared"}, // a cycle
		{"var 1..3: x = x;", 1, 15, "x declared"},
		{"var 0..1152921504606846976: x;", 1, 8, "2^40"},
		{"var 0..99999999999999999999999: x;", 1, 8, "2^40 9999"},
		{"var int: x;\nvar float: y;", 2, 5, "float"},
		{"var 1.5..2.0: y;", 1, 5, "float"},
		{"array [1..2] of float: y = [1.0,2.0];", 1, 17, "float"},
		{"var int: x;\nconstraint int_eq(x, 1e5);", 2, 22, "float"},
		{"var set of 1..3: s;", 1, 16, "sets"},
		{"array [1..2] of set of int: s = [{},{}];", 1, 27, "sets"},
		{"array [0..2] of int: a = [1,2,3];", 1, 9, "array from 1"},
		{"array [1..-1] of int: a = [];", 1, 13, "-1"},
		{"array [1..3] of int: a = [1,2];", 1, 1, "a 3 2"},
		{"array [1..2] of var int: a;", 1, 27, "= a"},
		{"int: n;", 1, 7, "= n"},
		{"var bool: p; var bool: p;", 1, 14, "p twice"},
		{"var bool: p; constraint int_eq(p, 1);", 1, 32, "integer p"},
		{"var 1..3: x; constraint bool_not(x, true);", 1, 34, "Boolean x"},
		{"var 1..3: x; constraint int_lin_eq([x],[x],3);", 1, 37, "constant x"},
		{"var 1..3: x; constraint int_lin_eq([1,2],[x],3);", 1, 25, "weights"},
		{"var 1..3: x; constraint fzn_table_int([x,x],[1,2,3]);", 1, 25, "rows"},
		{"constraint fzn_table_int([],[]);", 1, 12, "at least one variable"},
		{"var 1..3: x; constraint array_int_maximum(x,[]);", 1, 25, "element"},
		{"array [1..2] of int: a = [1,2]; constraint int_eq(a[3],1);", 1, 51, "1 to 2 3"},
		{"solve satisfy; solve satisfy;", 1, 22, "one solve"},
		{"solve sort x;", 1, 7, "sort"},
		{"solve satisfy :: f(g(1);", 1, 25, "end"},
		{"var 1..3: x :: mzn_path(\"a\n\");", 1, 25, `"`},
		{"@", 1, 1, "@"},
	} {
		_, err := Read([]byte(c.text))
		var at *encode.ParseError
		if !errors.As(err, &at) {
			t.Errorf("%q: got %v", c.text, err)
			continue
		}
		if at.Line != c.line || at.Column != c.column {
			t.Errorf("%q: the error is at %d:%d, want %d:%d: %v", c.text, at.Line, at.Column, c.line, c.column, err)
		}
		for word := range strings.FieldsSeq(c.words) {
			if !strings.Contains(at.Err.Error(), word) {
				t.Errorf("%q: the message %v does not have %q", c.text, at.Err, word)
			}
		}
	}
	for n := range len(small) - 2 { // without the last semicolon and line end
		if _, err := Read([]byte(small[:n])); err == nil {
			t.Errorf("the first %d bytes of a text are accepted", n)
		}
	}
}

// TestManyVariables reads 100,000 variables and a constraint on each.
func TestManyVariables(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, "var 0..%d: x%d:: output_var;\n", i+1, i)
	}
	for i := range 100_000 {
		fmt.Fprintf(&b, "constraint int_le(1, x%d);\n", i)
	}
	m, err := Read([]byte(b.String() + "solve satisfy;\n"))
	if err != nil || len(m.Outputs) != 100_000 || len(m.Constraints) != 100_000 {
		t.Fatal(err)
	}
	if conflict, err := NewChecker(m).Complete([]Given{{5, 1}}); conflict != nil || err != nil {
		t.Errorf("got %v, %v", conflict, err)
	}
}

// FuzzRead checks that Read and the evaluation of what it reads do not panic.
func FuzzRead(f *testing.F) {
	f.Add(small)
	for name, letters := range Signatures {
		args := ""
		for _, letter := range letters {
			args += "," + map[rune]string{'i': "x", 'b': "p", 'c': "3", 's': "{1,4}", 'I': "[x,y]", 'B': "[p,true]", 'C': "[1,2]", 'D': "[true,false]"}[letter]
		}
		f.Add("var 1..3: x:: output_var; var int: y; var bool: p; constraint " + name + "(" + args[1:] + "); solve satisfy;")
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Read([]byte(text))
		if err != nil {
			var at *encode.ParseError
			if !errors.As(err, &at) || at.Line < 1 || at.Column < 1 {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if m.Bound() == nil {
			_, _ = NewChecker(m).Complete(nil)
		}
	})
}
