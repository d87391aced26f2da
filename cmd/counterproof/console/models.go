package console

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/minizinc"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/flatzinc"
	"counterproof/encode/model"
	"counterproof/encode/wording"
)

// These are the flags of commands that read models of MiniZinc.
var (
	DataFlag      = &cli.StringSliceFlag{Name: "data", TakesFile: true, KeepSpace: true, Usage: "for minizinc: give the model the data of `FILE`, which ends in .dzn or .json. The flag can be repeated"}
	DefineFlag    = &cli.StringSliceFlag{Name: "define", KeepSpace: true, Usage: "for minizinc: give a parameter of the model a value by `NAME=VALUE`, as in n=8. The flag can be repeated"}
	ObjectiveFlag = &cli.BoolFlag{Name: "ignore-objective", Usage: "for minizinc: also count a model that says minimize or maximize, as if it said satisfy"}
)

const models = "minizinc" // the puzzle whose files are models

// An added is what one instance adds to a model.
type added struct{ data, defines []string }

var (
	definition = regexp.MustCompile(`^\s*[A-Za-z_]\w*\s*=[^=]`)
	short      = regexp.MustCompile(`^\w+=[\w.-]{1,20}$`) // the definitions that the names of instances have
)

// modelFlags returns the values of the flags --data and --define. The flag parser has split them at commas.
func (c *Call) modelFlags() (a added) {
	a.data = c.StringSlice(DataFlag.Name)
	for _, part := range c.StringSlice(DefineFlag.Name) {
		if n := len(a.defines); n > 0 && !definition.MatchString(part) {
			a.defines[n-1] += "," + part
		} else {
			a.defines = append(a.defines, part)
		}
	}
	return a
}

// checkModelFlags refuses the flags of models for other instances.
func (c *Call) checkModelFlags(p *encode.Puzzle, arg string) error {
	for _, flag := range []string{DataFlag.Name, DefineFlag.Name, ObjectiveFlag.Name} {
		if !c.IsSet(flag) {
			continue
		}
		if p.Name != models {
			return c.Usagef("--%s is for %s, not for %s", flag, models, p.Name)
		}
		if arg != "-" && !strings.HasPrefix(arg, "@") {
			return c.Usagef("--%s: want a model as @FILE, got %q, which is compiled", flag, wording.Short(arg))
		}
	}
	return nil
}

// splitModel splits MODEL+DATA+NAME=VALUE... into the path of the model, the paths of its data, which are
// relative to its folder, and its definitions.
func splitModel(puzzle, path string) (string, added) {
	parts := strings.Split(path, "+")
	if _, err := os.Stat(path); err == nil || puzzle != models || !isModel(parts[0]) {
		return path, added{}
	}
	var a added
	for _, part := range parts[1:] {
		switch {
		case definition.MatchString(part):
			a.defines = append(a.defines, part)
		case filepath.IsAbs(part):
			a.data = append(a.data, part)
		default:
			a.data = append(a.data, filepath.Join(filepath.Dir(parts[0]), part))
		}
	}
	return parts[0], a
}

func isModel(name string) bool { return strings.EqualFold(filepath.Ext(plainName(name)), ".mzn") }

// compiled returns the name and the contents of an instance that is a model, or a FlatZinc text, in a file.
func (c *Call) compiled(limit InputLimit, source string, data []byte, more added) (name string, packed []byte, err error) {
	name = plainName(filepath.Base(source))
	a := c.modelFlags()
	a.data, a.defines = append(a.data, more.data...), append(a.defines, more.defines...)
	_, _, bundled := model.Unpack(data)
	if bundled || !isModel(source) && (source != "stdin" || compilesTo(data)) {
		if len(a.data)+len(a.defines) > 0 {
			return "", nil, Usagef("want a model, which ends in .mzn, for data and definitions")
		}
		if c.Bool(ObjectiveFlag.Name) && !bundled {
			text := string(data)
			data = model.Pack(model.Source{Files: []model.SourceFile{{Name: name, Text: text}}, IgnoreObjective: true}, model.Compiled{FlatZinc: text})
		}
		return name, data, nil
	}
	path := source
	if source == "stdin" {
		path, name = "stdin.mzn", "stdin.mzn"
	}
	s, err := minizinc.Gather(path, a.data, func(p string) ([]byte, error) {
		if p == path {
			return data, nil
		}
		raw, err := readFile(c, p, limit.readText)
		if err == nil && c.seen != nil {
			c.seen(p, raw)
		}
		if err == nil {
			raw, err = unpacked(raw, limit)
		}
		return raw, err
	}, plainName)
	if err != nil {
		return "", nil, misusedModel(err)
	}
	s.Defines, s.IgnoreObjective = a.defines, c.Bool(ObjectiveFlag.Name)
	for _, f := range s.Files[len(s.Files)-len(a.data):] {
		name += "+" + f.Name
	}
	for _, d := range a.defines {
		if short.MatchString(d) {
			name += "+" + d
		}
	}
	made, err := minizinc.Compile(c, s)
	return name, model.Pack(s, made), misusedModel(err)
}

var inFile = regexp.MustCompile(`mzn_path\("([^|"]*)\|(\d+)\|(\d+)\|`)

// inModel turns the position of an error in a compiled FlatZinc text into the position in the model, if the compiler
// gives it. Line 1, column 1 stands for the whole text.
func inModel(err error, contents []byte) error {
	at, ok := errors.AsType[*encode.ParseError](err)
	s, made, packed := model.Unpack(contents)
	if !ok || !packed || at.Line == 1 && at.Column == 1 {
		return err
	}
	lines := strings.Split(made.FlatZinc, "\n")
	found := inFile.FindStringSubmatch(lines[min(at.Line, len(lines))-1])
	if found == nil {
		return fmt.Errorf("its FlatZinc: %w", err)
	}
	line, _ := strconv.Atoi(found[2]) // digits only
	column, _ := strconv.Atoi(found[3])
	why := at.Err
	if found[1] != s.Files[0].Name {
		why = fmt.Errorf("%s: %w", found[1], why)
	}
	return &encode.ParseError{Line: line, Column: column, Err: why}
}

func misusedModel(err error) error {
	if errors.Is(err, minizinc.ErrNotFound) || errors.As(err, new(*minizinc.Error)) {
		err = Misused(err)
	}
	return err
}

// modelFiles returns the paths of the files that an instance consists of: the file itself and, for a model, its
// own includes and its data.
func modelFiles(path string, more added) (paths []string) {
	if !isModel(path) {
		return []string{path}
	}
	limit, _ := ParseLimit(InputFlag.Value)
	_, _ = minizinc.Gather(path, more.data, func(p string) ([]byte, error) { // the caller reads the files again
		paths = append(paths, p)
		raw, err := os.ReadFile(p)
		if err == nil {
			raw, err = unpacked(raw, limit)
		}
		return raw, err
	}, plainName)
	return paths
}

func compilesTo(data []byte) bool {
	_, err := flatzinc.Read(data)
	return err == nil
}

// mostDrawn limits the number of solutions that MiniZinc draws, because each takes a tenth of a second.
const mostDrawn = 100

// drawnByModel returns what the output item of a model prints for a solution. The result ok is false if there is no
// such item, no solution or no MiniZinc, or if the command may print more than mostDrawn solutions.
func (c *Call) drawnByModel(s *encode.Solution) (text string, ok bool) {
	board, _ := clues.Unrestricted(c.Instance)
	in, isModel := board.(*model.Instance)
	if n := c.Int("number"); !isModel || s == nil || c.IsSet("number") && (n == 0 || n > mostDrawn) {
		return "", false
	}
	source, ok := in.Drawn(*s)
	if !ok {
		return "", false
	}
	program, err := os.Executable()
	if err == nil {
		text, err = minizinc.Draw(c, source, program)
	}
	if err != nil && !errors.Is(err, minizinc.ErrNotFound) {
		c.Warn("the output item of the model cannot draw the solution: %v", err)
	}
	return text, err == nil
}
