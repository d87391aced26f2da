package formulas

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"regexp"
	"slices"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/counter"
	"counterproof/sat/drat"
	"counterproof/sat/opb"
)

// These are the exit statuses of solvers in the SAT competitions.
const (
	Satisfiable   = 10
	Unsatisfiable = 20
)

// SatCommand is the command sat.
var SatCommand = &cli.Command{
	Name:  "sat",
	Usage: "solve a formula or count its models, with output as in SAT competitions",
	Description: `Reads a formula as DIMACS CNF, iCNF or OPB. If FILE is -, it reads standard input. Exits with
status 10 (satisfiable), 20 (unsatisfiable) or 0 (unknown). With --count, it counts models without listing them. If
--timeout or an interruption stops the count, it prints "s UNKNOWN" and no number. With --limit or --proof, it lists
the models one by one. If that is stopped, it prints "c models so far: N" instead of a count, and exits with status 10
if N is greater than 0.
$ counterproof encode pushpull 011110110 | counterproof sat - | counterproof decode pushpull 011110110
$ counterproof encode calendar 10-06 | counterproof sat --count - | grep exact`,
	ArgsUsage: "FILE",
	Flags: []cli.Flag{
		&cli.BoolFlag{Name: "count", Usage: "count the models; if the file names projected variables, models that differ only in other variables count as one"},
		&cli.Int64Flag{Name: "limit", Usage: "with --count, list the models, and stop as soon as more than `K` are found", Action: console.Least[int64]("limit", 1)},
		console.TimeoutFlag("stop after a wall time of `D`, such as 90s or 5m. Without --count, the answer is then s UNKNOWN"),
		console.FileFlag("proof", "", "write a DRAT proof of unsatisfiability to `FILE`. With --count, the models are listed, and the proof shows that there are no models besides the counted ones. "+
			"The command then also writes the file FILE.cnf, which contains the formula and a blocking clause for each model. The proof refutes the formula in FILE.cnf. If the count is stopped, no file is written"),
	},
	Action: console.Do(satFile),
}

// An ExitStatus is an error that ends the program with this exit status and without a message.
type ExitStatus int

func (e ExitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func satFile(c *console.Call) error {
	q := Question{Count: c.Bool("count"), Limit: c.Int64("limit"), Proof: c.String("proof")}
	if q.Limit > 0 && !q.Count {
		return c.Usagef("--limit limits a count: add --count, or leave --limit out")
	}
	if err := checkProof(q.Proof, c.Args[0], q.Count); err != nil {
		return err
	}
	if limit := c.Duration("timeout"); limit > 0 {
		var stop context.CancelFunc
		c.Context, stop = context.WithTimeout(c, limit)
		defer stop()
	}
	p, err := console.ReadSource(c, c.Args[0], func(r io.Reader) (*Problem, error) {
		p, err := ReadProblem(r)
		if err == nil && q.Count {
			err = p.Uncounted
		}
		return p, err
	})
	if console.Interrupted(c, err) {
		return unknown(c.Stdout, q, err)
	}
	if err != nil {
		return err
	}
	if q.Proof != "" && p.Format != "dimacs" {
		return c.Usagef("--proof needs a formula in the format dimacs, got %s", p.Format)
	}
	w := bufio.NewWriter(c.Stdout)
	status, err := AnswerFormula(c, w, p, q)
	err = cmp.Or(err, w.Flush())
	if console.Interrupted(c, err) {
		return unknown(c.Stdout, q, err)
	}
	if err != nil {
		return err
	}
	return ExitStatus(status)
}

// unknown prints the answer to a question when the given error, an interruption or a time-out, has
// stopped the program before it found a model. The exit status is 0.
func unknown(w io.Writer, q Question, err error) error {
	if q.Count {
		_, err = (&satSearch{Question: q}).writeStopped(w, err)
	} else {
		_, err = fmt.Fprintln(w, "s UNKNOWN")
	}
	return err
}

// A Question says what AnswerFormula searches for.
type Question struct {
	Count bool   // count the models
	Limit int64  // stop counting when there are more models; 0: no limit
	Proof string // the file for a proof; "": no proof
}

// lists reports whether the models are listed. Otherwise they are counted without listing.
func (q Question) lists() bool { return q.Limit > 0 || q.Proof != "" }

// errLimit ends a search that has found more models than the limit of the question.
var errLimit = errors.New("there are more models than the limit")

// A satSearch finds a model of a problem, or counts its models.
type satSearch struct {
	Question
	problem *Problem
	first   cnf.Model // the model that was found, or nil

	// These fields are used only for counting.
	models      atomic.Int64 // number of listed models, without the unmentioned variables
	counted     big.Int      // number of models that were not listed, without the unmentioned variables
	unmentioned uint         // number of projected variables that no clause mentions
	blocking    [][]cnf.Lit  // with a proof: the blocking clauses of all models
}

func (s *satSearch) one(ctx context.Context, f *cnf.Formula, to sat.Proof) error {
	return sat.Blocking{F: f, Proof: to}.Search(ctx, &cnf.Stats{}, func(m cnf.Model) bool {
		s.first = slices.Clone(m)
		return false
	})
}

func (s *satSearch) all(ctx context.Context, f *cnf.Formula, to sat.Proof) error {
	most := s.Limit >> s.unmentioned
	over := false
	err := sat.Cubes{F: f, Depth: -1, Proof: to}.Search(ctx, &cnf.Stats{}, func(m cnf.Model) bool {
		over = s.models.Add(1) > most && s.Limit > 0
		if to != nil {
			s.blocking = append(s.blocking, f.Blocking(m))
		}
		return !over
	})
	return wording.Either(over, errLimit, err)
}

func (s *satSearch) count(ctx context.Context, f *cnf.Formula, _ sat.Proof) error {
	n, err := counter.Counter{F: f}.Count(ctx, &cnf.Stats{})
	if err == nil {
		s.counted.Add(&s.counted, n)
	}
	return err
}

func (s *satSearch) run(ctx context.Context, to sat.Proof) error {
	search := s.one
	switch {
	case s.Count && s.lists():
		search = s.all
	case s.Count:
		search = s.count
	}
	for f := range s.problem.Parts(ctx) {
		if err := search(ctx, f, to); err != nil || s.first != nil {
			return err
		}
	}
	return ctx.Err()
}

// AnswerFormula answers the question, prints the s and v lines and returns the exit status. If ctx
// ends while it lists the models for a count, it prints how many it has found.
func AnswerFormula(ctx context.Context, w io.Writer, p *Problem, q Question) (exit int, err error) {
	s := &satSearch{Question: q, problem: p}
	if q.Count {
		s.unmentioned = dropUnmentioned(p.Formula, p.Cubes)
	}
	if q.Proof == "" {
		err = console.Abandon(ctx, func() error { return s.run(ctx, nil) })
	} else {
		err = prove(ctx, q.Proof, func(to sat.Proof) error { return s.run(ctx, to) })
		if err == nil && q.Count {
			err = writeBlocked(q.Proof+".cnf", p.Formula, s.blocking, s.unmentioned)
		}
	}
	if err == nil && p.Format == "icnf" && s.first == nil { // search for a model outside the cubes
		if q.Count {
			fmt.Fprintf(w, "c models within the file's cubes: %v\n", s.total())
		}
		err = console.Abandon(ctx, func() error { return s.one(ctx, p.Rest(), nil) })
	}
	if q.Count && (errors.Is(err, errLimit) || console.Interrupted(ctx, err)) {
		return s.writeStopped(w, err)
	}
	if err != nil {
		return 0, err
	}
	if q.Count && s.first != nil {
		_, err = fmt.Fprintf(w, "c the formula has models outside the cubes, so they were not all counted\ns %v\n", cnf.Unknown)
		return 0, err
	}
	status, exit := cnf.Satisfiable, Satisfiable
	if s.total().Sign() == 0 && s.first == nil {
		status, exit = cnf.Unsatisfiable, Unsatisfiable
	}
	if q.Count {
		return exit, cnf.WriteCount(w, status, p.Projected, s.total())
	}
	return exit, s.writeModel(w, status)
}

func (s *satSearch) total() *big.Int {
	n := big.NewInt(s.models.Load())
	if !s.lists() {
		n.Set(&s.counted)
	}
	return n.Lsh(n, s.unmentioned)
}

// writeStopped writes the answer of a count that err stopped. The search may still be running.
func (s *satSearch) writeStopped(w io.Writer, err error) (exit int, _ error) {
	why := "it was interrupted"
	switch {
	case errors.Is(err, errLimit):
		why = "there are more models than --limit allows"
	case errors.Is(err, context.DeadlineExceeded):
		why = "the time of --timeout is over"
	}
	why += wording.If(s.Proof != "", ", so there is no proof")
	status := cnf.Unknown
	if !s.lists() {
		_, err = fmt.Fprintf(w, "c the count is incomplete: %s\ns %v\n", why, status)
		return 0, err
	}
	total := s.total()
	if errors.Is(err, errLimit) {
		total.SetInt64(s.Limit)
	}
	if total.Sign() > 0 {
		status, exit = cnf.Satisfiable, Satisfiable
	}
	_, err = fmt.Fprintf(w, "c the count is incomplete: %s\nc models so far: %v\ns %v\n", why, total, status)
	return exit, err
}

func (s *satSearch) writeModel(w io.Writer, status cnf.Status) error {
	fmt.Fprintf(w, "s %v\n", status)
	switch p := s.problem; {
	case s.first == nil:
		return nil
	case p.Format == "opb":
		return cnf.WriteLinearModel(w, s.first[:p.Vars])
	default:
		return cnf.WriteModel(w, s.first[:p.Vars])
	}
}

func checkProof(proof, formula string, count bool) error {
	if proof == "" {
		return nil
	}
	files := []string{proof}
	if count {
		if _, _, special := atomicfile.Target(proof); special {
			return console.Usagef("sat: --proof %s: with --count, want a regular file, so that %[1]s.cnf can be written next to it", proof)
		}
		files = append(files, proof+".cnf")
	}
	for _, file := range files {
		if err := atomicfile.Check(file); err != nil {
			return err
		}
		in, err := os.Stat(formula)
		if _, out, _ := atomicfile.Target(file); err == nil && out != nil && os.SameFile(in, out) {
			return console.Usagef("sat: --proof %s: the proof would overwrite the formula %s: want another file", proof, file)
		}
	}
	return nil
}

// prove runs a search and writes its proof to a file. The file appears only if the search succeeds.
func prove(ctx context.Context, file string, search func(sat.Proof) error) error {
	r, err := console.Await(ctx, func() (*atomicfile.File, error) { return atomicfile.Create(file) })
	if err != nil {
		return err
	}
	defer r.Discard() // even if an abandoned search is still running
	if err := console.Abandon(ctx, func() error {
		w := drat.NewWriter(r)
		if err := search(w); err != nil {
			return err
		}
		return w.Flush()
	}); err != nil {
		return err
	}
	return r.Commit()
}

// writeBlocked writes the formula that the proof of a count refutes. Each projected variable that no
// clause mentions doubles the number of models that a blocking clause excludes.
func writeBlocked(file string, f *cnf.Formula, blocking [][]cnf.Lit, unmentioned uint) error {
	all := *f
	all.Comments = append(slices.Clip(f.Comments), fmt.Sprintf("the last %d clauses are the blocking clauses of the models", len(blocking)))
	if unmentioned > 0 {
		all.Comments = append(all.Comments, fmt.Sprintf("each of them stands for 2^%[1]d models, because %[1]d projected variables are in no clause", unmentioned))
	}
	all.Clauses = slices.Concat(f.Clauses, blocking)
	var text bytes.Buffer
	_ = all.WriteClauses(&text) // writing to a buffer does not fail
	return atomicfile.Write(file, text.Bytes())
}

// dropUnmentioned removes from the projection the variables that occur nowhere, and counts them. Each
// doubles the number of models, so the search need not list its two values.
func dropUnmentioned(f *cnf.Formula, cubes [][]cnf.Lit) uint {
	mentioned := f.Mentioned(slices.Concat(f.Groups, cubes)...)
	before := len(f.Free)
	f.Free = slices.DeleteFunc(f.Free, func(l cnf.Lit) bool { return !mentioned[l.Var()] })
	return uint(before - len(f.Free))
}

// A Problem is the contents of a file for the command sat.
type Problem struct {
	*cnf.Split
	Format string // dimacs, icnf or opb
	Vars   int    // number of variables of the file; further variables of the formula are auxiliary
}

// linearStart matches the beginning of an OPB file: a comment, an objective or a term.
var linearStart = regexp.MustCompile(`^\s*(\*|min:|max:|[+-]?\d+\s*~?x|[+-]?\d+\s+[+-]?\d*\s*~?x|[<>]?=)`)

// clauseStart matches the beginning of a DIMACS or iCNF file.
var clauseStart = regexp.MustCompile(`^\s*([cp]|vp\s)`)

// maxBlank limits how many bytes of blanks a file may have before its first word.
const maxBlank = 1 << 16

// ReadProblem reads a DIMACS, iCNF or OPB file. The first word decides the format, not the name of
// the file. If no format begins like the file, the error is a *cnf.SyntaxError. Other errors come
// from the reader of the format, or say that the constraints need too large a formula.
func ReadProblem(r io.Reader) (*Problem, error) {
	b := bufio.NewReaderSize(cnf.UTF8(r), maxBlank)
	start, err := b.Peek(256)
	if err == nil && len(bytes.TrimSpace(start)) == 0 {
		start, err = b.Peek(maxBlank)
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if err := cnf.CheckText(start); err != nil {
		return nil, err
	}
	start = bytes.TrimPrefix(start, []byte("\ufeff"))
	words := cnf.Ordinary.Replace(string(start))
	if !linearStart.MatchString(words) && !clauseStart.MatchString(words) {
		return nil, unlike(start)
	}
	if linearStart.MatchString(words) {
		p, err := opb.Read(b)
		if err != nil {
			return nil, err
		}
		f, err := p.Clauses()
		if err != nil {
			return nil, console.Usagef("the constraints cannot be written as clauses: %w", err)
		}
		return &Problem{&cnf.Split{Formula: f, Whole: true}, "opb", p.NumVars}, nil
	}
	s, err := cnf.ReadSplit(b)
	if err != nil {
		return nil, err
	}
	return &Problem{s, wording.Either(s.Whole, "dimacs", "icnf"), s.Formula.NumVars}, nil
}

// unlike returns the error, at the first word, for a file that begins like none of the formats.
func unlike(start []byte) error {
	start = regexp.MustCompile(`\r\n?`).ReplaceAll(start, []byte("\n"))
	before := start[:len(start)-len(bytes.TrimLeft(start, " \t\n"))]
	at := &cnf.SyntaxError{Line: 1 + bytes.Count(before, []byte("\n")), Column: len(before) - bytes.LastIndexByte(before, '\n')}
	got := "an empty file"
	if words := bytes.Fields(start); len(words) > 0 {
		got = fmt.Sprintf("%.20q", words[0])
	} else if len(start) > 0 {
		got = "blanks"
	}
	at.Err = fmt.Errorf("want \"p cnf VARIABLES CLAUSES\" (DIMACS), \"p inccnf\" (iCNF), or \"* #variable= N #constraint= M\" or a constraint (OPB), got %s", got)
	return at
}
