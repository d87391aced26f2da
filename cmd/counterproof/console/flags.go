package console

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/encode/wording"
)

// invalid matches the message of the flag package about a value that it cannot parse.
var invalid = regexp.MustCompile(`^invalid value "(.*)" for flag -(\S+): `)

// FlagError turns an error of the flag package into a UsageError of the command. If a value cannot
// be parsed, the error says what the flag accepts.
func FlagError(c *cli.Command, err error) error {
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: "); ok {
		if _, absent := os.Lstat(name); absent == nil {
			return Usagef("%s: %w; to name the file, write ./%s", c.Name, err, name)
		}
	}
	m := invalid.FindStringSubmatch(err.Error())
	if m == nil {
		return Usagef("%s: %w", c.Name, err)
	}
	for _, f := range c.Flags {
		if !slices.Contains(f.Names(), m[2]) {
			continue
		}
		switch f.(type) {
		case *cli.DurationFlag:
			return Usagef("%s: --%s: want a duration such as 90s or 5m, got %q", c.Name, m[2], wording.Short(m[1]))
		case *cli.IntFlag, *cli.Int64Flag, *cli.Uint64Flag:
			return Usagef("%s: --%s: want a whole number, got %q", c.Name, m[2], wording.Short(m[1]))
		}
	}
	return Usagef("%s: %w", c.Name, err)
}

// FileFlag returns a flag that names a file to write or read. The flag refuses the name -,
// because users could expect it to mean standard output.
func FileFlag(name, value, usage string) cli.Flag {
	return &cli.StringFlag{Name: name, Value: value, Usage: usage, TakesFile: true, Action: func(c *cli.Context, file string) error {
		switch file {
		case "":
			return Usagef("%s: --%s: want a file, got an empty name", c.Command.Name, name)
		case "-":
			return Usagef("%s: --%s: want a file, got -: standard output is for the results", c.Command.Name, name)
		}
		return otherPicture(c.Command, name, file)
	}}
}

// endings are the extensions that a flag accepts. It refuses otherEndings, but no unknown ones.
var endings = map[string][]string{"svg": {"svg"}, "png": {"png"}, "pdf": {"pdf"}, "html": {"html", "htm"}}

var otherEndings = strings.Fields("svg png pdf html htm jpg jpeg gif eps ps txt md json jsonl csv tsv")

// otherPicture refuses a file name whose extension belongs to another format than the flag.
func otherPicture(c *cli.Command, name, file string) error {
	kind := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	if own := endings[name]; own == nil || slices.Contains(own, kind) || !slices.Contains(otherEndings, kind) {
		return nil
	}
	advice := "want a file that ends in ." + name
	if slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), kind) }) {
		advice = fmt.Sprintf("for %s use --%s %s", strings.ToUpper(kind), kind, file)
	}
	return Usagef("%s: --%s writes %s: %s", c.Name, name, strings.ToUpper(name), advice)
}
