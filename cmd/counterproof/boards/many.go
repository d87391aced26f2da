package boards

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/solve/generator"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
)

// single lists the flags that go with only one instance: those of files, and --chain.
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
		out, messages bytes.Buffer
		err           error
	}
	first := true
	return inOrder(c, ins, func(in encode.Instance) *printed {
		p, one := &printed{}, *c
		one.Instance, one.Stdout, one.Stderr = in, &p.out, &p.messages
		p.err = run(&one)
		return p
	}, func(in encode.Instance, p *printed) error {
		var before string
		if !c.Bool("json") && !first {
			before = "\n"
		}
		if !c.Bool("json") && c.Bool("next") { // a hint alone does not name its board
			before += in.String() + "\n"
		}
		first = false
		_, _ = c.Stderr.Write(p.messages.Bytes())
		_, err := c.Stdout.Write(append([]byte(before), p.out.Bytes()...))
		if p.err != nil && !errors.As(p.err, new(console.UsageError)) {
			p.err = fmt.Errorf("%s %v: %w", c.Puzzle.Name, in, p.err)
		}
		return errors.Join(p.err, err)
	})
}

// atOnce is the number of items whose results inOrder keeps.
const atOnce = 32

// inOrder calls do for each item, on all cores, and passes the results to emit in the order of the items.
func inOrder[I, O any](c *console.Call, items []I, do func(I) O, emit func(I, O) error) error {
	for items := range slices.Chunk(items, atOnce) {
		results := make([]O, len(items))
		_ = generator.Each(len(items), func(i int) error {
			results[i] = do(items[i])
			return nil
		})
		for i, item := range items {
			if c.Err() != nil {
				return c.Err()
			}
			if err := emit(item, results[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
