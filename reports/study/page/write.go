package page

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"counterproof/bench/system/atomicfile"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/plot"
)

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
