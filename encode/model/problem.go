package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"counterproof/encode"
	"counterproof/encode/flatzinc"
	"counterproof/encode/wording"
)

// A problem is a model whose sites are operands of it.
type problem struct {
	*flatzinc.Model
	sites []site

	outputs []output
	sizes   []int  // by site: the number of its values
	wide    bool   // whether solutions have four bytes for each site
	views   []view // by site
	checker func() *flatzinc.Checker
}

// A site is a variable or a constant of the model whose value is counted. Several sites may be one variable.
type site struct {
	name   string // "q[1]", or "5 in s" for an element of a set
	at     flatzinc.Operand
	domain flatzinc.Set // the value number i of the site is the i-th integer of this set
}

// An output is a variable of the model or an array of them.
type output struct {
	name  string
	array bool
	dims  []flatzinc.Range // of an array: its index sets
	bool  bool
	set   bool // whether each element is a set, which has a Boolean site for each possible member
	enum  *enum
	index []*enum // by dimension; nil for integers
	elems []element
}

// An element is a value of an output.
type element struct{ first, sites int }

// A view says how the value of a site is shown.
type view struct {
	output *output
	member int  // of a set
	absent *int // of an optional variable: the integer that stands for no value
}

// An enum has the names of the values from 1 on, or makes them from the name of the enumeration.
type enum struct {
	name  string
	names []string
}

func (e *enum) of(v int) string {
	if e == nil {
		return strconv.Itoa(v)
	}
	if v < 1 || v > len(e.names) {
		return fmt.Sprintf("to_enum(%s,%d)", e.name, v)
	}
	name := e.names[v-1]
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !word(r) }) || name[0] <= '9' {
		name = "'" + name + "'"
	}
	return name
}

func word(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_'
}

// mostValues limits the number of values of a site, because solutions have four bytes for each site.
const mostValues = 1 << 31

// readModel reads the contents of an instance. The projection is as in encode.Puzzle.OfFile.
func readModel(data []byte, project *string) (*problem, error) {
	source, compiled, packed := Unpack(data)
	text := string(data)
	if packed {
		text = compiled.FlatZinc
	}
	m, err := flatzinc.Read([]byte(text))
	if err != nil {
		return nil, err
	}
	if m.Goal != flatzinc.Satisfy && !source.IgnoreObjective {
		return nil, encode.Errorf(1, 1, "want solve satisfy, got an objective: count all assignments that satisfy the constraints with --ignore-objective")
	}
	if err := m.Bound(); err != nil {
		return nil, err
	}
	r := &resolver{problem: &problem{Model: m}}
	if err := r.outputs(compiled.Ozn, compiled.Ozn != "", project, source.Files); err != nil {
		return nil, err
	}
	p := r.problem
	for i := range p.sites {
		n := p.sites[i].domain.Size()
		if n > mostValues {
			return nil, encode.Errorf(1, 1, "want at most 2^31 values of %s, got %d: give it a smaller domain", p.sites[i].name, n)
		}
		p.sizes = append(p.sizes, n)
	}
	p.wide = encode.Wide(p.sizes)
	p.checker = sync.OnceValue(func() *flatzinc.Checker { return flatzinc.NewChecker(m) })
	return p, nil
}

func (p *problem) projection() string {
	return strings.Join(wording.Each(p.outputs, func(o output) string { return o.name }), ",")
}

// check implements encode.Instance.
func (p *problem) check(s encode.Solution) error {
	var given []flatzinc.Given
	var at []int // the sites of the given values
	for i, x := range p.sites {
		if x.at.Var >= 0 {
			given = append(given, flatzinc.Given{Var: x.at.Var, Value: x.domain.At(s.At(p.wide, i))})
			at = append(at, i)
		}
	}
	conflict, err := p.checker().Complete(given)
	if conflict == nil || err != nil {
		return err
	}
	v := &encode.Violation{Rule: "no values of the other variables satisfy the constraints", Sites: []int{}}
	if c := conflict.Constraint; c != nil {
		v.Rule = fmt.Sprintf("%s (%s) is false", p.ruleOf(c), c.Name)
	}
	var names []string
	for _, i := range conflict.Given {
		v.Sites = append(v.Sites, at[i])
		names = append(names, p.sites[at[i]].name)
	}
	if len(names) > 0 && len(names) <= mostNamed {
		v.Rule += " for the values of " + strings.Join(names, ", ")
	}
	return v
}

// mostNamed limits how many sites the text of a violation names.
const mostNamed = 8

// ruleOf names a constraint by its name in the model and by its place there, as far as the compiler gives them.
func (p *problem) ruleOf(c *flatzinc.Constraint) string {
	text := "the constraint"
	if c.Label != "" {
		text += " " + strconv.Quote(c.Label)
	}
	for part := range strings.SplitSeq(c.Path, ";") {
		if fields := strings.Split(part, "|"); len(fields) > 2 && fields[0] != "" {
			name := fields[0][strings.LastIndexAny(fields[0], `/\`)+1:]
			return wording.Plain(fmt.Sprintf("%s in line %s, column %s of %s", text, fields[1], fields[2], name))
		}
	}
	if c.Line == 0 {
		return "the meaning of an optional variable"
	}
	return fmt.Sprintf("%s in line %d of the FlatZinc text", text, c.Line)
}

// valueText returns a value of a site as the model writes it.
func (p *problem) valueText(site, value int) string {
	x, o := p.views[site], p.views[site].output
	switch v := p.sites[site].domain.At(value); {
	case x.absent != nil && v == *x.absent:
		return "<>"
	case o.bool || o.set:
		return strconv.FormatBool(v == 1)
	default:
		return o.enum.of(v)
	}
}

// readValue reads what valueText returns.
func (p *problem) readValue(site int, text encode.Span) (int, error) {
	x, o := p.views[site], p.views[site].output
	v, err := strconv.Atoi(text.Text)
	known := err == nil && strconv.Itoa(v) == text.Text
	switch {
	case text.Text == "<>" && x.absent != nil:
		v, known = *x.absent, true
	case o.bool || o.set:
		known = text.Text == "true" || text.Text == "false"
		v = 0
		if text.Text == "true" {
			v = 1
		}
	case o.enum != nil:
		d := p.sites[site].domain
		i := slices.IndexFunc(encode.Left(min(d.Size(), 1<<20), nil), func(i int) bool { return p.valueText(site, i) == text.Text })
		if known = i >= 0; known {
			return i, nil
		}
	case known && x.absent != nil && v == *x.absent:
		known = false
	}
	if i, in := p.sites[site].domain.Index(v); known && in {
		return i, nil
	}
	return 0, text.Errorf("want a value of %s, such as %s, got %q", p.sites[site].name, p.someValue(site), text.Text)
}

func (p *problem) someValue(site int) string {
	if p.sizes[site] == 0 {
		return "none, because there is none"
	}
	return p.valueText(site, p.sizes[site]-1)
}
