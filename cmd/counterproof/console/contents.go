package console

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ulikunitz/xz"
	"github.com/urfave/cli/v2"

	"counterproof/bench/record/ledger"
	"counterproof/encode"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
)

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
		contents.AddSource(func(hash string) []byte {
			data, _ := c.readContents(found()[hash], limit) // without the file, it is refused by name
			return data
		})
	}
	if path := c.String("ledger"); path != "" {
		contents.AddSource(func(hash string) []byte {
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
