package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/flatzinc"
	"counterproof/encode/wording"
)

// A resolver finds the outputs of a model and makes their sites.
type resolver struct {
	*problem
	ozn   *ozn
	known map[string]value
	flat  map[string]flatzinc.Output
}

// A value is an operand, an optional operand, a list, or a set.
type value struct {
	at     flatzinc.Operand
	absent *int // of an optional operand: the integer that stands for no value
	list   []value
	dims   []flatzinc.Range // of a list
	isList bool

	isSet   bool
	members []int // of a set: the possible ones, and for each its bit in the list
}

// outputs adds the outputs with their sites. Without an .ozn, these are the output variables of the FlatZinc text.
func (r *resolver) outputs(text string, packed bool, project *string, files []SourceFile) error {
	r.known, r.flat = map[string]value{}, map[string]flatzinc.Output{}
	var names []string
	for _, o := range r.Outputs {
		r.flat[o.Name] = o
		names = append(names, o.Name)
	}
	r.ozn = readOzn(text)
	if packed {
		names = r.ozn.names
	}
	if len(names) == 0 {
		if conflict, err := flatzinc.NewChecker(r.Model).Complete(nil); conflict != nil && err == nil {
			return nil // the compiler found that there is no solution, and then prints no variable
		}
		return encode.Errorf(1, 1, "want a model with variables to count, got none: a variable that is defined by an expression does not count")
	}
	if project != nil {
		kept, err := projected(names, *project, files)
		if err != nil {
			return err
		}
		names = kept
	}
	r.problem.outputs = make([]output, 0, len(names)) // the views point into it
	for _, name := range names {
		if err := r.add(name, packed); err != nil {
			return err
		}
	}
	return nil
}

// projected returns the names that a projection has, in the order of the model.
func projected(names []string, project string, files []SourceFile) (kept []string, err error) {
	if project == "output" {
		used := mentioned(files)
		kept = encode.Keep(names, encode.Where(names, func(name string) bool { return used[name] }))
		if len(kept) == 0 {
			return nil, encode.Errorf(1, 1, "want an output item that uses some of %s, got none: use --project NAME,...", shortList(names))
		}
		return kept, nil
	}
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(project, ",") {
		if wanted[name] = true; project != "" && !slices.Contains(names, name) {
			return nil, encode.Errorf(1, 1, "no variable %q in the projection: want some of %s", name, shortList(names))
		}
	}
	return encode.Keep(names, encode.Where(names, func(name string) bool { return wanted[name] })), nil
}

func shortList(names []string) string {
	if len(names) > 20 {
		return strings.Join(names[:20], ", ") + ", ..."
	}
	return strings.Join(names, ", ")
}

func (r *resolver) add(name string, packed bool) error {
	var v value
	ok, isBool := true, false
	if d, declared := r.ozn.declared[name]; packed && declared {
		v, ok = r.named(name)
		isBool = strings.HasSuffix(d.kind, "bool")
	} else {
		v, ok = r.output(name)
		isBool = r.flat[name].Bool
	}
	if !ok {
		return r.ozn.unclear(name)
	}
	o := output{name: name, array: v.isList, bool: isBool, dims: v.dims, enum: r.ozn.enumOf(name)}
	o.index = make([]*enum, len(v.dims))
	if kind := r.ozn.declared[name].kind; strings.HasPrefix(kind, "array [") {
		index, _, _ := strings.Cut(kind[len("array ["):], "]")
		for i, set := range strings.Split(index, ",") {
			if i < len(o.index) {
				o.index[i] = r.ozn.enum(strings.TrimSpace(set))
			}
		}
	}
	elems := []value{v}
	if v.isList {
		elems = v.list
	}
	o.set = len(elems) > 0 && elems[0].isSet
	if n := size(v.dims); v.isList && n != len(elems) {
		return r.ozn.unclear(name)
	}
	r.problem.outputs = append(r.problem.outputs, o)
	at := &r.problem.outputs[len(r.problem.outputs)-1]
	for i, e := range elems {
		if e.isList || e.isSet != o.set {
			return r.ozn.unclear(name)
		}
		r.element(at, at.nameOf(i), e)
	}
	return nil
}

func size(dims []flatzinc.Range) int {
	n := 1
	for _, d := range dims {
		n *= max(0, d.Hi-d.Lo+1)
	}
	return n
}

// nameOf returns the name of an element, such as "q[1,2]".
func (o *output) nameOf(i int) string {
	if !o.array {
		return o.name
	}
	index := make([]string, len(o.dims))
	for k := len(o.dims) - 1; k >= 0; k-- {
		n := o.dims[k].Hi - o.dims[k].Lo + 1
		index[k] = o.index[k].of(o.dims[k].Lo + i%n)
		i /= n
	}
	return o.name + "[" + strings.Join(index, ",") + "]"
}

// element adds the sites of an element.
func (r *resolver) element(o *output, name string, v value) {
	p := r.problem
	e := element{len(p.sites), 1}
	if o.set {
		e.sites = len(v.members)
		for i, member := range v.members {
			at := v.list[i].at
			p.sites = append(p.sites, site{o.enum.of(member) + " in " + name, at, r.domain(at)})
			p.views = append(p.views, view{o, member, nil})
		}
	} else {
		p.sites = append(p.sites, site{name, v.at, r.domain(v.at)})
		p.views = append(p.views, view{o, 0, v.absent})
	}
	o.elems = append(o.elems, e)
}

func (r *resolver) domain(o flatzinc.Operand) flatzinc.Set {
	if o.Var < 0 {
		return flatzinc.Set{{Lo: o.Value, Hi: o.Value}}
	}
	return r.Vars[o.Var].Domain
}

// output returns the value of an output of the FlatZinc text.
func (r *resolver) output(name string) (v value, ok bool) {
	o, ok := r.flat[name]
	if !o.Array {
		if len(o.Elems) == 1 {
			v.at = o.Elems[0]
		}
		return v, ok && len(o.Elems) == 1
	}
	v.isList, v.dims = true, o.Dims
	v.list = wording.Each(o.Elems, func(at flatzinc.Operand) value { return value{at: at} })
	return v, ok
}

// named returns the value of a name of the .ozn.
func (r *resolver) named(name string) (v value, ok bool) {
	if v, ok = r.known[name]; ok {
		return v, true
	}
	d, declared := r.ozn.declared[name]
	switch {
	case !declared:
		return v, false
	case d.expr == "":
		v, ok = r.output(name)
	default:
		n, fine := parse(d.expr)
		delete(r.ozn.declared, name) // so that a cycle ends
		if fine {
			v, ok = r.value(n)
		}
		r.ozn.declared[name] = d
	}
	if ok {
		r.known[name] = v
	}
	return v, ok
}

// value evaluates an expression.
func (r *resolver) value(n node) (v value, ok bool) {
	switch number, err := strconv.Atoi(n.text); {
	case n.call:
		return r.call(n)
	case n.text == "[":
		v.isList, v.dims = true, []flatzinc.Range{{Lo: 1, Hi: len(n.args)}}
		for _, arg := range n.args {
			e, ok := r.value(arg)
			if !ok {
				return v, false
			}
			v.list = append(v.list, e)
		}
		return v, true
	case n.text == "[|":
		v.isList, ok = true, len(n.args) > 0
		for _, arg := range n.args {
			row, fine := r.value(arg)
			ok = ok && fine && len(row.list) == len(n.args[0].args)
			v.list = append(v.list, row.list...)
		}
		v.dims = []flatzinc.Range{{Lo: 1, Hi: len(n.args)}, {Lo: 1, Hi: len(n.args[0].args)}}
		return v, ok
	case n.text == "{" || n.text == "..":
		set, ok := constants(n)
		for _, m := range set {
			for i := m.Lo; i <= m.Hi && len(v.members) < mostMembers; i++ {
				v.members, v.list = append(v.members, i), append(v.list, value{at: flatzinc.Constant(1)})
			}
		}
		v.isSet = true
		return v, ok && len(v.members) < mostMembers
	case n.text == "<>":
		return value{at: flatzinc.Constant(0), absent: new(int)}, true
	case err == nil && number <= flatzinc.Most && number >= -flatzinc.Most:
		return value{at: flatzinc.Constant(number)}, true
	case n.text == "true" || n.text == "false":
		return value{at: flatzinc.Constant(strings.Count(n.text, "r"))}, true
	}
	return r.named(n.text)
}

// mostMembers limits the size of a constant set.
const mostMembers = 1 << 20

// constants returns the integers of a constant set.
func constants(n node) (s flatzinc.Set, ok bool) {
	var numbers []int
	for _, arg := range n.args {
		v, err := strconv.Atoi(arg.text)
		if err != nil || v > flatzinc.Most || v < -flatzinc.Most {
			return nil, false
		}
		numbers = append(numbers, v)
	}
	if n.text == ".." {
		return flatzinc.Set{{Lo: numbers[0], Hi: numbers[1]}}, len(numbers) == 2
	}
	slices.Sort(numbers)
	for _, v := range slices.Compact(numbers) {
		s = append(s, flatzinc.Range{Lo: v, Hi: v})
	}
	return s, n.text == "{"
}

// call evaluates the functions that the compiler writes.
func (r *resolver) call(n node) (v value, ok bool) {
	last := len(n.args) - 1
	if last < 0 {
		return v, false
	}
	switch n.text {
	case "array1d", "array2d", "array3d", "array4d", "array5d", "array6d":
		v, ok = r.value(n.args[last])
		v.dims = nil
		for _, arg := range n.args[:last] {
			set, fine := constants(arg)
			if arg.text == "{" && len(set) == 0 {
				set = flatzinc.Set{{Lo: 1, Hi: 0}}
			}
			ok = ok && fine && len(set) == 1
			if ok {
				v.dims = append(v.dims, set[0])
			}
		}
		return v, ok && v.isList
	case "reverse_map_ab2si":
		bits, ok := r.value(n.args[0])
		if !ok || !bits.isList || len(bits.dims) != 1 {
			return v, false
		}
		v.isSet = true
		for i, bit := range bits.list {
			if d := r.domain(bit.at); len(d) == 1 && d[0].Hi == 0 {
				continue // never a member
			}
			v.members, v.list = append(v.members, bits.dims[0].Lo+i), append(v.list, bit)
		}
		return v, true
	case "reverse_map_var_opt_int", "reverse_map_var_opt_bool":
		if last == 1 {
			return r.optional(n.args[0], n.args[1])
		}
	}
	return v, false
}

// optional returns an operand that has the value of x if occurs is true, and otherwise an integer that x never has.
func (r *resolver) optional(occurs, x node) (v value, ok bool) {
	inner, ok := r.value(x)
	if !ok || inner.isList || inner.isSet {
		return v, false
	}
	if call, fine := parse(r.ozn.declared[occurs.text].expr); fine && call.call && call.text == "int_ne" && len(call.args) == 2 {
		same, fine := r.value(call.args[0])
		absent, err := strconv.Atoi(call.args[1].text)
		return value{at: inner.at, absent: &absent}, fine && err == nil && same.at == inner.at
	}
	present, ok := r.value(occurs)
	switch {
	case !ok || present.isList || present.isSet:
		return v, false
	case present.at.Var < 0 && present.at.Value == 1:
		return inner, true
	case present.at.Var < 0:
		return value{at: flatzinc.Constant(0), absent: new(int)}, true
	}
	return r.extended(present.at, inner.at), true
}

// extended adds a variable that has the value of x if occurs is true, and otherwise one that x never has. Several
// assignments of x, which is then without meaning, become one in this way.
func (r *resolver) extended(occurs, x flatzinc.Operand) value {
	m := r.Model
	add := func(name string, isBool bool, domain flatzinc.Set) flatzinc.Operand {
		m.Vars = append(m.Vars, flatzinc.Var{Name: fmt.Sprint(name, len(m.Vars)), Bool: isBool, Domain: domain, Introduced: true, Defined: true})
		return flatzinc.Operand{Var: len(m.Vars) - 1}
	}
	rule := func(name string, operands ...flatzinc.Operand) {
		args := wording.Each(operands, func(o flatzinc.Operand) flatzinc.Arg { return flatzinc.Arg{Elems: []flatzinc.Operand{o}} })
		m.Constraints = append(m.Constraints, flatzinc.Constraint{Name: name, Args: args, Defines: -1})
	}
	domain := r.domain(x)
	if x.Var >= 0 && m.Vars[x.Var].Bool {
		number := add("number", false, domain)
		rule("bool2int", x, number)
		x = number
	}
	absent := 0
	if len(domain) > 0 {
		absent = domain[0].Lo - 1
	}
	o := add("optional", false, slices.Concat(flatzinc.Set{{Lo: absent, Hi: absent}}, domain))
	if len(domain) > 0 { // ranges do not touch
		m.Vars[o.Var].Domain = slices.Concat(flatzinc.Set{{Lo: absent, Hi: domain[0].Hi}}, domain[1:])
	}
	equal := add("equal", true, flatzinc.Set{{Lo: 0, Hi: 1}})
	rule("int_ne_reif", o, flatzinc.Constant(absent), occurs)
	rule("int_eq_reif", o, x, equal)
	rule("bool_le", occurs, equal)
	return value{at: o, absent: &absent}
}
