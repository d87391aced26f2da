package flatzinc

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// Read reads a model. The errors are *encode.ParseError.
func Read(data []byte) (*Model, error) {
	r := &reader{text: string(data), line: 1, column: 1, model: &Model{}, named: map[string]entry{}}
	for r.next(); r.kind != end; {
		r.item()
		if r.err != nil {
			return nil, r.err
		}
	}
	switch {
	case r.err != nil:
		return nil, r.err
	case !r.solved:
		return nil, encode.Errorf(r.at.line, r.at.column, "want a solve item before the end of the text")
	}
	return r.model, nil
}

// item reads one item with its semicolon.
func (r *reader) item() {
	switch {
	case r.take("predicate"):
		for r.kind != end && r.word != ";" {
			r.next()
		}
	case r.take("constraint"):
		r.constraint()
	case r.take("solve"):
		r.goal()
	default:
		r.declaration()
	}
	r.want(";")
}

func (r *reader) goal() {
	if r.solved {
		r.fail("want one solve item, got another one")
	}
	r.solved = true
	r.annotations()
	at := r.at
	switch word := r.name(); word {
	case "satisfy":
	case "minimize", "maximize":
		r.model.Goal = Minimize
		if word == "maximize" {
			r.model.Goal = Maximize
		}
		r.model.Objective = r.argument('i', at).Elems[0]
	default:
		r.at = at
		r.fail("want satisfy, minimize or maximize, got %q", word)
	}
	r.annotations()
}

// A declared type has the letter of Signatures for its values, such as 'i' or 'I'.
type declared struct {
	letter   byte
	variable bool
	domain   Set
	size     int // of an array
}

func (r *reader) declaration() {
	at := r.at
	t := r.declared()
	r.want(":")
	id := r.name()
	notes := r.annotations()
	if _, known := r.named[id]; known {
		r.at = at
		r.fail("%s is declared twice", id)
	}
	var arg Arg
	if r.take("=") {
		arg = r.argument(t.letter, at)
		if t.size >= 0 && len(arg.Elems) != t.size && r.err == nil {
			r.at = at
			r.fail("%s: want %s, got %d", id, wording.Plural(t.size, "element"), len(arg.Elems))
		}
	} else if !t.variable || t.size >= 0 {
		r.fail("want = and a value for %s, got %q", id, r.shown())
	}
	if r.err != nil {
		return
	}
	if t.variable && t.size < 0 {
		arg = r.variable(id, t, arg, notes, at)
	}
	r.named[id] = entry{arg, string(t.letter)}
	if notes.output || notes.dims != nil {
		r.model.Outputs = append(r.model.Outputs, Output{id, t.letter == 'b' || t.letter == 'B', t.size >= 0, notes.dims, arg.Elems})
	}
}

// variable adds a variable. If it has a value, the result is this value, and its domain gets narrower.
func (r *reader) variable(id string, t declared, value Arg, notes notes, at position) Arg {
	m := r.model
	if len(value.Elems) == 1 && value.Elems[0].Var >= 0 {
		v := &m.Vars[value.Elems[0].Var]
		v.Domain = Intersect(v.Domain, t.domain)
		return value
	}
	if len(value.Elems) == 1 && t.domain.Contains(value.Elems[0].Value) {
		return value
	}
	if len(value.Elems) == 1 { // the value is outside of the domain, so that there is no solution
		t.domain = nil
	}
	m.Vars = append(m.Vars, Var{Name: id, Bool: t.letter == 'b', Domain: t.domain, Introduced: notes.introduced, Defined: notes.defined, Line: at.line})
	return Arg{Elems: []Operand{{Var: len(m.Vars) - 1}}}
}

func (r *reader) declared() (t declared) {
	t.size = -1
	if r.take("array") {
		r.want("[")
		if from := r.number64(); from != 1 {
			r.fail("want an array from 1, got %d", from)
		}
		r.want("..")
		if t.size = r.number64(); t.size < 0 {
			r.fail("want an array of 0 or more elements, got %d", t.size)
		}
		r.want("]")
		r.want("of")
	}
	t.variable = r.take("var")
	set := r.take("set")
	if set {
		r.want("of")
	}
	switch {
	case r.take("bool"):
		t.letter, t.domain = 'b', Set{{0, 1}}
	case r.take("int"):
		t.letter, t.domain = 'i', Set{{-Most, Most}}
	case r.kind == name && r.word == "float":
		r.fail("want int or bool, got float: only models without floats can be counted")
	case r.kind == number || r.word == "{":
		t.letter, t.domain = 'i', r.set()
	default:
		r.fail("want a declaration, constraint or solve, got %q", r.shown())
	}
	if set && (t.variable || t.size >= 0) {
		r.fail("want no variables that are sets: compile the model with this program, which replaces them by Booleans")
	}
	switch {
	case set:
		t.letter = 's'
	case t.size >= 0 && t.variable:
		t.letter -= 'a' - 'A'
	case t.size >= 0 && t.letter == 'b':
		t.letter = 'D'
	case t.size >= 0:
		t.letter = 'C'
	case !t.variable && t.letter == 'i':
		t.letter = 'c'
	}
	return t
}

func (r *reader) number64() int {
	v := r.value
	if r.kind != number {
		r.fail("want an integer, got %q", r.shown())
		return 0
	}
	r.next()
	return v
}

// set reads a set such as 1..3 or {1,4}.
func (r *reader) set() (s Set) {
	if !r.take("{") {
		lo := r.number64()
		r.want("..")
		if hi := r.number64(); lo <= hi {
			s = Set{{lo, hi}}
		}
		return s
	}
	for !r.take("}") && r.err == nil {
		v := r.number64()
		s = append(s, Range{v, v})
		if r.word != "}" {
			r.want(",")
		}
	}
	return normal(s)
}

func (r *reader) constraint() {
	c := Constraint{Defines: -1, Line: r.at.line, Column: r.at.column}
	at := r.at
	c.Name = r.name()
	letters, known := Signatures[c.Name]
	if !known && r.err == nil {
		r.at = at
		r.fail("unknown constraint %q: want the primitives of the FlatZinc library std; compile the model with this program", c.Name)
	}
	if c.Name == "bool_xor" {
		letters = "bb" // a third argument may follow
	}
	r.want("(")
	for i := 0; i < len(letters) && r.err == nil; i++ {
		if i > 0 {
			r.want(",")
		}
		c.Args = append(c.Args, r.argument(letters[i], r.at))
	}
	if c.Name == "bool_xor" {
		third := Arg{Elems: []Operand{Constant(1)}}
		if r.take(",") {
			third = r.argument('b', r.at)
		}
		c.Args = append(c.Args, third)
	}
	r.want(")")
	notes := r.annotations()
	if r.err != nil {
		return
	}
	if e := r.named[notes.defines]; len(e.arg.Elems) == 1 {
		c.Defines = e.arg.Elems[0].Var
	}
	c.Path, c.Label = notes.path, notes.label
	if problem := c.mismatch(); problem != "" {
		r.at = at
		r.fail("%s: %s", c.Name, problem)
	}
	r.model.Constraints = append(r.model.Constraints, c)
}

// mismatch says why the lengths of the arguments do not fit, or returns an empty text.
func (c *Constraint) mismatch() string {
	switch {
	case strings.Contains(c.Name, "_lin_") && len(c.Args[0].Elems) != len(c.Args[1].Elems):
		return "want as many weights as variables"
	case strings.HasPrefix(c.Name, "fzn_table"):
		if n, all := len(c.Args[0].Elems), len(c.Args[1].Elems); n == 0 || all%n > 0 {
			return "want at least one variable, and rows that are as long as the list of variables"
		}
	case (c.Name == "array_int_maximum" || c.Name == "array_int_minimum") && len(c.Args[1].Elems) == 0:
		return "want at least one element"
	}
	return ""
}

// argument reads a value for a parameter with the given letter.
func (r *reader) argument(letter byte, at position) (arg Arg) {
	fallback := Arg{Elems: []Operand{Constant(0)}} // after an error
	switch {
	case letter == 's':
		if r.kind == name {
			return r.known(letter, at)
		}
		return Arg{Set: r.set()}
	case letter >= 'a':
		if arg = r.single(letter); r.err != nil {
			return fallback
		}
		return arg
	case r.kind == name:
		return r.known(letter, at)
	}
	r.want("[")
	for !r.take("]") && r.err == nil {
		arg.Elems = append(arg.Elems, r.single(letter+'a'-'A').Elems...)
		if r.word != "]" {
			r.want(",")
		}
	}
	return arg
}

// single reads a number, a truth value, a name, or an element of an array.
func (r *reader) single(letter byte) Arg {
	at := r.at
	boolean := letter == 'b' || letter == 'd'
	switch {
	case !boolean && r.kind == number:
		return Arg{Elems: []Operand{Constant(r.number64())}}
	case boolean && r.take("true"):
		return Arg{Elems: []Operand{Constant(1)}}
	case boolean && r.take("false"):
		return Arg{Elems: []Operand{Constant(0)}}
	}
	return r.known(letter, at)
}

// known reads a name that stands for a value that fits a letter.
func (r *reader) known(letter byte, at position) Arg {
	id := r.name()
	if r.err != nil {
		return Arg{}
	}
	e, found := r.named[id]
	if !found {
		r.at = at
		r.fail("unknown name %q: want a variable or parameter that is declared before", wording.Short(id))
		return Arg{}
	}
	if e.types < "a" && r.take("[") { // an element of an array
		i := r.number64()
		r.want("]")
		if i < 1 || i > len(e.arg.Elems) {
			r.at = at
			r.fail("want an element from 1 to %d of %s, got %d", len(e.arg.Elems), id, i)
			return Arg{}
		}
		e = entry{Arg{Elems: e.arg.Elems[i-1 : i]}, strings.ToLower(e.types)}
	}
	const fits = "ii ic ci cc bb bd db dd ss II IC CI CC BB BD DB DD"
	if !strings.Contains(fits, string(letter)+e.types) {
		r.at = at
		r.fail("want %s, got %s", meanings[letter], id)
		return Arg{}
	}
	if letter == 'c' || letter == 'd' || letter == 'C' || letter == 'D' {
		if slices.ContainsFunc(e.arg.Elems, func(o Operand) bool { return o.Var >= 0 }) {
			r.at = at
			r.fail("want %s, got the variable %s", meanings[letter], id)
		}
	}
	return e.arg
}

var meanings = map[byte]string{
	'i': "an integer", 'b': "a Boolean", 'c': "an integer constant", 'd': "true or false", 's': "a set",
	'I': "an array of integers", 'B': "an array of Booleans", 'C': "an array of integer constants", 'D': "an array of Boolean constants",
}

// notes are the annotations that matter.
type notes struct {
	output, introduced, defined bool
	dims                        []Range // of output_array
	defines, path, label        string
}

func (r *reader) annotations() (n notes) {
	for r.err == nil && r.take("::") {
		switch word := r.name(); {
		case word == "output_var":
			n.output = true
		case word == "var_is_introduced":
			n.introduced = true
		case word == "is_defined_var":
			n.defined = true
		case word == "output_array" && r.take("("):
			n.dims = []Range{}
			r.want("[")
			for !r.take("]") && r.err == nil {
				if s := r.set(); len(s) == 0 {
					n.dims = append(n.dims, Range{1, 0})
				} else {
					n.dims = append(n.dims, Range{s[0].Lo, s[len(s)-1].Hi})
				}
				if r.word != "]" {
					r.want(",")
				}
			}
			r.want(")")
		case word == "defines_var" && r.take("("):
			n.defines = r.name()
			r.want(")")
		case (word == "mzn_path" || word == "mzn_constraint_name") && r.take("("):
			if word == "mzn_path" {
				n.path = r.word
			} else {
				n.label = r.word
			}
			r.next()
			r.want(")")
		case r.take("("):
			for depth := 1; depth > 0 && r.err == nil; r.next() {
				switch {
				case r.kind == end:
					r.fail(`want ")", got the end of the text`)
				case r.kind == sign && r.word == "(":
					depth++
				case r.kind == sign && r.word == ")":
					depth--
				}
			}
		}
	}
	return n
}
