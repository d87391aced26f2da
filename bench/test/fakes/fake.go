// Package fakes provides puzzles for tests. The methods of these puzzles give right
// answers, give known wrong answers, or misbehave: they hang, take memory, panic or exit.
package fakes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/system/usage"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/native"
)

// Lookup returns a fake puzzle by its name. The instance "n" of a fake puzzle has n switches.
// Exactly one of them must be on, so there are n solutions. Fake puzzles differ in their native
// methods. For a name that begins with broken-, Lookup calls Broken.
func Lookup(name string) *encode.Puzzle {
	if !strings.HasPrefix(name, "fake") {
		if strings.HasPrefix(name, "broken-") {
			return Broken(name)
		}
		return nil
	}
	return &encode.Puzzle{
		Name:   name,
		Styles: []string{"pairwise"},
		Parse: func(text string) (encode.Instance, error) {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 {
				return nil, encode.Errorf(1, 1, "want a number, got %q", text)
			}
			if strings.HasPrefix(name, "fake-hint") {
				return Hinted{Board{name, n}}, nil
			}
			if name == "fake-plain" {
				return struct{ encode.Instance }{Board{name, n}}, nil // only the methods of Instance
			}
			return Board{name, n}, nil
		},
		Sets: []encode.Set{{Name: "few", List: func(string) ([]encode.Instance, error) {
			return []encode.Instance{Board{name, 2}, Board{name, 3}}, nil
		}}},
	}
}

// Read reads an instance argument of a fake puzzle: a number of switches, or the word "few" for a
// set of two boards.
func Read(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
	if arg == "few" {
		return p.Sets[0].List("")
	}
	in, err := p.Parse(arg)
	return []encode.Instance{in}, err
}

// A Board is an instance of a fake puzzle.
type Board struct {
	Puzzle string
	N      int
}

// New returns the board of n switches of the puzzle.
func New(puzzle string, n int) Board { return Board{puzzle, n} }

func (f Board) String() string               { return strconv.Itoa(f.N) }
func (f Board) Draw(*encode.Solution) string { return "" }

func (f Board) Sites() []int {
	sites := make([]int, f.N)
	for i := range sites {
		sites[i] = 2
	}
	return sites
}

func (f Board) Check(s encode.Solution) error {
	switch f.Puzzle {
	case "fake-lazy-check":
		time.Sleep(50 * time.Millisecond)
	case "fake-endless-check":
		fmt.Fprintln(os.Stderr, "checking")
		time.Sleep(time.Hour)
	}
	if strings.Count(string(s), "\x01") != 1 {
		v := &encode.Violation{Rule: "one switch is on"}
		for i := range f.N {
			v.Sites = append(v.Sites, i)
		}
		return v
	}
	return nil
}

func (f Board) Encode(e *encode.Encoder) {
	lits := make([]encode.Lit, f.N)
	for i := range lits {
		lits[i] = e.Is(i, 1)
	}
	e.ExactlyOne(lits...)
}

// Parts returns the switches as parts that can be left out.
func (f Board) Parts() []clues.Parts {
	return []clues.Parts{{Kind: "switches", N: f.N, Without: func(gone ...int) encode.Instance {
		if f.Puzzle == "fake-crash" && len(gone) == 2 {
			panic("cannot leave out two")
		}
		return Board{f.Puzzle, f.N - len(gone)}
	}}}
}

// Canonical returns the canonical form under reflection, which pairs switches 1 and n, 2 and
// n-1, and so on. The symmetries of fake-unknown are unknown, and fake-identity has only the
// identity.
func (f Board) Canonical() (func(encode.Solution) encode.Solution, error) {
	switch f.Puzzle {
	case "fake-unknown":
		return nil, errors.New("nobody has looked")
	case "fake-identity":
		return func(s encode.Solution) encode.Solution { return s }, nil
	}
	return func(s encode.Solution) encode.Solution {
		b := []byte(s)
		slices.Reverse(b)
		return min(s, encode.Solution(b))
	}, nil
}

type search = func(context.Context, *native.Stats, func(encode.Solution) bool) error

// right returns a native search that yields the first n solutions, without an error.
func (f Board) right(n int) search {
	return func(_ context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
		for i := range n {
			s := make([]byte, f.N)
			s[i] = 1
			st.Nodes++
			if !yield(encode.Solution(s)) {
				break
			}
		}
		return nil
	}
}

func (f Board) counts(n int) func(context.Context, *native.Stats) (*big.Int, error) {
	return func(context.Context, *native.Stats) (*big.Int, error) { return big.NewInt(int64(n)), nil }
}

// Sink keeps the memory that fake methods allocate, so that it is not freed.
var Sink []byte

// Meeting is an environment variable. It names a folder where a fake and its test exchange
// files. When the fake starts its work, it writes a file named after its process id. The test
// writes the file Gate, which fake-gate waits for.
const Meeting = "COUNTERPROOF_FAKES"

// Gate is the name of a file in the folder Meeting.
const Gate = "gate"

func announce() {
	if dir := os.Getenv(Meeting); dir != "" {
		_ = os.WriteFile(filepath.Join(dir, strconv.Itoa(os.Getpid())), nil, 0o666)
	}
}

func (f Board) Reduce() []encode.Reduction {
	r := encode.Reduction{Method: "list", Version: 3, Search: f.right(f.N)}
	do := func(act func() error) {
		r.Search = func(context.Context, *native.Stats, func(encode.Solution) bool) error {
			announce()
			return act()
		}
	}
	switch f.Puzzle {
	case "fake":
		count := r
		count.Method, count.Count = "count", f.counts(f.N)
		only := count
		only.Method, only.Search = "only", nil
		return []encode.Reduction{r, count, only}
	case "fake-few": // loses a solution of boards of 5 and more
		if f.N >= 5 {
			r.Search = f.right(f.N - 1)
		}
	case "fake-other": // yields one solution twice and loses another, on boards of 3 and more
		if f.N >= 3 {
			r.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
				_ = f.right(1)(ctx, st, yield)
				return f.right(f.N-1)(ctx, st, yield)
			}
		}
	case "fake-rule": // yields a solution that breaks the rule
		r.Search = func(_ context.Context, _ *native.Stats, yield func(encode.Solution) bool) error {
			yield(encode.Solution(make([]byte, f.N)))
			return nil
		}
	case "fake-value": // yields a value that does not exist
		r.Search = func(_ context.Context, _ *native.Stats, yield func(encode.Solution) bool) error {
			yield(encode.Solution(strings.Repeat("\xff", f.N)))
			return nil
		}
	case "fake-miscount":
		r.Count = f.counts(f.N + 1)
	case "fake-sleep": // takes as many milliseconds as the board has switches
		r.Count = func(context.Context, *native.Stats) (*big.Int, error) {
			time.Sleep(time.Duration(f.N) * time.Millisecond)
			return big.NewInt(int64(f.N)), nil
		}
	case "fake-orbits":
		r.Orbits = f.counts((f.N + 1) / 2)
	case "fake-misorbit":
		r.Orbits = f.counts(f.N)
	case "fake-million":
		r.Count = f.counts(result.MostListed + 1)
	case "fake-hang":
		do(func() error { time.Sleep(time.Hour); return nil })
	case "fake-gate":
		r.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			for {
				if _, err := os.Stat(filepath.Join(os.Getenv(Meeting), Gate)); err == nil {
					return f.right(f.N)(ctx, st, yield)
				}
				time.Sleep(5 * time.Millisecond)
			}
		}
	case "fake-spin":
		do(func() error {
			for {
				runtime.Gosched()
			}
		})
	case "fake-eat":
		do(func() error {
			for {
				Sink = make([]byte, len(Sink)+8<<20)
				for i := range Sink {
					Sink[i] = 1
				}
			}
		})
	case "fake-large": // takes 150 MB for a moment
		r.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			Sink = make([]byte, 150<<20)
			for i := 0; i < len(Sink); i += 4096 {
				Sink[i] = 1
			}
			Sink = nil
			return f.right(f.N)(ctx, st, yield)
		}
	case "fake-panic":
		do(func() error { return fmt.Errorf("%d", make([]int, f.N)[f.N]) })
	case "fake-flood": // touches new pages as fast as it can
		do(func() error {
			var kept [][]byte
			for {
				b := make([]byte, 1<<20)
				for i := 0; i < len(b); i += 4096 {
					b[i] = 1
				}
				kept = append(kept, b)
				Sink = kept[0]
			}
		})
	case "fake-exit":
		do(func() error { fmt.Fprintln(os.Stderr, "out of luck"); os.Exit(3); return nil })
	case "fake-crash": // panics on boards of 3 and more
		if f.N >= 3 {
			do(func() error { panic("three") })
		}
	case "fake-error":
		do(func() error { return errors.New("no luck") })
	case "fake-noise":
		do(func() error { fmt.Println("hello"); time.Sleep(time.Hour); return nil })
	case "fake-half": // dies while writing its record
		do(func() error { fmt.Print(`{"key":`); os.Exit(0); return nil })
	case "fake-burn", "fake-brief": // uses a little more than 0.4 s or 50 ms of CPU time
		need := 400 * time.Millisecond
		if f.Puzzle == "fake-brief" {
			need = 50 * time.Millisecond
		}
		r.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			for c, _ := usage.CPU(); ; {
				if now, ok := usage.CPU(); !ok || now-c > need {
					return f.right(f.N)(ctx, st, yield)
				}
			}
		}
	case "fake-slow-few": // loses a solution of boards of 5 and more
		r.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			time.Sleep(30 * time.Millisecond)
			if f.N >= 5 {
				return f.right(f.N-1)(ctx, st, yield)
			}
			return f.right(f.N)(ctx, st, yield)
		}
	case "fake-slow":
		r.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			time.Sleep(30 * time.Millisecond)
			return f.right(f.N)(ctx, st, yield)
		}
	}
	return []encode.Reduction{r}
}

// A Hinted is a fake board with two rules of deduction, an easy one and a hard one. The easy rule
// removes the value 0 from the last switch. The hard rule removes the value 1 from the first
// switch.
//
// On a board with one switch, the easy rule is right and the hard rule is wrong. On larger
// boards, the two rules are wrong, with two exceptions. In fake-hint and fake-hint-unique,
// one of the rules states that it assumes a unique solution. In fake-hint-shown, the board
// shows a solution in which the last switch is on, and the two rules agree with this
// solution.
type Hinted struct{ Board }

// NewHinted returns the hinted board of n switches of the puzzle.
func NewHinted(puzzle string, n int) Hinted { return Hinted{New(puzzle, n)} }

func (h Hinted) Rules() []deduction.Rule {
	return []deduction.Rule{{Name: "on", Level: "easy", Unique: h.Puzzle == "fake-hint" && h.N > 1},
		{Name: "off", Level: "two words", Unique: h.Puzzle == "fake-hint-unique"}}
}

func (h Hinted) Deduce(_ context.Context, _ *native.Stats, o deduction.Options) (*deduction.Result, error) {
	d := &deduction.Result{State: make([]uint64, h.N)}
	for i := range d.State {
		d.State[i] = 3
	}
	gone := []deduction.Gone{{Site: h.N - 1, Value: 0}, {Site: 0, Value: 1}}
	for k, r := range h.Rules() {
		if h.Puzzle == "fake-hint-unique" && k == 0 || !o.Use(r) {
			continue
		}
		d.Steps = append(d.Steps, deduction.Step{Rule: r, Gone: gone[k]})
		d.State[gone[k].Site] &^= 1 << gone[k].Value
		d.Level = r.Level
		d.Broken = d.Broken || d.State[gone[k].Site] == 0
	}
	if one := encode.Solution("\x01"); h.N == 1 && d.State[0] == 2 {
		d.Solution = &one
	}
	return d, nil
}

func (h Hinted) Hidden() *encode.Solution {
	if h.Puzzle != "fake-hint-shown" {
		return nil
	}
	s := make([]byte, h.N)
	s[h.N-1] = 1
	return new(encode.Solution(s))
}

func (h Hinted) Reduce() []encode.Reduction {
	if h.Puzzle == "fake-hint-none" {
		return []encode.Reduction{{Method: "list", Version: 3, Search: h.right(0)}}
	}
	return h.Board.Reduce()
}

// Broken returns a puzzle of the catalogue whose native methods lose solutions. A lost solution has
// the value 1 at two sites i and i+2. The parameter name must have the form broken-PUZZLE.
func Broken(name string) *encode.Puzzle {
	p := catalog.Find(strings.TrimPrefix(name, "broken-"))
	if p == nil {
		return nil
	}
	own := *p
	own.Name = name
	own.Parse = func(text string) (encode.Instance, error) {
		in, err := p.Parse(text)
		return Breakdown{in}, err
	}
	return &own
}

// A Breakdown is an instance with broken native methods.
type Breakdown struct{ encode.Instance }

// Break returns the instance with broken native methods.
func Break(in encode.Instance) Breakdown { return Breakdown{in} }

func (b Breakdown) Reduce() []encode.Reduction {
	all := b.Instance.Reduce()
	for i, r := range all {
		all[i].Count, all[i].Orbits = nil, nil
		all[i].Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			return r.Search(ctx, st, func(s encode.Solution) bool { return loses(s) || yield(s) })
		}
	}
	return all
}

func loses(s encode.Solution) bool {
	for i := 2; i < len(s); i++ {
		if s[i-2] == 1 && s[i] == 1 {
			return true
		}
	}
	return false
}

// Parts returns the parts of the board that can be left out. The smaller boards also have
// broken methods.
func (b Breakdown) Parts() []clues.Parts {
	all := clues.PartsOf(b.Instance)
	for i, k := range all {
		all[i].Without = func(gone ...int) encode.Instance {
			if in := k.Without(gone...); in != nil {
				return Breakdown{in}
			}
			return nil
		}
	}
	return all
}

// Exact returns a record with an exact count.
func Exact(count, digest string) result.Record {
	return result.Record{Status: result.Exact, Reason: result.Done, Count: count, Digest: digest}
}

// AtLeast returns the record of a search that stopped at a limit of solutions.
func AtLeast(count string) result.Record {
	return result.Record{Status: result.AtLeast, Reason: result.Limit, Count: count}
}

// Failing returns the record of a job that ended with an error and so has no answer.
func Failing(verdict string) result.Record {
	return result.Record{Status: result.Unknown, Reason: result.Error, Verdict: verdict}
}

// Same reports whether two records have the same answer, reason and verdict.
func Same(a, b result.Record) bool {
	return a.Status == b.Status && a.Reason == b.Reason && a.Verdict == b.Verdict && a.Count == b.Count && a.Digest == b.Digest
}

// Digest returns the digest of a set of solutions.
func Digest(puzzle, instance string, solutions ...string) string {
	var d encode.Digest
	for _, s := range solutions {
		d.Add(puzzle, instance, s)
	}
	return d.String()
}

// Export returns the records of a ledger as sorted text, without the times, the memory and the number
// of jobs at once, which differ from run to run.
func Export(t *testing.T, path string) string {
	t.Helper()
	l, err := ledger.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var b strings.Builder
	for r, err := range l.Records() {
		if err != nil {
			t.Fatal(err)
		}
		r.EmptyRun = nil
		r.WallSeconds, r.CPUSeconds, r.PeakBytes, r.SATSeconds, r.Started, r.Parallel = nil, nil, nil, nil, "", 0
		text, _ := json.Marshal(r)
		b.Write(append(text, '\n'))
	}
	return b.String()
}
