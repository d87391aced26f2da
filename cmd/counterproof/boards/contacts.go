package boards

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/reports/paper/canvas"
	"counterproof/reports/paper/sheet"
)

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
	heading := wording.Plural(len(k.found), "solution")
	if more {
		heading = "the first " + heading + "; there are more"
	}
	section := sheet.Section{Heading: heading, Small: true}
	for i, s := range k.found {
		section.Items = append(section.Items, sheet.Item{Picture: p.Picture(in, &s), Title: fmt.Sprint(i + 1)})
	}
	return sheet.Sheet{Title: p.Title + ": " + in.String(), Sections: []sheet.Section{section}}
}
