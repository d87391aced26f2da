package console

import (
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/nearest"
)

// Args returns an action that calls do with the arguments after the flags, of which there are at
// least and at most so many. A negative most means any number.
func Args(least, most int, do func(c *cli.Context, args []string) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		args, err := positional(c, least, most)
		if err != nil {
			return err
		}
		return do(c, args)
	}
}

// OnBoard returns an action that calls do with the board of the arguments PUZZLE INSTANCE, and
// with the arguments after them, of which there are at least and at most so many.
func OnBoard(least, most int, do func(c *cli.Context, p *encode.Puzzle, in encode.Instance, others []string) error) cli.ActionFunc {
	return Args(2+least, 2+most, func(c *cli.Context, args []string) error {
		p, err := FindPuzzle(args[0])
		if err != nil {
			return err
		}
		in, err := readInstance(c, p, args[1])
		if err != nil {
			return err
		}
		return do(c, p, in, args[2:])
	})
}

// positional returns the arguments after the flags. It refuses fewer than
// least and more than most (negative: any number), and flags among them, which
// the flag parser takes for arguments.
func positional(c *cli.Context, least, most int) ([]string, error) {
	args := c.Args().Slice()
	for _, a := range args {
		if a == "--" {
			return nil, Usagef("%s: -- is not used: leave it out", c.Command.Name)
		}
		if strings.HasPrefix(a, "-") && a != "-" {
			return nil, Usagef("%s: flag %s stands after an argument: move it in front of %q", c.Command.Name, a, args[0])
		}
	}
	if len(args) < least {
		return nil, Usagef("%s: want %s, given: %d", c.Command.Name, c.Command.ArgsUsage, len(args))
	}
	if most >= 0 && len(args) > most {
		return nil, Usagef("%s: one argument too many: %q (want %s)", c.Command.Name, args[most], c.Command.ArgsUsage)
	}
	return args, nil
}

// FindPuzzle finds a puzzle by name.
func FindPuzzle(name string) (*encode.Puzzle, error) {
	if p := catalog.Find(name); p != nil {
		return p, nil
	}
	return nil, Usagef("unknown puzzle %q: %s", encode.Short(name), nearest.Want(name, catalog.Names()))
}

// ShowName is the name of the command show, which alone takes boards that are no puzzles.
const ShowName = "show"
