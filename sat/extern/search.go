//go:build !js

package extern

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"counterproof/sat/cnf"
)

// These are the exit statuses of SAT solvers.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)

// agrees reports whether an exit status fits to a status that the program has printed.
func (t *Tool) agrees(status cnf.Status, code int) bool {
	return status == cnf.Satisfiable && code == exitSatisfiable || status == cnf.Unsatisfiable && code == exitUnsatisfiable ||
		status != cnf.Unknown && code == 0 && (t.Answer == Counts || t.has(exitsZero))
}

func (t *Tool) complete() int { return cmp.Or(t.Complete, exitSatisfiable) }

// mayExit reports whether an exit status may belong to an answer.
func (t *Tool) mayExit(code int) bool {
	return t.agrees(cnf.Satisfiable, code) || t.agrees(cnf.Unsatisfiable, code) || t.Answer == AllModels && code == t.complete()
}

// readModel reads the answer about one model.
func (t *Tool) readModel(out io.Reader, vars int) (cnf.Model, cnf.Status, error) {
	if !t.has(omitsValues) {
		return cnf.ReadModel(out, vars)
	}
	a, err := cnf.ReadAnswer(out, vars, func(int) bool { return true })
	if err == nil && a.Count != nil {
		err = errors.New("want a model, got a count")
	}
	return a.Model, a.Status, err
}

// Search returns a *NotFoundError, a *WrongError, ErrCPU, ctx.Err(), or an error that says how the
// program failed. That error ends with the last line that the program printed, if there is one.
//
// Memory grows with the number of solutions. If the program lists all models in one run, a solution
// takes about 50 bytes. If the program runs once for each model, a solution takes a blocking
// clause.
func (s Solver) Search(ctx context.Context, st *cnf.Stats, yield func(cnf.Model) bool) error {
	r, err := s.search(ctx, st)
	if err != nil {
		return err
	}
	r.yield = yield
	if s.Tool.Answer == AllModels {
		return r.list(ctx)
	}
	return r.loop(ctx)
}

// search returns an error if the program would count or list something else than the projected models.
func (s Solver) search(ctx context.Context, st *cnf.Stats) (*search, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path, err := s.Tool.Path()
	if err != nil {
		return nil, err
	}
	vars := s.F.Vars()
	needs := s.Tool.Answer == AllModels || s.Tool.Answer == Counts
	if aux := s.F.NumVars - len(vars); needs && s.Tool.Projection == "" && aux > 0 {
		return nil, fmt.Errorf("the formula has %d auxiliary variables, but the definition of %s has no projection line", aux, s.Tool.Name)
	}
	return &search{Solver: s, path: path, vars: vars, text: newText(s.F, s.Tool), st: st, seen: map[[16]byte]struct{}{}}, nil
}

type search struct {
	Solver
	path  string
	vars  []cnf.Lit // projected variables, ascending
	text  *text
	st    *cnf.Stats
	yield func(cnf.Model) bool
	seen  map[[16]byte]struct{} // the digests of the solutions
	idle  time.Duration         // time of the current run spent on handling models

	most    int64 // the number of bytes of an answer; 0: any
	lenient bool  // any exit status may follow a readable answer
}

// errEnough is the error with which the reader of an answer ends a run whose further output is not
// needed.
var errEnough = errors.New("enough")

func (s *search) list(ctx context.Context) error {
	all := len(s.vars) > 0 // otherwise there is at most one solution
	var status cnf.Status
	found := 0
	code, err := s.run(ctx, s.text.reader(), all, func(out io.Reader) (err error) {
		status, err = readModels(out, s.F.NumVars, func(m cnf.Model) error {
			found++
			t := time.Now()
			defer func() { s.idle += time.Since(t) }()
			if more, err := s.take(m); err != nil || !more || !all && !s.Tool.uses(modelsPlace) {
				return errors.Join(err, errEnough)
			}
			return nil
		})
		return err
	})
	var wrong *WrongError
	switch {
	case errors.As(err, &wrong):
		return wrong
	case errors.Is(err, errEnough):
		return nil
	case err != nil:
		return err
	}
	ended := code == s.Tool.complete() || (!all || s.Tool.has(exitsZero)) && s.Tool.agrees(status, code)
	complete := status == cnf.Satisfiable && found > 0 && ended ||
		status == cnf.Unsatisfiable && found == 0 && s.Tool.agrees(status, code)
	if !complete {
		return fmt.Errorf("want a complete list of models from %s, got %v, %d models and exit status %d", s.Tool.Name, status, found, code)
	}
	return nil
}

func (s *search) loop(ctx context.Context) error {
	for {
		var m cnf.Model
		var status cnf.Status
		code, err := s.run(ctx, s.text.reader(), false, func(out io.Reader) (err error) {
			m, status, err = s.Tool.readModel(out, s.F.NumVars)
			return err
		})
		switch {
		case err != nil:
			return err
		case status == cnf.Unsatisfiable && s.Tool.agrees(status, code):
			return nil
		case status != cnf.Satisfiable || !s.Tool.agrees(status, code):
			return fmt.Errorf("%s reports %v but ends with exit status %d", s.Tool.Name, status, code)
		}
		more, err := s.take(m)
		if err != nil || !more || len(s.vars) == 0 {
			return err
		}
		s.text.add(s.F.Blocking(m))
	}
}

func (s *search) take(m cnf.Model) (more bool, err error) {
	if err := s.F.Check(m); err != nil {
		return false, &WrongError{s.Tool.Name, err}
	}
	bits := make([]byte, len(s.vars))
	for i, v := range s.vars {
		if m.True(v) {
			bits[i] = 1
		}
	}
	sum := sha256.Sum256(bits)
	key := [16]byte(sum[:])
	if _, ok := s.seen[key]; ok {
		return false, &WrongError{s.Tool.Name, fmt.Errorf("its next model repeats one of its %d solutions", len(s.seen))}
	}
	s.seen[key] = struct{}{}
	return s.yield(m), nil
}

// A text is a formula in the format that programs read, to which clauses can be added. So the
// formula is encoded only once even if the program runs again for each solution.
type text struct {
	vars, clauses int
	head          []byte // comments before the header
	body          []byte // everything after the header
}

// newText encodes the formula with the line of its projection that the tool reads. Other programs
// might fail on such a line. The line `c project` must follow the header, because clasp reads its
// comments only there.
func newText(f *cnf.Formula, tool *Tool) *text {
	t := &text{vars: f.NumVars}
	switch tool.Projection {
	case ProjectLine:
		t.body = cnf.AppendClause([]byte(ProjectLine+" "), f.Vars())
	case ShowLine:
		t.head = cnf.AppendClause([]byte("c t pmc\n"+ShowLine+" "), f.Vars())
	case IndLine:
		t.body = cnf.AppendClause([]byte(IndLine+" "), f.Vars())
	default:
		if tool.Answer == Counts {
			t.head = []byte("c t mc\n")
		}
	}
	for _, c := range f.Clauses {
		t.add(c)
	}
	return t
}

func (t *text) add(clause []cnf.Lit) {
	t.body = cnf.AppendClause(t.body, clause)
	t.clauses++
}

func (t *text) reader() io.Reader {
	header := fmt.Appendf(t.head[:len(t.head):len(t.head)], "p cnf %d %d\n", t.vars, t.clauses)
	return io.MultiReader(bytes.NewReader(header), bytes.NewReader(t.body))
}

// fileName begins the names of files with formulas. The mark of the program follows.
const fileName = "counterproof-"

// writeFile writes the formula to a new file, which the caller must remove.
func writeFile(formula io.Reader) (path string, err error) {
	f, err := os.CreateTemp("", fileName+mark()+"-*.cnf")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, formula)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// removeFiles removes the files of programs with the mark. A process that was killed leaves them.
func removeFiles(mark string) {
	names, _ := filepath.Glob(filepath.Join(os.TempDir(), fileName+mark+"-*.cnf"))
	for _, name := range names {
		_ = os.Remove(name)
	}
}
