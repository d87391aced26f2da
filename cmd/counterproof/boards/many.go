package boards

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

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
		encode.Instance
		out, messages bytes.Buffer
		err           error
	}
	bar := console.NewProgress(c, len(ins), true)
	defer bar.Close()
	first := true
	return console.Ordered(c, slices.Values(ins), func(in encode.Instance) *printed {
		p, one := &printed{Instance: in}, *c
		one.Instance, one.Stdout, one.Stderr = in, &p.out, &p.messages
		p.err = run(&one)
		return p
	}, func(p *printed) error {
		bar.Step()
		if p.messages.Len() > 0 {
			bar.Close()
			_, _ = c.Stderr.Write(p.messages.Bytes())
		}
		var text bytes.Buffer
		if !c.Bool("json") && !first {
			text.WriteByte('\n')
		}
		if !c.Bool("json") && c.Bool("next") { // a hint alone does not name its board
			fmt.Fprintln(&text, p.Instance)
		}
		first = false
		text.Write(p.out.Bytes())
		_, err := c.Stdout.Write(text.Bytes())
		if p.err != nil && !errors.As(p.err, new(console.UsageError)) {
			p.err = fmt.Errorf("%s %v: %w", c.Puzzle.Name, p.Instance, p.err)
		}
		return errors.Join(p.err, err)
	})
}
