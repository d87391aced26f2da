package reports

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// A file is a name without a folder and its bytes.
type file struct {
	name string
	data []byte
}

// Write makes dir with index.html (one self-contained page), records.csv, and
// each picture as NAME.svg and NAME.png. Everything is made before anything is
// written, and written under temporary names before anything is renamed: an
// error leaves no half-written file and no folder that was made, and the files
// of an earlier report stand. A report that was killed leaves its temporary
// files: the next one removes them. The error of ctx comes before anything is
// written.
func Write(ctx context.Context, dir string, page Page) error {
	files, err := page.files(ctx)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := writeAll(dir, files); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

func (p Page) files(ctx context.Context) ([]file, error) {
	if err := CheckPlots(p.Plots); err != nil {
		return nil, err
	}
	pictures, err := p.pictures(ctx)
	if err != nil {
		return nil, err
	}
	var files []file
	for _, pic := range pictures {
		if pic.figure == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		png, err := pic.figure.PNG()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", pic.Name, err)
		}
		files = append(files, file{pic.Name + ".svg", pic.svg}, file{pic.Name + ".png", png})
	}
	var csv, html bytes.Buffer
	if err := result.WriteCSV(&csv, slices.Values(p.Records)); err != nil {
		return nil, err
	}
	if err := writeHTML(&html, p, pictures); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return append(files, file{"records.csv", csv.Bytes()}, file{"index.html", html.Bytes()}), nil
}

// pictures draws the plots as SVG; those that lack something have no figure.
func (p Page) pictures(ctx context.Context) ([]picture, error) {
	var all []picture
	for _, plot := range p.Plots {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fig, err := Draw(p.Records, plot)
		if err != nil {
			all = append(all, picture{Name: plot.file(), Missing: err.Error()})
			if p.NotDrawn != nil {
				p.NotDrawn(plot.file(), err)
			}
			continue
		}
		svg, err := fig.SVG()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", plot.file(), err)
		}
		all = append(all, picture{Name: plot.file(), Title: fig.Title, Caption: fig.Caption, Answer: fig.Answer,
			Warnings: fig.Warnings, figure: fig, svg: svg, share: float64(fig.W / figureWidth)})
	}
	return all, nil
}

// writeAll puts the files into dir, which is made if it is missing.
func writeAll(dir string, files []file) (err error) {
	made := missing(dir)
	defer func() {
		for _, path := range made {
			if err != nil {
				os.Remove(path) // which takes nothing that has a file in it
			}
		}
	}()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := removeStale(dir); err != nil {
		return err
	}
	// All temporary files are in a folder of their own, inside dir so that a
	// rename never crosses a file system.
	temporary, err := os.MkdirTemp(dir, temporaryPrefix)
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(temporary, f.name), f.data, 0o666); err != nil {
			return err
		}
	}
	for _, f := range files {
		// The one way in which a rename still fails: find it before the first.
		if path := filepath.Join(dir, f.name); isFolder(path) {
			return fmt.Errorf("%s is a folder where a file of the report goes", path)
		}
	}
	for _, f := range files {
		if err := os.Rename(filepath.Join(temporary, f.name), filepath.Join(dir, f.name)); err != nil {
			return err
		}
	}
	return nil
}

// missing lists the folders that MkdirAll will make, the innermost first.
func missing(dir string) []string {
	var paths []string
	for dir = filepath.Clean(dir); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		paths = append(paths, dir)
	}
	return paths
}

// removeStale removes what a report left that was killed: .report- and digits.
func removeStale(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		number, ours := strings.CutPrefix(e.Name(), temporaryPrefix)
		if ours && e.IsDir() && strings.Trim(number, "0123456789") == "" {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

const temporaryPrefix = ".report-"

func isFolder(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}
