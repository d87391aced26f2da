package console

import (
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/nearest"
)

// Args returns an action for a command that checks the number of arguments after the flags and
// calls the function do with them. The number must be between least and most. A negative most means
// any number.
func Args(least, most int, do func(c *cli.Context, args []string) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		args, err := positional(c, least, most)
		if err != nil {
			return err
		}
		return do(c, args)
	}
}

// OnBoard returns an action that reads a board from the arguments PUZZLE INSTANCE. It calls the
// function do with the board and the arguments that follow, whose number must be between least and
// most.
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

// positional returns the arguments after the flags. It refuses fewer arguments than least and,
// unless most is negative, more arguments than most. It also refuses a flag that follows an
// argument, because the flag parser treats such a flag as an argument.
func positional(c *cli.Context, least, most int) ([]string, error) {
	args := c.Args().Slice()
	for _, a := range args {
		if a == "--" {
			return nil, Usagef("%s: -- is not used: leave it out", c.Command.Name)
		}
		if strings.HasPrefix(a, "-") && a != "-" && !strings.Contains(a, "\n") { // a drawing may begin with -
			return nil, Usagef("%s: flag %s comes after an argument: move it before %q", c.Command.Name, a, args[0])
		}
	}
	if len(args) < least {
		return nil, Usagef("%s: want %s, got only %d of these arguments", c.Command.Name, c.Command.ArgsUsage, len(args))
	}
	if most >= 0 && len(args) > most {
		return nil, Usagef("%s: one argument too many: %q (want %s)", c.Command.Name, args[most], c.Command.ArgsUsage)
	}
	return args, nil
}

// FindPuzzle finds a puzzle by name. The error for an unknown name suggests similar names.
func FindPuzzle(name string) (*encode.Puzzle, error) {
	if p := catalog.Find(name); p != nil {
		return p, nil
	}
	return nil, Usagef("unknown puzzle %q: %s", encode.Short(name), nearest.Want(name, catalog.Names()))
}

// ShowName is the name of the command show. It is the only command that also accepts boards that
// the other commands refuse, because they cannot be puzzles.
const ShowName = "show"
