package console

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ulikunitz/xz"
	"github.com/urfave/cli/v2"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/encode"
	"counterproof/encode/contents"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

// Instances is a sequence of instances, in the order of the arguments that name them. After an
// error, the sequence ends. Each pass over the sequence parses the instances again.
type Instances = iter.Seq2[encode.Instance, error]

// A part has the instances of an argument or, if the argument is a folder, of one of its files.
type part struct {
	source    string // the file, which errors name, or ""
	instances Instances
}

func listed(ins []encode.Instance) []part { return []part{{instances: Each(ins)}} }

// OpenInstances reads instance arguments: the name of a set, @FILE, @FOLDER, - for standard input,
// or one-line notation.
func (c *Call) OpenInstances(p *encode.Puzzle, args []string) (Instances, error) {
	limit := c.InputLimit()
	var all []part
	for _, arg := range args {
		parts, err := c.readArgument(p, limit, arg)
		if err != nil {
			return nil, err
		}
		all = append(all, parts...)
	}
	return func(yield func(encode.Instance, error) bool) {
		for _, part := range all {
			for in, err := range part.instances {
				if err != nil && part.source != "" {
					err = fmt.Errorf("%s: %w", part.source, err)
				}
				if !yield(in, err) || err != nil {
					return
				}
			}
		}
	}, nil
}

// ReadInstances reads instance arguments into a list and prints their warnings.
func (c *Call) ReadInstances(p *encode.Puzzle, args []string) ([]encode.Instance, error) {
	ins, err := c.OpenInstances(p, args)
	if err != nil {
		return nil, err
	}
	var all []encode.Instance
	for in, err := range ins {
		if err != nil {
			return nil, err
		}
		all = append(all, in)
	}
	for _, in := range all {
		c.WarnAbout(in)
	}
	return all, nil
}

// WarnAbout prints a warning on stderr for each part of an instance's text that the parser dropped.
func (c *Call) WarnAbout(in encode.Instance) {
	if w, ok := in.(encode.HasWarnings); ok {
		for _, warning := range w.Warnings() {
			c.Warn("%s", warning)
		}
	}
}

// CheckMethods checks the value of a flag that names methods. It refuses an empty name and, except
// for crosscheck, the words all and some.
func CheckMethods(c *cli.Context, methods []string) error {
	if slices.Contains(methods, "") || len(methods) == 0 {
		return Usagef("%s: --method: want a method, got an empty name", c.Command.Name)
	}
	if i := slices.IndexFunc(methods, func(m string) bool { return m == "all" || m == "some" }); i >= 0 && c.Command.Name != "crosscheck" {
		return Usagef("%s: --method: %s belongs to crosscheck; counterproof list %s names the methods", c.Command.Name, methods[i], c.Args().First())
	}
	for _, text := range methods {
		if _, err := method.Parse(text); err != nil {
			return Usagef("%s: --method: %w", c.Command.Name, err)
		}
	}
	return nil
}

// Methods returns the value of a flag --method that CheckMethods has checked.
func (c *Call) Methods() []method.Name {
	return wording.Each(c.StringSlice("method"), method.MustParse)
}

// Method returns the value of a flag --method that CheckMethod has checked.
func (c *Call) Method() method.Name { return method.MustParse(c.String("method")) }

// CheckMethod checks the value of a flag that names one method.
func CheckMethod(c *cli.Context, method string) error { return CheckMethods(c, []string{method}) }

// Symmetric returns an error if the flag --up-to-symmetry is set and the symmetries of the instance
// are not known.
func (c *Call) Symmetric(p *encode.Puzzle, in encode.Instance) error {
	if !c.Bool(SymmetryFlag.Name) {
		return nil
	}
	if _, err := encode.Canonical(in); err != nil {
		return c.Usagef("%s: %w: leave --%s out", p.Name, err, SymmetryFlag.Name)
	}
	return nil
}

// ReadInstance reads the one instance of an argument.
func (c *Call) ReadInstance(arg string) (encode.Instance, error) {
	ins, err := c.ReadInstances(c.Puzzle, []string{arg})
	if err != nil {
		return nil, err
	}
	if len(ins) != 1 {
		return nil, c.Usagef("want one instance, but %q has %d", arg, len(ins))
	}
	return ins[0], nil
}

func (c *Call) readArgument(p *encode.Puzzle, limit InputLimit, arg string) ([]part, error) {
	name, param, hasParam := strings.Cut(arg, ":")
	for _, s := range p.Sets {
		if s.Name != name || hasParam != (s.Param != "") {
			continue
		}
		if ins, err := s.List(param); ins != nil || err != nil {
			return listed(ins), err
		}
	}
	if err := c.checkModelFlags(p, arg); err != nil {
		return nil, err
	}
	switch {
	case arg == "-":
		text, err := ReadSource(c, arg, limit.readText)
		if err != nil {
			return nil, err
		}
		source := wording.Either(p.OfFile != nil, "stdin", "standard input") // stdin is a name of a file
		read, err := c.parseFile(p, limit, source, text, added{})
		return []part{read}, err
	case strings.HasPrefix(arg, "@"):
		if arg == "@" {
			return nil, c.Usagef("want a file or folder after @")
		}
		return c.readPath(p, limit, arg[1:])
	}
	in, err := p.Parse(arg)
	if err == nil {
		in, err = c.projected(p, in)
	}
	if err != nil {
		err = fmt.Errorf("%s %q: %w", p.Name, wording.Short(arg), err)
		if _, absent := os.Stat(arg); absent == nil {
			err = fmt.Errorf("%w; a file of that name exists: write @%s", err, arg)
		}
		return nil, err
	}
	return listed([]encode.Instance{in}), nil
}

// readPath reads a file, or the files of a folder in name order, which share the input limit unless each is
// an instance.
func (c *Call) readPath(p *encode.Puzzle, limit InputLimit, path string) (all []part, err error) {
	path, more := splitModel(p.Name, path)
	paths, skipped, err := filesAt(path, extensions[p.Name])
	if err != nil {
		return nil, err
	}
	if len(skipped) > 0 {
		c.Warn("%s: skipped %d of its files and folders, because only files that end in %s, perhaps followed by %s, are read: %s", path, len(skipped),
			strings.Join(extensions[p.Name], " or "), strings.Join(packed, " or "), wording.Short(strings.Join(skipped, ", ")))
	}
	for _, path := range paths {
		text, err := readFile(c, path, limit.readText)
		if err != nil {
			return nil, err
		}
		if c.seen != nil {
			c.seen(path, text)
		}
		read, err := c.parseFile(p, limit, path, text, more)
		if err != nil {
			return nil, err
		}
		if all = append(all, read); p.OfFile == nil {
			limit.Bytes -= int64(len(text))
		}
	}
	if len(all) == 0 {
		return nil, Usagef("%s: want a folder with files of instances, found none: hidden files and folders inside are not read", path)
	}
	return all, nil
}

// filesAt returns the path itself or, for a folder, the paths of its files in name order. If there are
// extensions, it skips files with other ones and folders, and returns their names. A pipe in a folder is an
// error, because nobody may ever write to it; the paths of the files are returned nevertheless.
func filesAt(path string, extensions []string) (paths, skipped []string, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, nil, err
	}
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		switch name := e.Name(); {
		case strings.HasPrefix(name, "."), e.IsDir() && extensions == nil:
		case e.IsDir():
			skipped = append(skipped, name+"/")
		case extensions != nil && !slices.Contains(extensions, strings.ToLower(filepath.Ext(plainName(name)))):
			skipped = append(skipped, name)
		case e.Type()&fs.ModeNamedPipe != 0:
			err = Usagef("%s: want a file in the folder, got a pipe: name it alone, as @%[1]s", filepath.Join(path, name))
		default:
			paths = append(paths, filepath.Join(path, name))
		}
	}
	return paths, skipped, err
}

// parseFile reads the boards of a file, and warns once of each choice between two readings.
func (c *Call) parseFile(p *encode.Puzzle, limit InputLimit, source string, data []byte, more added) (part, error) {
	if p.OfFile != nil {
		return c.container(p, limit, source, data, more)
	}
	said := map[string]bool{}
	all, err := files.Read(p, data, files.Reading{Lines: c.Bool(LinesFlag.Name), Warn: func(text string) {
		if !said[text] {
			c.Warn("%s: %s", source, text)
		}
		said[text] = true
	}})
	if err != nil {
		err = fmt.Errorf("%s: %w", source, err)
	}
	return part{source: source, instances: all}, err
}

// These are the flags of commands that read instances of the puzzles of files.
var (
	ProjectFlag = &cli.StringFlag{Name: "project", Usage: "for dimacs, opb and minizinc: count the assignments of the variables `V,...` instead of those that the file names. An empty list is allowed"}
	FilesFlag   = &cli.StringFlag{Name: "files", TakesFile: true, Usage: "for an instance given as NAME sha256:HEX, find the contents of the file in the folder `DIR`"}
)

// extensions lists the extensions of the files that a puzzle of files reads in a folder.
var extensions = map[string][]string{"dimacs": {".cnf", ".dimacs"}, "opb": {".opb"}, models: {".mzn", ".fzn"}}

// packed lists the extensions of compressed files.
var packed = []string{".gz", ".xz"}

// addSources makes the contents of files known that the flags --files and --ledger name.
func (c *Call) addSources() error {
	if dir := c.String(FilesFlag.Name); dir != "" {
		if info, err := os.Stat(dir); err != nil {
			return err
		} else if !info.IsDir() {
			return c.Usagef("--%s: want a folder, got the file %s", FilesFlag.Name, dir)
		}
		limit := c.InputLimit()
		found := sync.OnceValue(func() map[string]string { return c.hashed(dir, limit) })
		contents.AddSource(func(name, hash string) []byte {
			data, err := c.readContents(found()[hash], limit) // without the file, it is refused by name
			if path, more := splitModel(models, filepath.Join(dir, name)); err != nil && isModel(path) {
				if data, err = c.readContents(path, limit); err == nil {
					_, data, _ = c.compiled(limit, path, data, more)
				}
			}
			return data
		})
	}
	if path := c.String("ledger"); path != "" {
		contents.AddSource(func(_, hash string) []byte {
			packed, _ := ledger.Contents(path, hash)
			data, _ := contents.Unpack(packed) // as above
			return data
		})
	}
	return nil
}

// hashed returns the paths of the files of a folder that puzzles of files read, by the hashes of their contents.
func (c *Call) hashed(dir string, limit InputLimit) map[string]string {
	all := map[string]string{}
	paths, _, _ := filesAt(dir, slices.Concat(extensions["dimacs"], extensions["opb"], []string{".fzn"}))
	for _, path := range paths {
		if data, err := c.readContents(path, limit); err == nil {
			all[contents.Hash(data)] = path
		}
	}
	return all
}

// readContents reads a file and decompresses it.
func (c *Call) readContents(path string, limit InputLimit) ([]byte, error) {
	raw, err := readFile(c, path, limit.readText)
	if err != nil {
		return nil, err
	}
	return unpacked(raw, limit)
}

// unpacked decompresses data in the formats gzip and xz. The limit also holds for the result.
func unpacked(data []byte, limit InputLimit) (_ []byte, err error) {
	var r io.Reader
	switch {
	case bytes.HasPrefix(data, []byte("\x1f\x8b")):
		r, err = gzip.NewReader(bytes.NewReader(data))
	case bytes.HasPrefix(data, []byte("\xfd7zXZ\x00")):
		r, err = xz.NewReader(bytes.NewReader(data))
		if !bytes.HasSuffix(bytes.TrimRight(data, "\x00"), []byte("YZ")) {
			err = io.ErrUnexpectedEOF // the reader does not notice that blocks are missing
		}
	default:
		return data, nil
	}
	var text []byte
	if err == nil {
		text, err = limit.readText(r)
	}
	if err != nil && !errors.As(err, new(UsageError)) && !errors.As(err, new(*encode.ParseError)) {
		err = Usagef("want a whole compressed file: %w", err)
	}
	return text, err
}

// container returns the instance that is a file with the given contents.
func (c *Call) container(p *encode.Puzzle, limit InputLimit, source string, raw []byte, more added) (part, error) {
	data, err := unpacked(raw, limit)
	name := plainName(filepath.Base(source))
	if err == nil && p.Name == models {
		name, data, err = c.compiled(limit, source, data, more)
	}
	if err == nil {
		var in encode.Instance
		project := c.project()
		if in, err = p.OfFile(name, data, project); err == nil {
			return part{source, Each([]encode.Instance{in})}, nil
		}
		if at, ok := errors.AsType[*encode.ParseError](err); ok && project != nil {
			if _, alone := p.OfFile(name, data, nil); alone == nil { // the projection is wrong, not the file
				err = c.Usagef("--%s: %w", ProjectFlag.Name, at.Err)
			}
		}
	}
	return part{}, fmt.Errorf("%s: %w", source, inModel(err, data))
}

func plainName(name string) string {
	for _, end := range packed {
		name = strings.TrimSuffix(name, end)
	}
	return name
}

// project returns the value of the flag --project, or nil.
func (c *Call) project() *string {
	if !c.IsSet(ProjectFlag.Name) {
		return nil
	}
	list := c.String(ProjectFlag.Name)
	return &list
}

// projected returns an instance that was given as text with the projection of the flag --project.
func (c *Call) projected(p *encode.Puzzle, in encode.Instance) (encode.Instance, error) {
	project := c.project()
	switch name, _, _ := wording.File(in.String()); {
	case project == nil:
		return in, nil
	case p.OfFile == nil:
		return nil, c.Usagef("--%s is for dimacs, opb and minizinc, not for %s", ProjectFlag.Name, p.Name)
	default:
		data, err := contents.Find(in.String())
		if err != nil {
			return nil, err
		}
		return p.OfFile(name, data, project)
	}
}
