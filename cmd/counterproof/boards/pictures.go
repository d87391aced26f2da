package boards

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/reports/canvas"
)

// A pictureKind is a format of pictures. The flag of the format has its name.
type pictureKind struct {
	name  string
	check func(*draw.Picture) error // the limits of the format; nil if write checks them
	write func(io.Writer, *draw.Picture) error
	font  bool // whether the text is painted with a font that lacks many characters
}

var pictureKinds = []pictureKind{
	{"svg", (*draw.Picture).CheckSVG, func(w io.Writer, p *draw.Picture) error { return p.WriteSVG(w) }, false},
	{"png", canvas.CheckPNG, canvas.PNG, true},
	{"pdf", func(p *draw.Picture) error { return canvas.CheckPDF(p) }, func(w io.Writer, p *draw.Picture) error { return canvas.PDF(w, p) }, true},
}

// PictureFlags returns the flags --svg, --png and --pdf. Their texts begin with what is drawn, such
// as "draw the board".
func PictureFlags(what string) (flags []cli.Flag) {
	for _, k := range pictureKinds {
		flags = append(flags, console.FileFlag(k.name, "", fmt.Sprintf("%s into the %s file `F`", what, strings.ToUpper(k.name))))
	}
	return flags
}

// Pictures holds the files that the picture flags name. A command calls OpenPictures before its
// work, Render within it and Write after it.
type Pictures struct {
	c     *cli.Context
	kinds []pictureKind // of the flags that are set
	files []string      // of these flags
	data  [][]byte      // the rendered files; nil before Render
	lacks []string      // for each file, the characters that its font lacks
}

// OpenPictures reads the picture flags. It checks that their files differ and can be written.
func OpenPictures(c *cli.Context) (*Pictures, error) {
	p := &Pictures{c: c}
	for _, k := range pictureKinds {
		file := c.String(k.name)
		if file == "" {
			continue
		}
		for i, other := range p.files {
			if sameFile(file, other) {
				return nil, console.Usagef("%s: --%s and --%s name the same file %s: want two files", c.Command.Name, p.kinds[i].name, k.name, file)
			}
		}
		if err := atomicfile.Check(file); err != nil {
			return nil, err
		}
		p.kinds, p.files = append(p.kinds, k), append(p.files, file)
	}
	return p, nil
}

// sameFile reports whether two names lead to the same file, which may not exist yet. Everything may
// go to one pipe or device, such as /dev/null.
func sameFile(a, b string) bool {
	a, _, special := atomicfile.Target(a)
	b, _, _ = atomicfile.Target(b)
	return place(a) == place(b) && !special
}

// place returns the absolute name of a file, with the links to its folder followed.
func place(file string) string {
	folder, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return file
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	return filepath.Join(folder, filepath.Base(file))
}

// Wanted reports whether a picture flag is set.
func (p *Pictures) Wanted() bool { return len(p.files) > 0 }

// Flags lists the flags that are set, for messages: "--svg and --png".
func (p *Pictures) Flags() string {
	var names []string
	for _, k := range p.kinds {
		names = append(names, "--"+k.name)
	}
	return strings.Join(names, " and ")
}

// Check returns a usage error if the picture exceeds the limits of a format.
func (p *Pictures) Check(picture *draw.Picture) error {
	for _, k := range p.kinds {
		if err := k.check(picture); err != nil {
			return console.Usagef("%s: --%s: %w", p.c.Command.Name, k.name, err)
		}
	}
	return nil
}

// CheckBoard checks, before a long search, that the board can be drawn. It does nothing without
// picture flags.
func (p *Pictures) CheckBoard(puzzle *encode.Puzzle, in encode.Instance) error {
	if !p.Wanted() {
		return nil
	}
	picture := puzzle.Picture(in, nil)
	if picture == nil {
		return console.Usagef("%s: %s: %s has no pictures: leave out %s", p.c.Command.Name, p.Flags(), puzzle.Name, p.Flags())
	}
	return p.Check(picture)
}

// Render renders the picture for every file. It does nothing without picture flags. It
// can take long, so commands run it within console.Abandon.
func (p *Pictures) Render(picture *draw.Picture) error {
	if err := p.Check(picture); err != nil {
		return err
	}
	p.data, p.lacks = nil, nil
	for _, k := range p.kinds {
		var b bytes.Buffer
		if err := k.write(&b, picture); err != nil {
			return err
		}
		lacks := ""
		if k.font {
			lacks = string(canvas.Missing(picture))
		}
		p.data, p.lacks = append(p.data, b.Bytes()), append(p.lacks, lacks)
	}
	return nil
}

// Write writes the rendered files. It does nothing without a rendered picture.
func (p *Pictures) Write() error {
	for i, data := range p.data {
		if err := atomicfile.Write(p.files[i], data); err != nil {
			return err
		}
		if p.lacks[i] != "" {
			fmt.Fprintf(p.c.App.ErrWriter, "counterproof: warning: %s: the font lacks %q, so the %s shows boxes; --svg writes a picture with these characters\n",
				p.files[i], p.lacks[i], strings.ToUpper(p.kinds[i].name))
		}
	}
	return nil
}

// with returns flags and more flags in one list.
func with(flags []cli.Flag, more ...cli.Flag) []cli.Flag { return slices.Concat(flags, more) }
