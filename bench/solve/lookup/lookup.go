// Package lookup finds the method for a name of package method. The method solves an instance
// by a native algorithm, by SAT on the puzzle's formula, by brute force or with an outside
// program.
package lookup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"counterproof/bench/record/method"
	"counterproof/bench/system/solvers"
	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/extern"
)

// Stats records the work of a search: Native of our own algorithms, SAT of solvers and programs.
type Stats struct {
	Native native.Stats
	SAT    cnf.Stats
}

// A Method is one way to solve one instance. Methods of deduction, theories and descriptions have none of
// the functions.
type Method struct {
	Name    method.Name // the full name, such as native/bitset or sat/pairwise/cubes
	Style   string      // the style of the formula; empty for a native method
	Version string
	Solver  string // the module or program behind it; empty: our own code

	Levels []string // the levels of the rules of a method of deduction, the easiest first

	Variables, Clauses int // size of the formula; 0 for a native method

	// Search yields every solution once, until yield returns false. If the method only
	// counts, Search is nil.
	Search func(ctx context.Context, st *Stats, yield func(encode.Solution) bool) error
	// Count counts without listing. If the method only lists, Count is nil.
	Count func(ctx context.Context, st *Stats) (*big.Int, error)
	// Orbits counts up to symmetry without listing, or is nil.
	Orbits func(ctx context.Context, st *Stats) (*big.Int, error)
}

// Resolve prepares the method with the given name for the instance: it writes the formula or
// builds the native problem. If there is no such method, the error names the command that lists
// the methods.
func Resolve(p *encode.Puzzle, in encode.Instance, name method.Name) (*Method, error) {
	return resolve(p, in, name, true)
}

// Describe returns the same method as Resolve, but does not write the formula, because writing can
// take most of the time. A method that solves the formula then only has a Name, a Style, a Version
// and a Solver.
func Describe(p *encode.Puzzle, in encode.Instance, name method.Name) (*Method, error) {
	return resolve(p, in, name, false)
}

func resolve(p *encode.Puzzle, in encode.Instance, name method.Name, write bool) (m *Method, err error) {
	switch {
	case name.Family == method.Native:
		m = byNative(in, name)
	case name.Family == method.Hybrid:
		m = byHybrid(p, in, name)
	case name.String() == method.Brute:
		m = ofReduction(method.Name{Family: method.Brute, Depth: method.OwnDepth}, encode.BruteForce(in))
	case name.Formula():
		m, err = byFormula(p, in, name, write)
	case name.Family == method.MiniZinc:
		m, err = byMiniZinc(in, name)
	}
	if m == nil && err == nil {
		err = unknown(p, in, name)
	}
	return m, err
}

// Names lists the methods of an instance by their full names. Outside programs and
// abbreviations such as sat are left out.
func Names(p *encode.Puzzle, in encode.Instance) []string {
	names := wording.Each(in.Reduce(), func(r encode.Reduction) string { return "native/" + r.Method })
	if p.Hybrid != "" {
		names = append(names, method.Hybrid)
	}
	for _, s := range p.Styles {
		names = append(names, "sat/"+s, "sat/"+s+"/cubes", "sat/"+s+"/count")
	}
	return append(names, method.Brute, method.CountModels)
}

// Default returns the name of the method that counts the solutions of the boards of a puzzle if nobody names
// one.
func Default(p *encode.Puzzle) string {
	switch {
	case wording.Files && p.OfFile != nil:
		return method.SAT + "/" + method.Count
	case p.Hybrid != "":
		return method.Hybrid
	}
	return method.Native
}

// Listing returns the name of the method that lists the solutions of a puzzle if nobody names one.
func Listing(p *encode.Puzzle) string {
	switch {
	case wording.Files && onlyFormula(p):
		return method.SAT
	case wording.Files && p.OfFile != nil:
		return method.Native
	}
	return Default(p)
}

// onlyFormula reports whether a puzzle has no native methods.
func onlyFormula(p *encode.Puzzle) bool {
	return p.OfFile != nil && len(p.ExampleBoard().Reduce()) == 0
}

// Compared returns the names of the methods that a cross-check of a puzzle compares if nobody names them.
func Compared(p *encode.Puzzle) []string {
	if wording.Files && onlyFormula(p) {
		return []string{method.SAT, method.SAT + "/" + method.Count}
	}
	return []string{method.Native, method.SAT}
}

func unknown(p *encode.Puzzle, in encode.Instance, name method.Name) error {
	text := name.String()
	if wording.Files && name.Family == method.Native && onlyFormula(p) {
		return errors.New(p.Name + " has no native methods: want sat or sat/count, or another method that counterproof list " + p.Name + " names")
	}
	names := append(Names(p, in), "native", "sat", "sat/cubes", "sat/count")
	for _, solver := range solvers.Names() { // even if not installed
		names = append(names, method.Extern+"/"+solver)
	}
	meant := ""
	if near := wording.Nearest(text, names); near != "" {
		meant = fmt.Sprintf("did you mean %q? ", near)
	}
	return fmt.Errorf("%s has no method %q: %scounterproof list %s lists its methods", p.Name, wording.Short(text), meant, p.Name)
}

func byNative(in encode.Instance, name method.Name) *Method {
	for _, r := range in.Reduce() {
		if name.Part == "" || name.Part == r.Method {
			name.Part = r.Method
			return ofReduction(name, r)
		}
	}
	return nil
}

func ofReduction(name method.Name, r encode.Reduction) *Method {
	m := &Method{Name: name, Version: strconv.Itoa(r.Version), Count: counting(r.Count), Orbits: counting(r.Orbits)}
	if r.Search != nil {
		m.Search = func(ctx context.Context, st *Stats, yield func(encode.Solution) bool) error {
			return r.Search(ctx, &st.Native, yield)
		}
	}
	return m
}

func counting(count func(context.Context, *native.Stats) (*big.Int, error)) func(context.Context, *Stats) (*big.Int, error) {
	if count == nil {
		return nil
	}
	return func(ctx context.Context, st *Stats) (*big.Int, error) { return count(ctx, &st.Native) }
}

// byFormula returns a method that solves the puzzle's formula, or nil. The error about an outside
// program that is missing names its package.
func byFormula(p *encode.Puzzle, in encode.Instance, name method.Name, write bool) (*Method, error) {
	m := &Method{Name: name, Style: cmp.Or(name.Style, p.Styles[0]), Version: formulaVersion(sat.Version, p), Solver: name.Program()}
	if name.Family != method.Gophersat {
		m.Name.Style = m.Style
	}
	var tool *extern.Tool
	switch {
	case !slices.Contains(p.Styles, m.Style), name.Family == method.Gophersat && name.String() != method.CountModels:
		return nil, nil
	case name.Family == method.Extern:
		var err error
		if tool, err = solvers.Find(name.Part); tool == nil {
			return nil, err
		}
		if _, err := tool.Path(); err != nil {
			return nil, err
		}
		m.Version = formulaVersion(extern.Version, p) + solvers.Suffix(tool)
	case name.Variant == method.Count:
		m.Version = formulaVersion(counterVersion, p)
	}
	if !write {
		return m, nil
	}
	if name.Family == method.SAT && (name.Variant == "" || name.Variant == method.Cubes) {
		if ok, err := m.share(p, in); ok || err != nil {
			return m, err
		}
	}
	enc, err := m.write(p, in)
	if err != nil {
		return nil, err
	}
	m.solve(enc, tool)
	return m, nil
}

// solve sets the function that solves a formula: with an outside program, unless tool is nil.
func (m *Method) solve(enc *encode.Encoding, tool *extern.Tool) {
	f := &enc.Formula
	switch {
	case tool != nil && tool.Answer == extern.Counts:
		m.Count = func(ctx context.Context, st *Stats) (*big.Int, error) {
			return extern.Solver{Tool: tool, F: f}.Count(ctx, &st.SAT)
		}
	case tool != nil:
		m.Search = decoded(extern.Solver{Tool: tool, F: f}, enc)
	case m.Name.Family == method.Gophersat:
		m.Count = countModels(enc)
	case m.Name.Variant == method.Count:
		m.Count = counterOf(f)
	case m.Name.Variant == method.Full:
		m.Search = unprojected(enc)
	case m.Name.Variant == method.Cubes:
		m.Search = decoded(sat.Cubes{F: f, Depth: m.Name.Depth}, enc)
	case m.Name.Variant == method.Restart:
		m.Search = decoded(sat.Restarting{F: f}, enc)
	default:
		m.Search = decoded(sat.Blocking{F: f}, enc)
	}
}

// formulaVersion returns a version such as "2", or "2.1" if the puzzle's formula has changed once.
func formulaVersion(version int, p *encode.Puzzle) string {
	if p.Formula == 0 {
		return strconv.Itoa(version)
	}
	return fmt.Sprintf("%d.%d", version, p.Formula)
}

func (m *Method) write(p *encode.Puzzle, in encode.Instance) (*encode.Encoding, error) {
	enc, err := encode.CNF(p, in, m.Style)
	if err != nil {
		return nil, err
	}
	m.Variables, m.Clauses = enc.NumVars, len(enc.Clauses)
	return enc, nil
}

func decoded(solver cnf.Solver, enc *encode.Encoding) func(context.Context, *Stats, func(encode.Solution) bool) error {
	return func(ctx context.Context, st *Stats, yield func(encode.Solution) bool) error {
		return solver.Search(ctx, &st.SAT, func(m cnf.Model) bool { return yield(enc.Decode(m)) })
	}
}

// unprojected blocks each model by all its variables. In some styles, several models have the same
// solution, and the search skips the repetitions.
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

// countModels counts with gophersat's own counter, which does not support projection.
func countModels(enc *encode.Encoding) func(context.Context, *Stats) (*big.Int, error) {
	return func(ctx context.Context, st *Stats) (*big.Int, error) {
		if enc.NumVars > enc.Projected {
			return nil, fmt.Errorf("the formula has %d auxiliary variables, but CountModels does not support projection", enc.NumVars-enc.Projected)
		}
		return sat.CountModels{F: &enc.Formula}.Count(ctx, &st.SAT)
	}
}

// Programs lists the methods extern/NAME whose programs are on PATH, for every puzzle.
func Programs() []string {
	return wording.Each(solvers.Found(), func(t *extern.Tool) string { return method.Extern + "/" + t.Name })
}

// ProgramOf returns the outside program of a method extern/NAME, or nil for any other method.
func ProgramOf(name method.Name) *extern.Tool {
	if name.Family != method.Extern {
		return nil
	}
	tool, _ := solvers.Find(name.Part) // an error means that no method has this name
	return tool
}

// hybridVersion must be raised when a change here can affect the answers or the cost of the method.
const hybridVersion = 1

// A hybrid is the search of the method hybrid. The native method searches until it stalls. SAT then
// solves the formula of the rest, in which the cells that the native method has fixed are unit
// clauses. On boards with many solutions, the native method gets further turns, each with twice the
// patience, after twice as many solutions by SAT. So neither engine can be much slower than the other
// one, except in one call of the solver, which cannot be interrupted.
type hybrid struct {
	puzzle   *encode.Puzzle
	in       encode.Instance
	method   *Method // gets the size of the formula when SAT takes over
	patience int     // as in native.Walk
	turn     int     // how many solutions SAT finds before the native method gets its next turn
}

// byHybrid returns the method hybrid, or nil if the puzzle does not have it.
//
// The patience of a nonogram is about 0.13 seconds. With a quarter of it, SAT took over more boards
// that the native method solves within 0.4 seconds. SAT needed up to 11 times as long for them.
func byHybrid(p *encode.Puzzle, in encode.Instance, name method.Name) *Method {
	r := encode.Best(in)
	if p.Hybrid == "" || name.String() != method.Hybrid {
		return nil
	}
	version := fmt.Sprintf("%d.%d.%s", hybridVersion, r.Version, formulaVersion(sat.Version, p))
	m := &Method{Name: name, Version: version, Solver: method.Gophersat}
	m.Search = hybrid{puzzle: p, in: in, method: m, patience: 1 << 21, turn: 16}.search
	return m
}

func (h hybrid) search(ctx context.Context, st *Stats, yield func(encode.Solution) bool) error {
	r := h.in.Reduce()[0]
	if r.Walk == nil { // given values contradict each other, so there is nothing to search
		return r.Search(ctx, &st.Native, yield)
	}
	walk, err := r.Walk(ctx, &st.Native)
	if err != nil {
		return err
	}
	if done, err := walk.Run(h.patience, func(s []byte) bool { return yield(encode.Solution(s)) }); done || err != nil {
		return err
	}
	return h.handOver(ctx, walk, st, yield)
}

// handOver searches the rest of a paused native search by SAT and, in turns, by the native search.
func (h hybrid) handOver(ctx context.Context, walk native.Walk, st *Stats, yield func(encode.Solution) bool) error {
	var rest func() [][]cnf.Lit // the clauses of the unsearched rest
	enc, err := encode.CNFAnd(ctx, h.puzzle, h.in, h.puzzle.Styles[0], 0, func(e *encode.Encoder) {
		rest = func() (clauses [][]cnf.Lit) {
			for _, cells := range walk.Rest() {
				var clause []cnf.Lit
				for _, c := range cells {
					clause = append(clause, e.Is(c.At, int(c.Value)))
				}
				clauses = append(clauses, clause)
			}
			return clauses
		}
		for _, clause := range rest() {
			e.Add(clause...)
		}
	})
	if err != nil {
		return err
	}
	h.method.Variables, h.method.Clauses = enc.NumVars, len(enc.Clauses)
	var more [][]cnf.Lit
	solver := sat.Blocking{F: &enc.Formula, More: func() [][]cnf.Lit { return more }}
	found := map[encode.Solution]bool{} // by SAT; the native search finds them again
	var failed error
	err = solver.Search(ctx, &st.SAT, func(model cnf.Model) bool {
		more = nil
		s := enc.Decode(model)
		found[s] = true
		if !yield(s) {
			return false
		}
		if failed = ctx.Err(); failed != nil {
			return false
		}
		if len(found) < h.turn {
			return true
		}
		h.turn, h.patience = 2*h.turn, 2*h.patience
		var done bool
		done, failed = walk.Run(h.patience, func(s []byte) bool { return found[encode.Solution(s)] || yield(encode.Solution(s)) })
		more = rest()
		return !done && failed == nil
	})
	return cmp.Or(failed, err)
}
