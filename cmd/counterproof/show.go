package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"counterproof/encode"
)

var svgFlag = &cli.StringFlag{Name: "svg", Usage: "draw as SVG into the file `F`", TakesFile: true}

var showCommand = &cli.Command{
	Name:      "show",
	Usage:     "draw a board",
	ArgsUsage: "PUZZLE INSTANCE",
	Flags:     []cli.Flag{svgFlag},
	Action: func(c *cli.Context) error {
		p, in, _, err := readBoard(c, 0, 0)
		if err != nil {
			return err
		}
		if err := writeSVG(c.String("svg"), p, in, nil); err != nil {
			return err
		}
		fmt.Fprintln(c.App.Writer, in)
		draw(c, in, nil)
		return nil
	},
}

// writeSVG draws into the file, unless its name is empty.
func writeSVG(file string, p *encode.Puzzle, in encode.Instance, s *encode.Solution) error {
	if file == "" {
		return nil
	}
	pictured, ok := in.(encode.Pictured)
	if !ok {
		return usagef("%s has no SVG drawing", p.Name)
	}
	var b bytes.Buffer
	if err := pictured.SVG(&b, s); err != nil {
		return err
	}
	return writeFile(file, b.Bytes())
}

// checkSVG finds what would make writeSVG fail, before a long search.
func checkSVG(file string, p *encode.Puzzle, in encode.Instance) error {
	if file == "" {
		return nil
	}
	if _, ok := in.(encode.Pictured); !ok {
		return usagef("%s has no SVG drawing", p.Name)
	}
	return checkFile(file)
}

// checkFile finds what would make writeFile fail; an empty name is no file.
func checkFile(file string) error {
	if file == "" {
		return nil
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder", file)
	}
	f, err := newBeside(file)
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

// newBeside makes a temporary file in the folder of another.
func newBeside(file string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
}

// writeFile writes the whole file or leaves nothing behind.
func writeFile(file string, data []byte) error {
	f, err := newBeside(file)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
