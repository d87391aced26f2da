// Package method names every way to solve an instance:
//
//	native            the best native method of the instance
//	native/NAME       one of its native methods
//	sat               the puzzle's default style, blocking clauses
//	sat[/STYLE][/cubes[=DEPTH]]
//	sat/STYLE/restart a new solver for each model, to compare with sat/STYLE
//	sat/STYLE/full    blocking clauses over all variables, without the projection
//	brute             all assignments
//	gophersat/countmodels  a method under test, known to be wrong
//	extern/NAME[/STYLE]    an outside program, where it is on PATH
package method

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/native"
	"counterproof/native/brute"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/extern"
)

// Stats is what a search measured: our own algorithms, or SAT and outside programs.
type Stats struct {
	Native native.Stats
	SAT    cnf.Stats
}

// A Method is one way to solve one instance.
type Method struct {
	Name    string // as resolved, such as "native/bitset" or "sat/pairwise/cubes"
	Style   string // of the formula; empty for a native method
	Version string
	Solver  string // the module or program behind it; empty: our own code

	Variables, Clauses int // of the formula; 0 for a native method

	// Search yields every solution once, until yield returns false; nil
	// where the method only counts.
	Search func(ctx context.Context, st *Stats, yield func(encode.Solution) bool) error
	// Count counts without listing; nil where the method only lists.
	Count func(ctx context.Context, st *Stats) (*big.Int, error)
	// Orbits counts up to symmetry without listing; nil where the method only
	// lists.
	Orbits func(ctx context.Context, st *Stats) (*big.Int, error)
}

// Resolve prepares the method called name for the instance: the formula is
// written, the native problem is built. The error names the methods there are.
func Resolve(p *encode.Puzzle, in encode.Instance, name string) (*Method, error) {
	return resolve(p, in, name, true)
}

// Describe is Resolve without the formula, which can take longer than all
// else: of a SAT method only Name, Style, Version and Solver are there.
func Describe(p *encode.Puzzle, in encode.Instance, name string) (*Method, error) {
	return resolve(p, in, name, false)
}

func resolve(p *encode.Puzzle, in encode.Instance, name string, write bool) (*Method, error) {
	family, rest, _ := strings.Cut(name, "/")
	switch {
	case family == "native":
		return resolveNative(p, in, name, rest)
	case family == "sat":
		return resolveSAT(p, in, name, write)
	case name == "brute":
		return resolveBrute(in), nil
	case name == "gophersat/countmodels":
		return resolveCountModels(p, in, write)
	case family == "extern":
		return resolveExtern(p, in, name, write)
	}
	return nil, unknown(p, in, name)
}

// Names lists the methods of an instance, defaults left out, and those of outside
// programs, which are no part of us.
func Names(p *encode.Puzzle, in encode.Instance) []string {
	var names []string
	for _, r := range in.Reduce() {
		names = append(names, "native/"+r.Method)
	}
	for _, s := range p.Styles {
		names = append(names, "sat/"+s, "sat/"+s+"/cubes")
	}
	return append(names, "brute", "gophersat/countmodels")
}

func unknown(p *encode.Puzzle, in encode.Instance, name string) error {
	names := Names(p, in)
	for _, t := range extern.Tools() { // whether on this machine or not
		names = append(names, "extern/"+t.Name)
	}
	return fmt.Errorf("%s has no method %q: want native, sat, sat/cubes or one of %s", p.Name, encode.Short(name), strings.Join(names, ", "))
}

func resolveNative(p *encode.Puzzle, in encode.Instance, name, rest string) (*Method, error) {
	for _, r := range in.Reduce() {
		if name == "native" || rest == r.Method {
			m := &Method{
				Name:    "native/" + r.Method,
				Version: strconv.Itoa(r.Version),
				Count:   counting(r.Count),
				Orbits:  counting(r.Orbits),
			}
			if r.Search != nil {
				m.Search = func(ctx context.Context, st *Stats, yield func(encode.Solution) bool) error {
					return r.Search(ctx, &st.Native, yield)
				}
			}
			return m, nil
		}
	}
	return nil, unknown(p, in, name)
}

func counting(count func(context.Context, *native.Stats) (*big.Int, error)) func(context.Context, *Stats) (*big.Int, error) {
	if count == nil {
		return nil
	}
	return func(ctx context.Context, st *Stats) (*big.Int, error) { return count(ctx, &st.Native) }
}

func resolveSAT(p *encode.Puzzle, in encode.Instance, name string, write bool) (*Method, error) {
	style, cubes, depth := p.Styles[0], false, -1
	parts := strings.Split(name, "/")[1:]
	if len(parts) > 0 && slices.Contains(p.Styles, parts[0]) {
		style, parts = parts[0], parts[1:]
	}
	if len(parts) > 0 && (parts[0] == "cubes" || strings.HasPrefix(parts[0], "cubes=")) {
		cubes = true
		if d, ok := strings.CutPrefix(parts[0], "cubes="); ok {
			n, err := strconv.Atoi(d)
			if err != nil || n < 0 || strconv.Itoa(n) != d {
				return nil, fmt.Errorf("method %q: want a cube depth from 0, got %q", encode.Short(name), encode.Short(d))
			}
			depth = n
		}
		parts = parts[1:]
	}
	variant := ""
	if len(parts) == 1 && !cubes && (parts[0] == "restart" || parts[0] == "full") {
		variant, parts = parts[0], nil
	}
	if len(parts) > 0 {
		return nil, unknown(p, in, name)
	}
	m := bySAT(p, "sat/"+style, style)
	if variant != "" {
		m.Name += "/" + variant
	}
	if cubes {
		m.Name += "/cubes"
		if depth >= 0 {
			m.Name += "=" + strconv.Itoa(depth)
		}
	}
	if !write {
		return m, nil
	}
	enc, err := m.write(p, in)
	if err != nil {
		return nil, err
	}
	var solver cnf.Solver = sat.Blocking{F: &enc.Formula}
	switch {
	case cubes:
		solver = sat.Cubes{F: &enc.Formula, Depth: depth}
	case variant == "restart":
		solver = sat.Restarting{F: &enc.Formula}
	case variant == "full":
		m.Search = unprojected(enc)
		return m, nil
	}
	m.Search = decoded(solver, enc)
	return m, nil
}

// decoded lists the solutions of the models that a solver lists.
func decoded(solver cnf.Solver, enc *encode.Encoding) func(context.Context, *Stats, func(encode.Solution) bool) error {
	return func(ctx context.Context, st *Stats, yield func(encode.Solution) bool) error {
		return solver.Search(ctx, &st.SAT, func(m cnf.Model) bool { return yield(enc.Decode(m)) })
	}
}

// unprojected blocks models by all their variables, and passes over those whose
// solution has been: where a style's auxiliaries are free there are several.
func unprojected(enc *encode.Encoding) func(context.Context, *Stats, func(encode.Solution) bool) error {
	f := enc.Formula
	f.Projection = cnf.Projection{}
	for v := range f.NumVars {
		f.Free = append(f.Free, cnf.Lit(v+1))
	}
	search := decoded(sat.Blocking{F: &f}, enc)
	return func(ctx context.Context, st *Stats, yield func(encode.Solution) bool) error {
		seen := map[encode.Solution]bool{}
		return search(ctx, st, func(s encode.Solution) bool {
			if seen[s] {
				return true
			}
			seen[s] = true
			return yield(s)
		})
	}
}

func bySAT(p *encode.Puzzle, name, style string) *Method {
	return &Method{
		Name:    name,
		Style:   style,
		Version: onFormula(sat.Version, p),
		Solver:  "gophersat",
	}
}

// onFormula is the version of a method that solves the puzzle's formula, such
// as "2", or "2.1" where the formula has changed once.
func onFormula(version int, p *encode.Puzzle) string {
	if p.Formula == 0 {
		return strconv.Itoa(version)
	}
	return fmt.Sprintf("%d.%d", version, p.Formula)
}

// write writes the formula in the method's style.
func (m *Method) write(p *encode.Puzzle, in encode.Instance) (*encode.Encoding, error) {
	enc, err := encode.CNF(p, in, m.Style)
	if err != nil {
		return nil, err
	}
	m.Variables, m.Clauses = enc.NumVars, len(enc.Clauses)
	return enc, nil
}

func resolveCountModels(p *encode.Puzzle, in encode.Instance, write bool) (*Method, error) {
	m := bySAT(p, "gophersat/countmodels", p.Styles[0])
	if !write {
		return m, nil
	}
	enc, err := m.write(p, in)
	if err != nil {
		return nil, err
	}
	m.Count = func(ctx context.Context, st *Stats) (*big.Int, error) {
		if enc.NumVars > enc.Projected {
			return nil, fmt.Errorf("%d auxiliary variables: CountModels knows no projection", enc.NumVars-enc.Projected)
		}
		return sat.CountModels{F: &enc.Formula}.Count(ctx, &st.SAT)
	}
	return m, nil
}

func resolveBrute(in encode.Instance) *Method {
	problem := &brute.Problem{Sites: in.Sites(), Check: func(values []byte) []int {
		err := in.Check(encode.Solution(values))
		if err == nil {
			return nil
		}
		var v *encode.Violation
		if !errors.As(err, &v) {
			panic(fmt.Sprintf("Check returned %T, want *encode.Violation", err))
		}
		if v.Sites == nil { // nil would say that there is none
			return []int{}
		}
		return v.Sites
	}}
	return &Method{
		Name:    "brute",
		Version: strconv.Itoa(brute.Version),
		Search: func(ctx context.Context, st *Stats, yield func(encode.Solution) bool) error {
			return problem.Search(ctx, &st.Native, func(values []byte) bool { return yield(encode.Solution(values)) })
		},
	}
}
