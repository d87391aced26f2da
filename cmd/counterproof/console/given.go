package console

import (
	"errors"

	"github.com/urfave/cli/v2"

	"counterproof/bench/solve/answer"
	"counterproof/encode"
	"counterproof/encode/wording"
)

// GivenFlag is the flag --given, which names values that a solution must have.
var GivenFlag = &cli.StringFlag{Name: "given", Usage: "find only the solutions with the given values. `SITE=VALUE,...` lists sites, such as cells, with their values. Both are numbers from 0 on; list PUZZLE says what they mean"}

// Given returns the values of GivenFlag for an instance.
func (c *Call) Given(in encode.Instance) ([]encode.Given, error) {
	given, err := encode.ParseGiven(c.String(GivenFlag.Name), in.Sites())
	if err != nil {
		return nil, c.misgiven(&answer.GivenError{Instance: in, Err: err})
	}
	return given, nil
}

// PrepareError turns the error of answer.Prepare into a UsageError.
func (c *Call) PrepareError(err error) error {
	if bad, ok := errors.AsType[*answer.GivenError](err); ok {
		return c.misgiven(bad)
	}
	return Misused(err)
}

func (c *Call) misgiven(bad *answer.GivenError) error {
	return c.Usagef("--%s for %q: %w", GivenFlag.Name, wording.Short(bad.Instance.String()), bad.Err)
}
