package console

import (
	"errors"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
)

// GivenFlag is the flag --given, which names values that a solution must have.
var GivenFlag = &cli.StringFlag{Name: "given", Usage: "find only the solutions with the given values. `SITE=VALUE,...` lists sites, such as cells, with their values. Both are numbers from 0 on; list PUZZLE says what they mean"}

// Given returns the values of GivenFlag for the instance of the call.
func (c *Call) Given() ([]clues.Given, error) {
	given, err := clues.ParseGiven(c.String(GivenFlag.Name), c.Instance.Sites())
	if err != nil {
		return nil, c.PrepareError(&answer.GivenError{Instance: c.Instance, Err: err})
	}
	return given, nil
}

// Job returns the part of a job that the flags for limits, given values and symmetry set.
func (c *Call) Job() result.Job {
	return result.Job{Limits: c.Limits(), Given: c.String(GivenFlag.Name), Options: result.Options{Orbits: c.Bool(SymmetryFlag.Name)}}
}

// Prepare completes a job with an instance of the puzzle and a method.
func (c *Call) Prepare(j result.Job, in encode.Instance, name method.Name) (result.Job, error) {
	if err := c.Symmetric(c.Puzzle, in); err != nil {
		return j, err
	}
	j, err := answer.Prepare(j, c.Puzzle, in, name)
	return j, c.PrepareError(err)
}

// PrepareError turns an error of answer.Prepare into a UsageError.
func (c *Call) PrepareError(err error) error {
	if bad, ok := errors.AsType[*answer.GivenError](err); ok {
		return c.Usagef("--%s for %q: %w", GivenFlag.Name, wording.Short(bad.Instance.String()), bad.Err)
	}
	if err != nil {
		err = Misused(err)
	}
	return err
}

// An Answered is a record in the form that the flag --json prints.
type Answered struct {
	result.Record
	Method   string `json:"method"`   // as the caller named it, such as native
	Resolved string `json:"resolved"` // the full name, such as native/NAME
}

// Asked returns a record in the form for --json. The user named the method.
func Asked(r result.Record, method string) Answered { return Answered{r, method, r.Method} }
