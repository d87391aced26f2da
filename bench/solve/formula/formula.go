// Package formula writes a board as a formula for other solvers: as clauses, as pseudo-Boolean
// constraints, or in a text format of a native problem.
package formula

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/sat"
	"counterproof/sat/cnf"
	"counterproof/sat/opb"
)

// A Writer writes a formula. The error comes from w or is ctx.Err().
type Writer func(ctx context.Context, w io.Writer) error

// Styled reports whether a format writes constraints in one of the styles of a puzzle.
func Styled(format string) bool { return format == "dimacs" || format == "icnf" }

// New encodes a board in one of the Formats, and returns a function that writes the formula. The
// style has an effect only if Styled is true for the format. An error means that the format or the
// style does not exist, or that the formula is too large.
func New(p *encode.Puzzle, in encode.Instance, format, style string) (Writer, error) {
	switch {
	case Styled(format):
		return clauses(p, in, style, format)
	case format == "opb":
		return constraints(p, in)
	}
	for _, r := range in.Reduce() {
		if write := r.Texts[format]; write != nil {
			return func(_ context.Context, w io.Writer) error { return write(w) }, nil
		}
	}
	return nil, fmt.Errorf("%s has no format %q: %s", p.Name, wording.Short(format), wording.Want(format, Formats(in)))
}

// Formats lists the formats in which a board can be written.
func Formats(in encode.Instance) []string {
	formats := []string{"dimacs", "icnf", "opb"}
	for _, r := range in.Reduce() {
		for f := range r.Texts {
			if !slices.Contains(formats, f) {
				formats = append(formats, f)
			}
		}
	}
	slices.Sort(formats)
	return formats
}

// clauses writes the formula in the format dimacs, or in the format icnf, which adds cubes.
func clauses(p *encode.Puzzle, in encode.Instance, style, format string) (Writer, error) {
	enc, err := encode.CNF(p, in, style)
	if err != nil {
		return nil, err
	}
	enc.Comments = append([]string{fmt.Sprintf("puzzle %s instance %s style %s", p.Name, in, style)}, gives(enc)...)
	return func(ctx context.Context, w io.Writer) error {
		if format == "dimacs" {
			return enc.Formula.Write(w)
		}
		var listed error
		err := enc.Formula.WriteICNF(w, func(yield func([]cnf.Lit) bool) {
			listed = sat.Cubes{F: &enc.Formula, Depth: -1}.List(ctx, yield)
		})
		return errors.Join(listed, err)
	}, nil
}

// constraints writes the board as pseudo-Boolean constraints, with one for each clause.
func constraints(p *encode.Puzzle, in encode.Instance) (Writer, error) {
	enc, err := encode.Mixed(p, in)
	if err != nil {
		return nil, err
	}
	problem := &opb.Problem{NumVars: enc.NumVars}
	for _, c := range enc.Linear {
		terms := make([]opb.Term, len(c.Terms))
		for i, t := range c.Terms {
			terms[i] = opb.Term{Weight: t.Weight, Lit: t.Lit}
		}
		problem.Between(c.Lo, c.Hi, terms...)
	}
	for _, clause := range enc.Clauses {
		problem.Clause(clause...)
	}
	problem.Comments = append([]string{fmt.Sprintf("puzzle %s instance %s", p.Name, in)}, gives(enc)...)
	return func(_ context.Context, w io.Writer) error { return problem.Write(w) }, nil
}

// Map returns the meaning of the variables of the formula in a style, as JSON.
func Map(p *encode.Puzzle, in encode.Instance, style string) ([]byte, error) {
	enc, err := encode.CNF(p, in, style)
	if err != nil {
		return nil, err
	}
	type meaning struct {
		Var   int `json:"var"`
		Site  int `json:"site"`
		Value int `json:"value"`
	}
	text, err := json.Marshal(struct {
		Puzzle    string    `json:"puzzle"`
		Instance  string    `json:"instance"`
		Style     string    `json:"style"`
		Projected int       `json:"projected"` // the variables 1 to this number
		Auxiliary int       `json:"auxiliary"` // how many variables follow
		Variables []meaning `json:"variables"` // a site has a value if such a variable is true
	}{p.Name, in.String(), enc.Style, enc.Projected, enc.NumVars - enc.Projected,
		wording.Each(enc.Gives, func(g encode.Gives) meaning { return meaning{g.Var, g.Site, g.Value} })})
	return append(text, '\n'), err
}

func gives(enc *encode.Encoding) []string {
	return wording.Each(enc.Gives, func(g encode.Gives) string { return fmt.Sprintf("site %d value %d var %d", g.Site, g.Value, g.Var) })
}
