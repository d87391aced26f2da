// Package console has the parts that all commands share: exit statuses, arguments, flags, input,
// output to terminals, and the progress bar.
package console

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

// A Call is one call of a command: what the user wants, and where the answer goes.
type Call struct {
	context.Context // ends when a signal interrupts the program
	Flags
	Command        string // its name
	Args           []string
	Puzzle         *encode.Puzzle  // the argument PUZZLE, or nil
	Instance       encode.Instance // the argument INSTANCE
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	seen           func(path string, text []byte) // nil, or called for each file of instances
}

// Flags has the values of flags by name.
type Flags interface {
	IsSet(flag string) bool
	Bool(flag string) bool
	Int(flag string) int
	Int64(flag string) int64
	Uint64(flag string) uint64
	Duration(flag string) time.Duration
	String(flag string) string
	StringSlice(flag string) []string
}

// NewCall returns a call without a puzzle and an instance.
func NewCall(c *cli.Context) *Call {
	return &Call{Context: c.Context, Flags: c, Command: Name(c.Command), Args: c.Args().Slice(),
		Stdin: c.App.Reader, Stdout: c.App.Writer, Stderr: c.App.ErrWriter}
}

// CollectLess makes the garbage collector run a quarter as often, unless the environment variable GOGC says how
// often. Commands that keep little memory save a quarter of their CPU time, and use up to 20 MB more.
func CollectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Do returns an action that calls do. The usage of the arguments, such as PUZZLE INSTANCE [FILE], says
// how many there may be. It begins with PUZZLE, [PUZZLE] or PUZZLE|WORD if the call has a puzzle, and
// continues with INSTANCE if the call has an instance. If the first argument is a word of the usage, such as puzzle in
// "new puzzle NAME", and the second asks for help, the action prints the help.
func Do(do func(c *Call) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		words := strings.Fields(c.Command.ArgsUsage)
		if help := c.Args().Get(1); (help == "--help" || help == "-h") && slices.Contains(strings.Split(words[0], "|"), c.Args().First()) {
			PrintHelp(c.App.Writer, "", c.Command)
			return nil
		}
		err := checkArgs(c)
		if err != nil {
			return err
		}
		call := NewCall(c)
		if err := call.addSources(); err != nil {
			return err
		}
		first := strings.Trim(words[0], "[]")
		if strings.HasPrefix(first, "PUZZLE") && len(call.Args) > 0 && first != "PUZZLE|"+call.Args[0] {
			if call.Puzzle, err = FindPuzzle(call.Args[0]); err != nil {
				return err
			}
		}
		if len(words) > 1 && words[1] == "INSTANCE" {
			if call.Instance, err = call.ReadInstance(call.Args[1]); err != nil {
				return err
			}
		}
		return do(call)
	}
}

// checkArgs checks the number of the arguments after the flags. It refuses a flag after an argument,
// which the flag parser takes for an argument.
func checkArgs(c *cli.Context) error {
	args, words := c.Args().Slice(), strings.Fields(c.Command.ArgsUsage)
	if c.Command.ArgsUsage == NoArgument {
		words = nil
	}
	for i, a := range args {
		if a == "--" && slices.Contains(words, a) {
			break // a command line follows
		}
		if a == "--" {
			return Usagef("%s: -- is not used: leave it out", Name(c.Command))
		}
		if strings.HasPrefix(a, "-") && a != "-" && !strings.Contains(a, "\n") { // a drawing may begin with -
			return leading(c, i, a, args[0])
		}
	}
	least := slices.IndexFunc(append(words, "["), func(word string) bool { return word[0] == '[' })
	if len(args) < least {
		return Usagef("%s: want %s, got only %d of these arguments", Name(c.Command), c.Command.ArgsUsage, len(args))
	}
	if len(args) > len(words) && !strings.Contains(c.Command.ArgsUsage, "...") {
		return Usagef("%s: one argument too many: %q (want %s)", Name(c.Command), args[len(words)], c.Command.ArgsUsage)
	}
	return nil
}

// leading returns the error for an argument that begins with -: the argument a, whose index is i.
// It is a flag in the wrong place, a solution or a file.
func leading(c *cli.Context, i int, a, first string) error {
	name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
	words := strings.Fields(c.Command.ArgsUsage)
	advice := ""
	switch word := words[min(i, len(words)-1)]; strings.Trim(word, "[].") {
	case "SOLUTION":
		advice = "; to give it as SOLUTION, write - in its place and pass it on standard input"
	case "FILE", "SPEC.toml", "LEDGER", "DIR":
		advice = "; to name a file, write ./" + wording.Short(a)
	}
	switch flag := slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) }); {
	case flag && i == 0: // the flag parser has removed the -- before it
		return Usagef("%s: -- is not used: leave it out", Name(c.Command))
	case !flag && (advice != "" || i == 0):
		return Usagef("%s: %q begins with - but is not a flag of %[1]s%[3]s", Name(c.Command), wording.Short(a), advice)
	}
	return Usagef("%s: flag %s comes after an argument: move it before %q", Name(c.Command), a, first)
}

// FindPuzzle finds a puzzle by name. The error for an unknown name suggests similar names.
func FindPuzzle(name string) (*encode.Puzzle, error) {
	if p := catalog.Find(name); p != nil {
		return p, nil
	}
	return nil, Usagef("unknown puzzle %q: %s", wording.Short(name), wording.Want(name, append(catalog.Names(), wording.Each(catalog.OfFiles(), func(p *encode.Puzzle) string { return p.Name })...)))
}

// Usagef returns a UsageError that begins with the name of the command.
func (c *Call) Usagef(format string, args ...any) error {
	return Usagef("%s: %w", c.Command, fmt.Errorf(format, args...))
}

// JSON prints a value as one line of JSON.
func (c *Call) JSON(value any) error { return json.NewEncoder(c.Stdout).Encode(value) }

// Say prints a message on stderr.
func (c *Call) Say(format string, args ...any) {
	fmt.Fprintf(c.Stderr, "counterproof: %s\n", fmt.Sprintf(format, args...))
}

// Warn prints a warning on stderr.
func (c *Call) Warn(format string, args ...any) { c.Say("warning: %s", fmt.Sprintf(format, args...)) }

// These are the exit statuses of the program. The command sat also has others.
const (
	Done    = 0
	Failure = 1 // a disagreement, a broken rule, a failed check, an error of the file system
	Misuse  = 2 // a mistake in the command line or in the text of an instance
)

// A UsageError is a mistake in the command line or in the text of an instance. It ends the program
// with the exit status Misuse.
type UsageError struct{ error }

// Misused marks err as a UsageError.
func Misused(err error) error { return UsageError{err} }

// Usagef returns a UsageError with a formatted message.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Unwrap returns the error inside.
func (e UsageError) Unwrap() error { return e.error }

// ErrReported is the error of a command that has already printed what is wrong. It ends the program
// with exit status 1 and without a message.
var ErrReported = errors.New("reported")

// Interrupted reports whether a signal caused err.
func Interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
}

// Besides returns the errors in err that the end of ctx has not caused, such as a full disk. If err
// joins several errors, Besides looks at each of them.
func Besides(ctx context.Context, err error) []error {
	if err == nil {
		return nil
	}
	if !Interrupted(ctx, err) {
		return []error{err}
	}
	var others []error
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			others = append(others, Besides(ctx, err)...)
		}
	}
	return others
}
