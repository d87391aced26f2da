package nonogram

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// A webpbn reads the XML format of Jan Wolter's webpbn.com, version 0.3. The file holds
// puzzles in a puzzleset, or a single puzzle, in UTF-8, ISO-8859-1 or US-ASCII. Triddlers
// and colours are not supported.
type webpbn struct {
	d            *xml.Decoder
	text         string
	lines        []string // lines of the text in UTF-8
	latin        bool     // whether the text has one byte per character
	line, column int      // position of the latest token in lines
}

func readXML(text string) ([]encode.Instance, error) {
	x := &webpbn{d: xml.NewDecoder(strings.NewReader(text)), text: text, lines: strings.Split(text, "\n")}
	x.d.Entity = xml.HTMLEntity
	x.d.CharsetReader = x.charset
	var all []encode.Instance
	var within []string // the enclosing elements, except puzzles
	for {
		token, err := x.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local != "puzzle" {
				within = append(within, t.Name.Local)
				continue
			}
			b, err := x.puzzle(t)
			if err != nil {
				return nil, err
			}
			all = append(all, b)
		case xml.EndElement:
			within = within[:len(within)-1]
		case xml.CharData: // accept text inside source and similar elements
			if len(within) == 0 || within[len(within)-1] == "puzzleset" {
				if err := x.blank(string(t)); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(all) == 0 {
		return nil, encode.Errorf(1, 1, "want a <puzzle>, got none")
	}
	return all, nil
}

func (x *webpbn) next() (xml.Token, error) {
	x.line, x.column = x.d.InputPos()
	token, err := x.d.Token()
	return token, x.positioned(err)
}

func (x *webpbn) positioned(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	if bad := (*encode.ParseError)(nil); errors.As(err, &bad) {
		return bad // the method charset returned this error
	}
	x.line, x.column = x.d.InputPos()
	what := err.Error()
	if bad := (*xml.SyntaxError)(nil); errors.As(err, &bad) {
		what = bad.Msg
	}
	return x.errorf("bad XML: %q", what)
}

// charset returns a reader that converts the text of the parameter rest to UTF-8. The XML decoder
// calls charset if the XML declaration names another encoding.
func (x *webpbn) charset(name string, rest io.Reader) (io.Reader, error) {
	switch strings.ToLower(name) {
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "us-ascii", "ascii":
	default:
		return nil, x.errorf("want the encoding UTF-8, ISO-8859-1 or US-ASCII, got %q", name)
	}
	if x.latin { // the encoding is declared a second time
		return rest, nil
	}
	data, err := io.ReadAll(rest)
	x.latin = true
	x.lines = strings.Split(fromLatin(x.text), "\n")
	return strings.NewReader(fromLatin(string(data))), err
}

// fromLatin converts ISO-8859-1 to UTF-8. In ISO-8859-1 every byte is its own code point.
func fromLatin(text string) string {
	return string(wording.Each([]byte(text), func(c byte) rune { return rune(c) }))
}

// place returns an empty span at the position of the latest token. If the decoder reports a position outside the
// text, place returns the nearest position in the text.
func (x *webpbn) place() encode.Span {
	line := min(max(x.line, 1), len(x.lines))
	before := x.lines[line-1]
	before = before[:min(max(x.column, 1)-1, len(before))]
	if x.latin {
		return encode.Span{Line: line, Column: utf8.RuneCountInString(before) + 1}
	}
	return encode.Span{Line: line, Column: len(before) + 1}
}

func (x *webpbn) errorf(format string, args ...any) error {
	return x.place().Errorf(format, args...)
}

func attribute(e xml.StartElement, name, otherwise string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return otherwise
}

// children reads the current element to its end. It calls f with the start of each child element.
// The function f must read to the end of the child. children calls the function text with each
// piece of text.
func (x *webpbn) children(f func(e xml.StartElement) error, text func(s string) error) error {
	for {
		token, err := x.next()
		if err != nil { // the decoder returns no io.EOF within an element
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = f(t)
		case xml.CharData:
			err = text(string(t))
		case xml.EndElement:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (x *webpbn) skip(xml.StartElement) error { return x.positioned(x.d.Skip()) }

// blank returns an error if the text is not only white space. The position of the error
// is the first other character.
func (x *webpbn) blank(text string) error {
	left := strings.TrimLeft(text, " \t\r\n")
	if left == "" {
		return nil
	}
	space := text[:len(text)-len(left)]
	if last := strings.LastIndexByte(space, '\n'); last >= 0 {
		x.line += strings.Count(space, "\n")
		x.column, space = 1, space[last+1:]
	}
	x.column += len(space)
	return x.errorf("want no text between elements here, got %q", strings.TrimRight(left, " \t\r\n"))
}

// A palette holds the colours of one puzzle, of which only the background and one ink are allowed.
type palette struct {
	background, usual string          // names; usual is the colour of a count element that names no colour
	name              map[byte]string // by character of an image: the name of its colour
	ink               string          // the only ink seen so far
}

func (p *palette) use(x *webpbn, colour string) (bool, error) {
	if colour == p.background {
		return false, nil
	}
	p.ink = cmp.Or(p.ink, colour)
	if p.ink != colour {
		return false, x.errorf("colours are not supported: want only the ink %q, got %q", p.ink, colour)
	}
	return true, nil
}

type image struct {
	text         []byte
	line, column int
}

// puzzle reads a puzzle element to its end. The parameter e is the start of the element, which was
// just read.
func (x *webpbn) puzzle(e xml.StartElement) (*Board, error) {
	if kind := attribute(e, "type", "grid"); kind != "grid" {
		return nil, x.errorf("want a puzzle of type grid, got %q", kind)
	}
	at := x.place()
	p := &palette{
		background: attribute(e, "backgroundcolor", "white"),
		usual:      attribute(e, "defaultcolor", "black"),
		name:       map[byte]string{'.': "white", 'X': "black"},
	}
	var rows, cols []clue
	var picture *image
	err := x.children(func(e xml.StartElement) (err error) {
		switch e.Name.Local {
		case "color":
			if c := attribute(e, "char", ""); len(c) == 1 {
				p.name[c[0]] = attribute(e, "name", "")
			}
			return x.skip(e)
		case "clues":
			to := &rows
			switch kind := attribute(e, "type", ""); {
			case kind == "columns":
				to = &cols
			case kind != "rows":
				return x.errorf("want clues of type rows or columns, got %q", kind)
			}
			if *to != nil {
				return x.errorf("want the clues of each type once, got them again")
			}
			*to, err = x.clues(p)
			return err
		case "solution":
			if attribute(e, "type", "goal") != "goal" || picture != nil {
				return x.skip(e)
			}
			picture, err = x.solution()
			return err
		}
		return x.skip(e)
	}, x.blank)
	if err != nil {
		return nil, err
	}
	var g *goal
	if picture != nil { // wait until now, because the colours can come after the image
		if g, err = x.goal(picture, p); err != nil {
			return nil, err
		}
	}
	return g.board(rows, cols, at)
}

func (x *webpbn) clues(p *palette) ([]clue, error) {
	all := []clue{}
	err := x.children(func(e xml.StartElement) error {
		if e.Name.Local != "line" {
			return x.skip(e)
		}
		k := clue{at: x.place()}
		if len(all) == maxSide {
			return x.errorf("want at most %d lines", maxSide)
		}
		err := x.children(func(e xml.StartElement) error {
			if e.Name.Local != "count" {
				return x.skip(e)
			}
			colour := attribute(e, "color", p.usual)
			switch ok, err := p.use(x, colour); {
			case err != nil:
				return err
			case !ok:
				return x.errorf("want a count of an ink, got one of the background %q", colour)
			}
			r, err := x.count()
			k.runs = append(k.runs, r)
			return err
		}, x.blank)
		all = append(all, k)
		return err
	}, x.blank)
	return all, err
}

func (x *webpbn) count() (run, error) {
	text := x.place()
	var b strings.Builder
	err := x.children(x.skip, func(s string) error {
		b.WriteString(s)
		return nil
	})
	if err != nil {
		return run{}, err
	}
	text.Text = strings.TrimSpace(b.String())
	return readRun(text)
}

func (x *webpbn) solution() (*image, error) {
	var picture *image
	err := x.children(func(e xml.StartElement) error {
		if e.Name.Local != "image" || picture != nil {
			return x.skip(e)
		}
		picture = &image{}
		return x.children(x.skip, func(s string) error {
			if len(picture.text) == 0 {
				picture.line, picture.column = x.line, x.column
			}
			picture.text = append(picture.text, s...)
			return nil
		})
	}, x.blank)
	return picture, err
}

// goal parses an image: rows between bars, such as |..XX|. A cell that can have several colours, such
// as [.X] or ?, is unknown.
func (x *webpbn) goal(picture *image, p *palette) (*goal, error) {
	x.line, x.column = picture.line, picture.column
	g := &goal{at: x.place()}
	within, bracket := false, 0 // bracket is 0 outside brackets, 1 after '[', and 2 after a character in brackets
	for _, c := range picture.text {
		last := len(g.rows) - 1
		switch {
		case c == '\n':
			x.line, x.column = x.line+1, 0
		case c == ' ' || c == '\t' || c == '\r':
		case c == '|' && within && len(g.rows[last]) != len(g.rows[0]):
			return nil, x.errorf("want rows of %d cells like the first, got %d", len(g.rows[0]), len(g.rows[last]))
		case c == '|' && bracket == 0:
			if within = !within; within {
				g.rows = append(g.rows, nil)
			}
		case !within:
			return nil, x.errorf("want '|' before a row, got %q", c)
		case c == '[' && bracket == 0:
			bracket = 1
		case c == ']' && bracket == 2:
			bracket = 0
		case c == '?' && bracket == 0 && p.name[c] == "":
			g.unknown = true
			g.rows[last] = append(g.rows[last], false)
		default:
			name, ok := p.name[c]
			if !ok {
				return nil, x.errorf("want the character of a colour, got %q", c)
			}
			ink, err := p.use(x, name)
			if err != nil {
				return nil, err
			}
			if bracket == 2 {
				g.unknown = true
			} else {
				g.rows[last] = append(g.rows[last], ink)
			}
			bracket = min(2*bracket, 2)
		}
		x.column++
	}
	if within || len(g.rows) == 0 || len(g.rows[0]) == 0 {
		return nil, x.errorf("want rows between bars, as in |..XX|")
	}
	return g, nil
}
