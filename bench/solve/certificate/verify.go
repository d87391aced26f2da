package certificate

import (
	"bufio"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/solve/certificate/restate"
	"counterproof/encode"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
	"counterproof/sat/cpog"
	"counterproof/sat/drat"
)

// Verify checks the certificate dir and returns its claim. First, count.json must be exactly the
// text that Write would write. Then every file must have the size and the SHA-256 that count.json
// states, and the folder may hold nothing else. If contentOnly is true, Verify skips this second
// step. Then Verify checks the content:
//
//  1. It reads the instance from instance.txt. The text must be canonical. If the instance is a file, it
//     reads the file contents, which must have the SHA-256 of the text.
//  2. It writes the instance as a formula in the style of count.json. The file formula.cnf must be
//     the same, byte for byte. For an exact cover, a sudoku or a nonogram, the package restate
//     compares the formula with the rules, unless this would take too long.
//  3. Each line of models.txt must hold a model of all clauses and the solution that the model
//     decodes to. The solution must satisfy the rules. No two lines may have the same values of the
//     projected variables or the same solution.
//  4. For each line, blocking.cnf must have a clause that is false in the model. If all literals
//     of the clause are false, unit propagation in the formula must give every projected
//     variable its value in the model. So the clause forbids no other model.
//  5. all.cnf must hold the clauses of steps 2 and 4.
//  6. proof.drat must refute all.cnf, and each lemma must follow by unit propagation.
//  7. If the claim names proof.lrat, each lemma in it must follow by its hints, up to the empty clause.
//  8. The count must be the number of lines, and the digest must be the sum of the solutions'
//     hashes.
//
// For a graph, one step replaces steps 3 to 8: graph.cpog must prove the claimed count (see package
// sat/cpog).
//
// Verify trusts that the puzzle's Encode excludes no solution, unless step 2 compares the formula with
// the rules. In a listing, the rules reveal a model that is not a solution. For a graph, Verify also
// trusts that Encode allows only solutions. It trusts the writer of package cnf, the checkers of the
// packages drat and cpog, and this package. It does not depend on who wrote the certificate and how.
//
// If the certificate is wrong, the error is a *Refusal. Any other error comes from the file system
// or from ctx. For each solution, Verify keeps the blocking clause, the solution and a hash in
// memory.
func Verify(ctx context.Context, dir string, lookup encode.Lookup, contentOnly bool) (*Claim, error) {
	d, err := openFolder(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.verify(lookup, contentOnly)
}

func (d *folder) verify(lookup encode.Lookup, contentOnly bool) (*Claim, error) {
	claim, err := d.claim(contentOnly)
	if err != nil {
		return nil, err
	}
	v := &verifier{folder: d, claim: claim}
	// The steps are function literals, not method values: see TestClonedMethods of cmd/counterproof.
	for _, check := range []func() error{
		func() error { return v.readInstance(lookup) },
		func() error { return v.checkFormula() },
		func() error {
			if claim.HasGraph() {
				return v.checkGraph()
			}
			if err := v.checkModels(); err != nil {
				return err
			}
			if err := v.checkProof(); err != nil {
				return err
			}
			return v.checkLRAT()
		},
	} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return claim, nil
}

type verifier struct {
	*folder
	claim    *Claim
	puzzle   *encode.Puzzle
	instance encode.Instance
	enc      *encode.Encoding
	clauses  [][]cnf.Lit // the clauses of all.cnf
}

// longestInstance limits the size of instance.txt in bytes. No puzzle needs more, and longer texts
// would take too long, because parsers read a text more than once.
const longestInstance = 1 << 26

func (v *verifier) readInstance(lookup encode.Lookup) error {
	text, err := v.text(instanceFile, longestInstance)
	if err != nil {
		return err
	}
	name, notation, ok := strings.Cut(string(text), "\t")
	if !ok {
		return refuse(instanceFile, 1, "want the puzzle, a tab and the instance")
	}
	notation = strings.TrimSuffix(notation, "\n")
	if v.puzzle = lookup(name); v.puzzle == nil {
		return refuse(instanceFile, 1, "there is no puzzle %.20q", name)
	}
	if err := v.readContents(notation); err != nil {
		return err
	}
	if v.instance, err = v.puzzle.Parse(notation); err != nil {
		return refuse(instanceFile, 1, "the text is not an instance of %s: %v", name, err)
	}
	if want := instanceText(name, v.instance); want != string(text) {
		return refuse(instanceFile, 1, "the text is not canonical: want %.20q, got %.20q", want, text)
	}
	if c := v.claim; c.Puzzle != name || c.Instance != notation {
		return refuse(claimFile, 0, "it is about %q, but %s is about %q", wording.Short(c.Puzzle+" "+c.Instance), instanceFile, wording.Short(name+" "+notation))
	}
	return nil
}

// readContents reads the contents of an instance that is a file.
func (v *verifier) readContents(notation string) error {
	_, hash, _ := wording.File(notation)
	if hash == "" {
		return nil
	}
	data, err := v.text(contentsFile, contents.Most)
	if err == nil && contents.Put(data) != hash {
		err = refuse(contentsFile, 0, "the file does not have the SHA-256 that %s states", instanceFile)
	}
	return err
}

func (v *verifier) checkFormula() (err error) {
	c := v.claim
	if !slices.Contains(v.puzzle.Styles, c.Style) {
		return refuse(claimFile, 0, "%s has no style %q", c.Puzzle, wording.Short(c.Style))
	}
	if v.enc, err = encode.CNF(v.puzzle, v.instance, c.Style); err != nil {
		return refuse(instanceFile, 1, "%v", err)
	}
	if c.Variables != v.enc.NumVars || c.Clauses != len(v.enc.Clauses) {
		return refuse(claimFile, 0, "it claims %d variables and %d clauses, but the formula has %d and %d",
			c.Variables, c.Clauses, v.enc.NumVars, len(v.enc.Clauses))
	}
	if err := v.restate(); err != nil {
		return err
	}
	return v.with(formulaFile, func(r *reader) error {
		s := newSame(formulaFile, "the formula of the instance in style "+c.Style, r)
		if err := writeFormula(s, c.Puzzle, v.instance, v.enc); err != nil {
			return err
		}
		return s.end()
	})
}

// restate compares the formula with the rules in the package restate. It does nothing if the package
// lacks rules for the instance, or if the comparison would take too long.
func (v *verifier) restate() error {
	board := restate.Read(v.claim.Puzzle, v.claim.Instance)
	if board == nil {
		return nil
	}
	err := board.Compare(v.ctx, &v.enc.Formula, v.enc.Projected)
	var d restate.Difference
	switch {
	case errors.As(err, &d):
		return refuse(formulaFile, 0, "the formula does not state the rules of %s: %s", v.claim.Puzzle, shorten(err.Error()))
	case err == restate.ErrUndecided:
		return nil
	}
	return err
}

// checkModels reads models.txt, blocking.cnf and all.cnf in parallel, line by line.
func (v *verifier) checkModels() error {
	return v.with(modelsFile, func(models *reader) error {
		return v.with(blockingFile, func(blocking *reader) error {
			return v.with(allFile, func(all *reader) error {
				most := longest(v.enc, v.instance)
				return v.models(
					newListing(newLines(modelsFile, models, most), v),
					newLines(blockingFile, blocking, most),
					newSame(allFile, "the formula and the blocking clauses", all))
			})
		})
	})
}

func (v *verifier) models(models *listing, blocking *lines, all *same) error {
	promised, err := blocking.header(v.enc.NumVars)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(all, 1<<16)
	writeHeader(w, v.enc.NumVars, int64(len(v.enc.Clauses))+promised)
	for _, c := range v.enc.Clauses {
		writeClause(w, c)
	}
	v.clauses = slices.Clip(v.enc.Clauses)
	n := int64(0)
	for ; ; n++ {
		if err := v.ctx.Err(); err != nil {
			return err
		}
		more, err := models.read()
		if err != nil {
			return err
		}
		line, err := blocking.next()
		switch {
		case err != nil:
			return err
		case !more && line != nil:
			return blocking.refuse("there is no model for this clause: %s has only %d lines", modelsFile, n)
		case more && line == nil:
			return blocking.refuse("there is no clause for line %d of %s", models.n, modelsFile)
		}
		if !more {
			break
		}
		clause, err := blocking.literals(line, v.enc.Projected, nil)
		if err != nil {
			return err
		}
		if err := v.forbids(blocking, clause, models); err != nil {
			return err
		}
		v.clauses = append(v.clauses, clause)
		writeClause(w, clause)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	switch {
	case promised != n:
		return refuse(blockingFile, 1, "the header says %d clauses, but there are %d", promised, n)
	case v.claim.Count != strconv.FormatInt(n, 10):
		return refuse(claimFile, 0, "it claims %s solutions, but %s has %d lines", v.claim.Count, modelsFile, n)
	case models.digest.String() != v.claim.Digest:
		return refuse(claimFile, 0, "it claims the digest %.64q, but the solutions have the digest %v", v.claim.Digest, models.digest)
	}
	return all.end()
}

// forbids checks that the clause forbids the last model read and no other model.
func (v *verifier) forbids(blocking *lines, clause []cnf.Lit, models *listing) error {
	for _, l := range clause {
		if models.model.True(l) {
			return blocking.refuse("the clause does not forbid the model in %s, line %d, which makes the literal %d true", modelsFile, models.n, l)
		}
	}
	if lits := models.lits[:v.enc.Projected]; len(lits) > 0 && !models.checker.Implies(cnf.Negated(clause), lits...) {
		return blocking.refuse("the clause may forbid more than the model in %s, line %d", modelsFile, models.n)
	}
	return nil
}

func (v *verifier) checkProof() error {
	return v.with(proofFile, func(r *reader) error {
		_, err := drat.Check(v.ctx, v.all(), r)
		return v.refuseProof(proofFile, err)
	})
}

// checkGraph checks the proof of a graph in both directions, and compares its count with the claim.
func (v *verifier) checkGraph() error {
	return v.with(graphFile, func(r *reader) error {
		result, err := cpog.Check(v.ctx, &v.enc.Formula, r)
		var line *cpog.LineError
		switch {
		case errors.As(err, &line):
			return refuse(graphFile, line.Line, "%s", shorten(line.Err.Error()))
		case err != nil:
			return err
		case result.Count.String() != v.claim.Count:
			return refuse(claimFile, 0, "it claims %s solutions, but %s has %v models", wording.Short(v.claim.Count), graphFile, result.Count)
		case v.claim.Digest != "":
			return refuse(claimFile, 0, "it claims a digest, but a graph has none")
		}
		return nil
	})
}

func (v *verifier) checkLRAT() error {
	if !v.claim.HasLRAT() {
		return nil
	}
	return v.with(lratFile, func(r *reader) error { return v.refuseProof(lratFile, drat.CheckLRAT(v.ctx, v.all(), r)) })
}

// all returns the formula of all.cnf.
func (v *verifier) all() *cnf.Formula {
	return &cnf.Formula{NumVars: v.enc.NumVars, Clauses: v.clauses}
}

// refuseProof turns the error of a checker into a refusal.
func (v *verifier) refuseProof(file string, err error) error {
	var syntax *cnf.SyntaxError
	var step *drat.StepError
	switch {
	case errors.As(err, &syntax):
		return &Refusal{File: file, Line: syntax.Line, Column: syntax.Column, Reason: syntax.Err.Error()}
	case errors.As(err, &step):
		return refuse(file, step.Line, "%s", shorten(step.Err.Error()))
	case errors.Is(err, drat.ErrNoRefutation):
		return refuse(file, 0, "%v, so it does not show that there are only %s solutions", err, v.claim.Count)
	}
	return err
}

func shorten(text string) string {
	if len(text) <= 200 {
		return text
	}
	return text[:120] + " ... " + text[len(text)-60:]
}
