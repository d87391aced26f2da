package boards

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/reports/paper/canvas"
	"counterproof/reports/paper/sheet"
)

// A pictureKind is a format of pictures, and the name of its flag.
type pictureKind struct {
	name  string
	check func(*draw.Picture) error // checks the limits of the format; nil if write checks them
	write func(io.Writer, *draw.Picture) error
	font  bool // whether the text is painted with a font that lacks many characters
}

var pictureKinds = []pictureKind{
	{"svg", (*draw.Picture).CheckSVG, func(w io.Writer, p *draw.Picture) error { return p.WriteSVG(w) }, false},
	{"png", canvas.CheckPNG, canvas.PNG, true},
	{"pdf", func(p *draw.Picture) error { return canvas.CheckPDF(p) }, func(w io.Writer, p *draw.Picture) error { return canvas.PDF(w, p) }, true},
}

// PictureFlags returns the flags --svg, --png and --pdf. Their help texts begin with the given
// words, which say what is drawn, such as "draw the board".
func PictureFlags(what string) []cli.Flag {
	return wording.Each(pictureKinds, func(k pictureKind) cli.Flag {
		return console.FileFlag(k.name, "", fmt.Sprintf("%s into the %s file `F`", what, strings.ToUpper(k.name)))
	})
}

// Pictures holds the files that the picture flags name. A command calls OpenPictures before its
// work, Render when the picture is known, and Write at the end.
type Pictures struct {
	c     *console.Call
	kinds []pictureKind // of the flags that are set
	names []fileName    // of these flags
	done  []rendered
}

type rendered struct {
	kind, file string
	data       []byte
	lacks      string // the characters that the font lacks
}

// OpenPictures reads the picture flags. It checks that their files differ and can be written.
func OpenPictures(c *console.Call) (*Pictures, error) {
	return openPictures(c, func(file string) (fileName, error) { return fileName{before: file}, nil })
}

// OpenSeries works like OpenPictures, but a file name may contain %d or %0Nd for the number of a
// picture, as in out-%03d.svg.
func OpenSeries(c *console.Call) (*Pictures, error) { return openPictures(c, parseFileName) }

func openPictures(c *console.Call, parse func(file string) (fileName, error)) (*Pictures, error) {
	p := &Pictures{c: c}
	for _, k := range pictureKinds {
		file := c.String(k.name)
		if file == "" {
			continue
		}
		name, err := parse(file)
		if err != nil {
			return nil, c.Usagef("--%s: %w", k.name, err)
		}
		for i, other := range p.names {
			if name.meets(other) {
				return nil, c.Usagef("--%s and --%s name the same file %s: want two files", p.kinds[i].name, k.name, file)
			}
		}
		if err := atomicfile.Check(name.at(1)); err != nil {
			return nil, err
		}
		p.kinds, p.names = append(p.kinds, k), append(p.names, name)
	}
	return p, nil
}

// Wanted reports whether a picture flag is set.
func (p *Pictures) Wanted() bool { return len(p.names) > 0 }

// Numbered reports whether a file name contains %d or %0Nd for the number of a picture.
func (p *Pictures) Numbered() bool {
	return slices.ContainsFunc(p.names, func(name fileName) bool { return name.number != "" })
}

// Flags lists the flags that are set, for messages: "--svg and --png".
func (p *Pictures) Flags() string {
	names := wording.Each(p.kinds, func(k pictureKind) string { return "--" + k.name })
	return strings.Join(names, " and ")
}

// Check returns a usage error if the picture exceeds the limits of a format.
func (p *Pictures) Check(picture *draw.Picture) error {
	for _, k := range p.kinds {
		if err := k.check(picture); err != nil {
			return p.c.Usagef("--%s: %w", k.name, err)
		}
	}
	return nil
}

// CheckBoard checks, before a long search, that the flags can draw the board.
func (p *Pictures) CheckBoard(puzzle *encode.Puzzle, in encode.Instance) error {
	if !p.Wanted() {
		return nil
	}
	picture := puzzle.Picture(in, nil)
	if picture == nil {
		return p.c.Usagef("%s: %s has no pictures: leave out %s", p.Flags(), puzzle.Name, p.Flags())
	}
	return p.Check(picture)
}

// Render renders the picture for every file. Without picture flags, Render does nothing. Render can
// take long, so commands run it within console.Abandon.
func (p *Pictures) Render(picture *draw.Picture) error { return p.RenderNumber(picture, 1) }

// RenderNumber renders the n-th picture of a series, counted from 1. A file whose name has no
// number gets the first picture only.
func (p *Pictures) RenderNumber(picture *draw.Picture, n int) error {
	if err := p.Check(picture); err != nil {
		return err
	}
	p.done = nil
	for i, k := range p.kinds {
		if n > 1 && p.names[i].number == "" {
			continue
		}
		var b bytes.Buffer
		if err := k.write(&b, picture); err != nil {
			return err
		}
		lacks := wording.If(k.font, string(canvas.Missing(picture)))
		p.done = append(p.done, rendered{strings.ToUpper(k.name), p.names[i].at(n), b.Bytes(), lacks})
	}
	return nil
}

// Write writes the rendered files, if there are any.
func (p *Pictures) Write() error {
	for _, r := range p.done {
		if err := r.write(p.c); err != nil {
			return err
		}
	}
	p.done = nil
	return nil
}

func (r rendered) write(c *console.Call) error {
	if err := console.WriteFile(c, r.file, r.data); err != nil {
		return err
	}
	if r.lacks != "" {
		c.Warn("%s: the font lacks %q, so the %s shows boxes; --svg writes a picture with these characters", r.file, r.lacks, r.kind)
	}
	return nil
}

const (
	mostContacts = 1000
	// mostShapes limits the total number of shapes (lines, circles and so on) that draw all boards
	// on contact sheets. A PDF with 200,000 shapes takes up 10 MB.
	mostShapes = 200_000
)

var sheetFlag = console.FileFlag("sheet", "", fmt.Sprintf("draw all printed solutions on the pages of the PDF or HTML file `F`. It shows at most %d solutions, or fewer if the board is large. If there are more, the command stops there, writes the file, and exits with status 1", mostContacts))

// A contacts collects solutions for contact sheets, with a small picture of each.
type contacts struct {
	file  string
	html  bool // HTML instead of PDF
	most  int  // the largest number of solutions
	found []encode.Solution
}

// openContacts reads --sheet and checks that its file can be written. Without it, the result is nil.
func openContacts(c *console.Call) (*contacts, error) {
	k := &contacts{file: c.String("sheet")}
	if k.file == "" {
		return nil, nil
	}
	switch strings.ToLower(filepath.Ext(k.file)) {
	case ".html", ".htm":
		k.html = true
	case ".pdf":
	default:
		return nil, c.Usagef("--sheet: want a file that ends in .pdf or .html, got %s", k.file)
	}
	for _, other := range pictureKinds {
		file := c.String(other.name)
		if name, err := parseFileName(file); file != "" && err == nil && name.meets(fileName{before: k.file}) {
			return nil, c.Usagef("--%s and --sheet name the same file %s: want two files", other.name, k.file)
		}
	}
	picture := c.Puzzle.Picture(c.Instance, nil)
	if picture == nil {
		return nil, c.Usagef("--sheet: %s has no pictures: leave out --sheet", c.Puzzle.Name)
	}
	k.most = min(mostContacts, mostShapes/max(1, len(picture.Shapes)))
	if k.most == 0 {
		return nil, c.Usagef("--sheet: want a board of at most %d shapes, got %d", mostShapes, len(picture.Shapes))
	}
	return k, atomicfile.Check(k.file)
}

func (k *contacts) add(s encode.Solution) {
	if k != nil {
		k.found = append(k.found, s)
	}
}

// write draws and writes the file. The error more says that a sheet cannot show all solutions.
func (k *contacts) write(c *console.Call, more error) error {
	if k == nil {
		return nil
	}
	r := rendered{kind: "PDF", file: k.file} // must not be used after Abandon returns an error
	err := console.Abandon(c, func() error {
		all := k.sheet(c.Puzzle, c.Instance, more != nil)
		var b bytes.Buffer
		write := all.PDF
		if k.html {
			write = all.HTML
		} else {
			r.lacks = string(canvas.Missing(all.Sections[0].Items[0].Picture))
		}
		err := write(&b)
		r.data = b.Bytes()
		return err
	})
	if err != nil {
		return err
	}
	return r.write(c)
}

func (k *contacts) sheet(p *encode.Puzzle, in encode.Instance, more bool) sheet.Sheet {
	heading := wording.If(more, "the first ") + wording.Plural(len(k.found), "solution") + wording.If(more, "; there are more")
	section := sheet.Section{Heading: heading, Small: true}
	for i, s := range k.found {
		section.Items = append(section.Items, sheet.Item{Picture: p.Picture(in, &s), Title: fmt.Sprint(i + 1)})
	}
	return sheet.Sheet{Title: p.Title + ": " + in.String(), Sections: []sheet.Section{section}}
}

// A fileName is the name of a file, or of a series of files with a place for a number.
type fileName struct {
	before, after string
	number        string // the verb for the number between before and after, such as %03d, or ""
}

// verb matches %d and %0Nd, which stand for a number, and all other uses of the percent sign.
var verb = regexp.MustCompile(`%(0[1-9])?d|%.?`)

// parseFileName reads a name that may have one %d or %0Nd. A percent sign is written %%.
func parseFileName(file string) (fileName, error) {
	if !strings.Contains(filepath.Base(file), "%") {
		return fileName{before: file}, nil
	}
	if folder := filepath.Dir(file); strings.Contains(folder, "%") {
		return fileName{}, fmt.Errorf("want %%d in the name of the file, not of its folder %s", folder)
	}
	var name fileName
	part := &name.before
	end := 0
	for _, at := range verb.FindAllStringIndex(file, -1) {
		*part += file[end:at[0]]
		end = at[1]
		switch text := file[at[0]:at[1]]; {
		case text == "%%":
			*part += "%"
		case !strings.HasSuffix(text, "d"):
			return fileName{}, fmt.Errorf("want %%d or %%03d for the number of the picture and %%%% for a percent sign, got %q in %s", text, file)
		case name.number != "":
			return fileName{}, fmt.Errorf("want one %%d or %%03d in %s, got two", file)
		default:
			name.number, part = text, &name.after
		}
	}
	*part += file[end:]
	return name, nil
}

func (f fileName) at(n int) string {
	return f.before + wording.If(f.number != "", fmt.Sprintf(f.number, n)) + f.after
}

// meets reports whether two names can lead to the same file. Several pictures may be written to a pipe
// or a device, such as /dev/null.
func (f fileName) meets(g fileName) bool {
	if _, _, special := atomicfile.Target(f.before); special && f.number == "" {
		return false
	}
	f, g = f.absolute(), g.absolute()
	return f.covers(g) || g.covers(f)
}

// covers reports whether g is equal to f, or is one of the names in the series f.
func (f fileName) covers(g fileName) bool {
	if f.number == "" || g.number != "" {
		return (f.number == "") == (g.number == "") && f.before == g.before && f.after == g.after
	}
	rest, ok := strings.CutPrefix(g.before, f.before)
	rest, fits := strings.CutSuffix(rest, f.after)
	return ok && fits && rest != "" && strings.Trim(rest, "0123456789") == ""
}

// absolute returns the name with an absolute folder, in which all symbolic links are followed.
func (f fileName) absolute() fileName {
	whole := f.before
	if f.number == "" {
		whole, _, _ = atomicfile.Target(f.before)
	}
	folder, err := filepath.Abs(filepath.Dir(whole))
	if err != nil {
		return f
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	_, base := filepath.Split(whole)
	f.before = folder + string(filepath.Separator) + base
	return f
}
