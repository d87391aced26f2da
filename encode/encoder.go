package encode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"counterproof/encode/constraint"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
)

// Lit is a literal of a formula. It is the same type as cnf.Lit.
type Lit = cnf.Lit

// An Encoding is the formula of an instance, with the function that turns its models into
// solutions.
type Encoding struct {
	cnf.Formula
	Linear    []constraint.Linear // constraints in addition to the clauses; only Mixed makes them
	Style     string
	Projected int                        // k: the projected variables are 1..k in every style
	Decode    func(m cnf.Model) Solution // m gives at least the variables 1..k
	Gives     []Gives                    // sorted by variable, then by site
}

// A Gives states that the site Site has the value Value if the projected variable Var is true.
type Gives struct {
	Var, Site, Value int
}

// CNF encodes the instance as a formula in the given style. The same instance and style always give
// the same formula. CNF returns an error if the puzzle does not have the style, or if the formula
// would have more than constraint.Room literals.
func CNF(p *Puzzle, in Instance, style string) (enc *Encoding, err error) {
	return CNFAnd(context.Background(), p, in, style, 0, func(*Encoder) {})
}

// CNFAnd works like CNF, but also calls the function more, which can add clauses of its own. The
// parameter room is the largest number of literals that the formula may have; 0 means
// constraint.Room. If the formula would have more, CNFAnd returns an error for which TooLarge
// returns true. When ctx ends, CNFAnd soon returns ctx.Err().
func CNFAnd(ctx context.Context, p *Puzzle, in Instance, style string, room int, more func(e *Encoder)) (enc *Encoding, err error) {
	if !slices.Contains(p.Styles, style) {
		return nil, fmt.Errorf("%s has no style %q: %s", p.Name, wording.Short(style), wording.Want(style, p.Styles))
	}
	enc, err = build(p, in, style, func(e *Encoder) {
		e.Bound(room, func() error { return Over(ctx) })
		in.Encode(e)
		more(e)
	})
	if err != nil {
		err = cmp.Or(Over(ctx), err)
	}
	return enc, err
}

// TooLarge reports whether an error says that a formula would have too many literals.
func TooLarge(err error) bool {
	var room constraint.RoomError
	return errors.As(err, &room)
}

// Over returns the error of ctx, or context.DeadlineExceeded if the deadline of ctx has passed. In
// WebAssembly, which has only one thread, ctx itself notices its deadline late.
func Over(ctx context.Context) error {
	if end, ok := ctx.Deadline(); ok && time.Now().After(end) {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// Mixed encodes the instance for a solver that also accepts linear constraints. Encoding.Linear
// holds the constraints that the Writer can state as linear constraints. Clauses that a puzzle
// writes itself remain clauses. The formula has the same projected variables as the formula of CNF,
// and it has as many models as the instance has solutions. The style is the first style of the
// puzzle. Mixed returns an error if the formula would have more than constraint.Room literals.
func Mixed(p *Puzzle, in Instance) (*Encoding, error) {
	return build(p, in, p.Styles[0], func(e *Encoder) {
		e.KeepLinear()
		in.Encode(e)
	})
}

// build returns the formula of the instance that the function write writes. It returns an error if the
// formula would have more than constraint.Room literals.
func build(p *Puzzle, in Instance, style string, write func(e *Encoder)) (enc *Encoding, err error) {
	err = constraint.Try(func() {
		e := NewEncoder(in.Sites(), style)
		write(e)
		enc = e.Encoding()
	})
	if err != nil {
		return nil, fmt.Errorf("%s, %w", p.Name, err)
	}
	return enc, nil
}

// An Encoder collects the clauses of one instance in one style. Its Writer makes variables and
// writes clauses and constraints; the Encoder knows which site and value each variable stands for.
//
// Unless Project is called first, the Encoder makes the variables for all sites before any other
// variable. These variables are sorted by site, and for each site by value. A site with two values
// has one variable, which is true for value 1. Any other site has one variable for each value, and
// exactly one of them is true.
type Encoder struct {
	*constraint.Writer
	enc    Encoding
	sites  []int
	is     [][]Lit                     // by site and value; nil after Project
	made   map[[2]int]Lit              // with Project: the literals that Is has made, by site and value
	gives  map[[2]int][]Lit            // with Project: the variables that give a site its value
	define func(site, value int) []Lit // with Project: the function given to Define
	ready  bool                        // whether the projected variables are made
}

// NewEncoder starts a formula for sites with the given numbers of values. A formula with more than
// constraint.Room literals makes the Encoder panic; CNF returns an error instead.
func NewEncoder(sites []int, style string) *Encoder {
	e := &Encoder{sites: sites}
	e.Writer = constraint.NewWriter(&e.enc.Formula, style, e.begin)
	return e
}

// Encoding completes the formula and returns it.
func (e *Encoder) Encoding() *Encoding {
	e.begin()
	e.enc.Style = e.Style()
	e.enc.Linear = e.Linear()
	slices.SortFunc(e.enc.Gives, func(a, b Gives) int { return cmp.Or(a.Var-b.Var, a.Site-b.Site) })
	return &e.enc
}

// Project replaces the variables for sites and values by projected variables 1..k that the caller
// defines. The number k is the largest variable in the lists groups and free. Project must be
// called before any other method. The clauses written afterwards must ensure that every model makes
// exactly one literal of each group true; Project adds no clause for this. The function decode
// turns the values of 1..k in a model into the solution.
func (e *Encoder) Project(groups [][]Lit, free []Lit, decode func(m cnf.Model) Solution) {
	if e.ready {
		panic("encode: Project after the first literal")
	}
	e.ready = true
	e.made = map[[2]int]Lit{}
	e.gives = map[[2]int][]Lit{}
	e.enc.Projection = cnf.Projection{Groups: groups, Free: free}
	if vars := e.enc.Vars(); len(vars) > 0 {
		e.enc.Projected = int(vars[len(vars)-1])
	}
	for range e.enc.Projected {
		e.Fresh()
	}
	e.enc.Decode = decode
}

// Gives records that the site has the value if the projected variable l is true. Gives must be
// called after Project. Unless Define is called, Is assumes that the site has the value only if one
// of the recorded variables is true.
func (e *Encoder) Gives(l Lit, site, value int) {
	e.enc.Gives = append(e.enc.Gives, Gives{int(l), site, value})
	at := [2]int{site, value}
	e.gives[at] = append(e.gives[at], l)
}

// Define sets, after Project, a function that returns a list of literals for a site and a value.
// The site has the value exactly if at least one of these literals is true. The function may make
// auxiliary variables. Define is needed if the variables recorded by Gives do not determine the
// values of the sites.
func (e *Encoder) Define(is func(site, value int) []Lit) { e.define = is }

// either returns, after Project, a list of literals for a site and a value. The site has the value
// exactly if at least one of these literals is true.
func (e *Encoder) either(site, value int) []Lit {
	if e.define != nil {
		return e.define(site, value)
	}
	return e.gives[[2]int{site, value}]
}

// Require adds clauses that give the site the value. It makes fewer auxiliary variables than a unit
// clause on Is, and none if the projected variables say which value the site has.
func (e *Encoder) Require(site, value int) {
	e.begin()
	if value < 0 || value >= e.sites[site] {
		panic(fmt.Sprintf("encode: site %d has no value %d", site, value))
	}
	switch {
	case e.gives == nil:
		e.Add(e.Is(site, value))
	case e.sites[site] == 2 && value == 0:
		for _, l := range e.either(site, 1) {
			e.Add(-l)
		}
	default:
		e.Add(slices.Clone(e.either(site, value))...)
	}
}

// begin makes the variables for sites and values before the first other variable or clause. It does
// nothing if these variables exist already, or if Project was called.
func (e *Encoder) begin() {
	if e.ready {
		return
	}
	e.ready = true
	for i, n := range e.sites {
		if n == 2 {
			l := e.Fresh()
			e.is = append(e.is, []Lit{-l, l})
			e.enc.Free = append(e.enc.Free, l)
			e.enc.Gives = append(e.enc.Gives, Gives{int(l), i, 1})
			continue
		}
		group := make([]Lit, n)
		for v := range group {
			group[v] = e.Fresh()
			e.enc.Gives = append(e.enc.Gives, Gives{int(group[v]), i, v})
		}
		e.is = append(e.is, group)
		e.enc.Groups = append(e.enc.Groups, group)
	}
	e.enc.Projected = e.enc.NumVars
	wide := Wide(e.sites)
	e.enc.Decode = func(m cnf.Model) Solution {
		return MakeSolution(wide, wording.Each(e.is, func(values []Lit) int { return max(0, slices.IndexFunc(values, m.True)) }))
	}
	for _, g := range e.enc.Groups {
		e.ExactlyOne(g...)
	}
}

// Is returns the literal that is true exactly if the site has the value. After Project, this
// literal is an auxiliary variable, which the first call makes. Its meaning comes from the function
// given to Define. Without that function, it comes from the variables recorded by Gives.
func (e *Encoder) Is(site, value int) Lit {
	e.begin()
	if value < 0 || value >= e.sites[site] {
		panic(fmt.Sprintf("encode: site %d has no value %d", site, value))
	}
	at := [2]int{site, value}
	switch {
	case e.made == nil:
		return e.is[site][value]
	case e.sites[site] == 2 && value == 0:
		return -e.Is(site, 1)
	case e.made[at] == 0:
		e.made[at] = e.Or(e.either(site, value)...)
	}
	return e.made[at]
}

// Solution checks a model that an external program found, and decodes it. The parameter m gives the
// values of the variables 1..k. An error names a group of the projection that does not have exactly
// one true literal.
func (e *Encoding) Solution(m cnf.Model) (Solution, error) {
	for i, g := range e.Groups {
		if n := len(Where(g, m.True)); n != 1 {
			return "", fmt.Errorf("%d of the variables %v of group %d are true, want one", n, g, i+1)
		}
	}
	return e.Decode(m), nil
}
