// Package page makes the report of an experiment from its records: a plain-text summary for the
// terminal, pictures (SVG, PNG and PDF), tables, and one HTML page that needs no other file.
//
// The package does not read instances: it uses only the descriptions in their records. Its tables
// show two families of methods, "native/..." and "sat/...". The results of deduction by rules
// ("rules/...") have a table next to the counts.
//
// Missing data is not an error. If a picture cannot be drawn, the page says why. Wrong answers,
// disagreements and failed jobs come first on the page, and averages leave them out. A job that a
// limit ended is an ordinary result.
package page

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/bench/system/atomicfile"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/plot"
)

// A drawnFigure is the result of plot.Draw.
type drawnFigure struct {
	*plot.Figure
	err error
}

// A Page holds the data for the report of one experiment.
type Page struct {
	Title string
	Intro string      // a paragraph of plain text; may be empty
	Plots []plot.Plot // in the order of the page

	// Records are in the order of the experiment. A job that occurs in several suites or
	// densities has one record for each of them. These records have the same key.
	Records []result.Record

	// Runs compares two runs, whose records are in Records. If Runs is not nil, the page is about this
	// comparison, and has no other tables.
	Runs *data.Runs

	Jobs int // number of jobs in the experiment, with or without a record; 0: unknown

	Missing []string // if the experiment ran in parts, the parts whose jobs lack records

	Suspects judge.Suspects // the methods under test

	SourceName string // the name of the experiment file, without its folder
	Source     string // the text of the experiment file; may be empty
	Files      string // the files of instances, as in ledger.Experiment; may be empty
	Reproduce  string // the commands that reproduce this page, one per line

	// NotDrawn is called for each picture that cannot be drawn. After all files are written,
	// Written is called for the path of each file. Each of the two functions may be nil.
	NotDrawn func(name string, why error)
	// Lacks is called for each PNG that shows boxes for characters, because the font lacks them. It
	// may be nil.
	Lacks   func(file, characters string)
	Written func(path string)

	figures      map[string]drawnFigure // what Summary has drawn, by the names of the files
	all, trusted *data.Source           // see sources

	Index string // the address of the page of all experiments, relative to this page; may be empty
}

// sources returns all records, and the records of the methods that are not under test.
func (p *Page) sources() (all, trusted *data.Source) {
	if p.all == nil || (p.all == p.trusted) != (len(p.Suspects) == 0) {
		p.all = data.NewSource(p.Records)
		p.trusted = p.all
		if len(p.Suspects) > 0 {
			p.trusted = data.NewSource(p.Suspects.Trusted(p.Records))
		}
	}
	return p.all, p.trusted
}

// Write writes the report into dir: index.html (one self-contained page), records.csv, and each
// picture as NAME.svg, NAME.png and NAME.pdf. It creates dir if necessary. Write makes all files in memory
// before it writes the first one, so that an error leaves an earlier report unchanged. Write
// overwrites only the files of an earlier report. It returns an atomicfile.ForeignError if a file
// that no report wrote has one of these names. If ctx ends, Write returns before it writes
// anything.
func Write(ctx context.Context, dir string, page Page) error {
	files, err := page.files(ctx)
	if err != nil {
		return err
	}
	if err := checkOwned(dir, files); err != nil {
		return err
	}
	if err := atomicfile.WriteAll(dir, files); err != nil {
		return err
	}
	if page.Written != nil {
		for _, f := range files {
			page.Written(filepath.Join(dir, f.Name))
		}
	}
	return nil
}

// Check returns the atomicfile.ForeignError that Write would return if it could draw all plots of
// the page. Call Check before long work. Otherwise, the work might be done for a report that cannot
// be written.
func Check(dir string, page Page) error {
	files := []atomicfile.Named{{Name: csvName}, {Name: pageName}}
	for _, p := range page.Plots {
		files = append(files, atomicfile.Named{Name: p.File() + ".svg"}, atomicfile.Named{Name: p.File() + ".png"}, atomicfile.Named{Name: p.File() + ".pdf"})
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file: name another folder with -o", dir)
	}
	return checkOwned(dir, files)
}

func (p Page) files(ctx context.Context) ([]atomicfile.Named, error) {
	p.sources() // once for the pictures and the page
	if err := plot.CheckAll(p.Plots); err != nil {
		return nil, err
	}
	pictures, err := p.pictures(ctx)
	if err != nil {
		return nil, err
	}
	var files []atomicfile.Named
	for _, pic := range pictures {
		if pic.Figure == nil {
			continue
		}
		if lacks := pic.Missing(); lacks != "" && p.Lacks != nil {
			p.Lacks(pic.Name()+".png", lacks)
		}
		files = append(files, atomicfile.Named{Name: pic.Name() + ".svg", Data: markSVG(pic.svg)},
			atomicfile.Named{Name: pic.Name() + ".png", Data: markPNG(pic.png)}, atomicfile.Named{Name: pic.Name() + ".pdf", Data: markPDF(pic.pdf)})
	}
	var html bytes.Buffer
	if err := writeHTML(&html, p, pictures); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	files = append(files, atomicfile.Named{Name: csvName, Data: csvHead(), Rest: p.writeRecords}, atomicfile.Named{Name: pageName, Data: html.Bytes()})
	for i, f := range files { // an old ledger can have control characters in any text
		if ext := filepath.Ext(f.Name); ext != ".png" && ext != ".pdf" {
			files[i].Data = []byte(wording.Plain(string(f.Data)))
		}
	}
	return files, nil
}

// pictures draws the plots. A picture that cannot be drawn holds the reason instead.
func (p Page) pictures(ctx context.Context) ([]picture, error) {
	var all []picture
	from, _ := p.sources()
	for _, spec := range p.Plots {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, ok := p.figures[spec.File()]
		if !ok {
			d.Figure, d.err = plot.DrawFrom(from, spec)
		}
		fig, err := d.Figure, d.err
		if err != nil {
			all = append(all, picture{plot: spec, Lacking: err.Error()})
			if p.NotDrawn != nil {
				p.NotDrawn(spec.File(), err)
			}
			continue
		}
		svg, errSVG := fig.SVG()
		narrow, errNarrow := narrowSVG(from, spec, fig.Left)
		png, errPNG := fig.PNG()
		pdf, errPDF := fig.PDF()
		if err := cmp.Or(errSVG, errNarrow, errPNG, errPDF); err != nil {
			return nil, fmt.Errorf("%s: %w", spec.File(), err)
		}
		all = append(all, picture{Figure: fig, plot: spec, svg: svg, png: png, pdf: pdf, Inline: inline(svg), Narrow: inline(narrow)})
	}
	return all, nil
}

// narrowSVG draws the plot as narrow as a column, with letters that can be read on a phone. It returns
// nil if the plot already has this width, cannot be drawn in it, or would have fewer lines than the
// wide picture, whose field Left is the parameter left.
func narrowSVG(from *data.Source, spec plot.Plot, left string) ([]byte, error) {
	if spec.Width == plot.Column {
		return nil, nil
	}
	spec.Width = plot.Column
	fig, err := plot.DrawFrom(from, spec)
	switch {
	case errors.Is(err, plot.ErrNarrow), err == nil && fig.Left != left: // the caption counts the lines of the wide picture
		return nil, nil
	case err != nil:
		return nil, err
	}
	return fig.SVG()
}

func foreign(path string) error { return &atomicfile.ForeignError{Path: path, Maker: "report"} }

// pageName is the file name of the page of a report. The links of the page name the other files of
// the report.
const pageName = "index.html"

const csvName = "records.csv"

// pageHead is the beginning of every page of a report, which names the generator. Pages of an atlas
// name another generator.
const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="counterproof">
`

const svgHead = "<?xml version=\"1.0\"?>\n<!-- counterproof report -->\n"

// markSVG replaces the XML declaration, with which gonum begins a picture.
func markSVG(svg []byte) []byte {
	_, rest, _ := bytes.Cut(svg, []byte("?>"))
	return slices.Concat([]byte(svgHead), bytes.TrimLeft(rest, "\n"))
}

// pngStart is the length of a PNG's signature (8 bytes) and its first chunk, IHDR (25 bytes).
const pngStart = 8 + 25

// pngMark is the chunk after IHDR in the PNG files of a report. It contains the text "Software:
// counterproof report" (PNG specification, third edition, 11.3.3.2 tEXt).
var pngMark = func() []byte {
	const text = "Software\x00counterproof report"
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
	chunk = append(chunk, "tEXt"+text...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}()

func markPNG(png []byte) []byte { return slices.Concat(png[:pngStart], pngMark, png[pngStart:]) }

// pdfMark is a comment after the end of the PDF files of a report.
const pdfMark = "% counterproof report\n"

func markPDF(pdf []byte) []byte { return append(pdf, pdfMark...) }

// marked reports whether a file has the mark of a report's file. CSV files have the header of the records.
func marked(name, text string) bool {
	switch filepath.Ext(name) {
	case ".svg":
		return strings.HasPrefix(text, svgHead)
	case ".png":
		return strings.HasPrefix(text, "\x89PNG\r\n\x1a\n") && strings.HasPrefix(text[min(len(text), pngStart):], string(pngMark))
	case ".pdf":
		return strings.HasSuffix(text, pdfMark)
	default:
		return strings.HasPrefix(text, string(csvHead()))
	}
}

// writeRecords writes the lines of the file csvName after the first one. It makes few of them at once,
// because a million records take 400 MB.
func (p Page) writeRecords(w io.Writer) error {
	var b bytes.Buffer
	for part := range slices.Chunk(p.Records, 1000) {
		b.Reset()
		_ = result.WriteCSV(&b, slices.Values(part)) // a buffer accepts all writes
		text := strings.TrimPrefix(b.String(), string(csvHead()))
		if _, err := io.WriteString(w, wording.Plain(text)); err != nil {
			return err
		}
	}
	return nil
}

// csvHead returns the first line of the file csvName.
func csvHead() []byte {
	var b bytes.Buffer
	_ = result.WriteCSV(&b, slices.Values([]result.Record(nil)))
	return b.Bytes()
}

// checkOwned returns an atomicfile.ForeignError if one of the files exists in dir but does not come
// from a report. Files of a report have a mark. The header of the records can differ between versions
// of the program, so checkOwned also accepts the files that the page of an earlier report links to.
func checkOwned(dir string, files []atomicfile.Named) error {
	index := filepath.Join(dir, pageName)
	links, err := readOwned(index, math.MaxInt64, foreign(index), func(page string) bool { return strings.HasPrefix(page, pageHead) })
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.Name == pageName || strings.Contains(links, `href="`+f.Name+`"`) {
			continue
		}
		path, most := filepath.Join(dir, f.Name), int64(mostMark)
		if filepath.Ext(path) == ".pdf" {
			most = math.MaxInt64
		}
		if _, err := readOwned(path, most, foreign(path), func(text string) bool { return marked(f.Name, text) }); err != nil {
			return err
		}
	}
	return nil
}

// mostMark is more than the length of each mark at the beginning of a file, and of the bytes before it.
const mostMark = 1 << 16

// readOwned reads at most the given number of bytes of a file that the program is about to overwrite. If there is no such file, the text
// is empty. If a folder has the name, the text is empty, too, and the attempt to write the file fails
// later. For a broken link, a pipe, or a text that is not our own, readOwned returns the error foreign.
func readOwned(path string, most int64, foreign error, own func(text string) bool) (string, error) {
	if info, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
		return "", nil
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return "", foreign
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err == nil && !own(string(text)) {
		err = foreign
	}
	return string(text), err
}
