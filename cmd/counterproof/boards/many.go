package boards

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
)

// single lists the flags that go with only one instance: the flags that name files, and --chain.
var single = strings.Fields("svg png pdf html step chain")

// eachInstance calls run for each instance of the arguments after PUZZLE, with a Call that has the
// instance. The calls run on all cores. What they print comes in the order of the instances, as text with
// empty lines between them.
func eachInstance(c *console.Call, run func(*console.Call) error) error {
	ins, err := c.ReadInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	if len(ins) == 1 {
		c.Instance = ins[0]
		return run(c)
	}
	if i := slices.IndexFunc(single, c.IsSet); i >= 0 {
		return c.Usagef("--%s: want one instance, got %d", single[i], len(ins))
	}
	type printed struct {
		console.Call
		out, messages bytes.Buffer
		err           error
	}
	first := true
	return console.InOrder(c, console.Each(ins), func(ctx context.Context, in encode.Instance) *printed {
		p := &printed{Call: *c}
		p.Context, p.Instance, p.Stdout, p.Stderr = ctx, in, &p.out, &p.messages
		p.err = run(&p.Call)
		return p
	}, func(p *printed) error {
		var before string
		if !c.Bool("json") && !first {
			before = "\n"
		}
		if !c.Bool("json") && c.Bool("next") { // a hint alone does not name its board
			before += p.Instance.String() + "\n"
		}
		first = false
		_, _ = c.Stderr.Write(p.messages.Bytes())
		_, err := c.Stdout.Write(append([]byte(before), p.out.Bytes()...))
		if p.err != nil && !errors.As(p.err, new(console.UsageError)) {
			p.err = fmt.Errorf("%s %v: %w", c.Puzzle.Name, p.Instance, p.err)
		}
		return errors.Join(p.err, err)
	})
}
