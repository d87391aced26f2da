package nonogram

import (
	"bytes"
	pixels "image"
	"image/png"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// fromPicture returns the board whose clues describe a picture: rows of '.' and '#', a PBM image
// (P1 or P4) or a PNG image. A pixel of a PNG is black if its brightness, from 0 to 1, is below the
// threshold. Transparent pixels are blended with white. A picture without a black cell gets a
// warning.
//
// The errors are *encode.ParseError, or encode.ErrThreshold if a threshold is given for a picture
// that is not a PNG. In a PBM image, the position of an error is the line in the file and the byte
// in the line. In a PNG image, the position is the first byte. fromPicture checks the size before
// it reads the cells.
func fromPicture(data []byte, threshold *float64) (encode.Instance, error) {
	read := readRows
	image := bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n"))
	switch {
	case image:
		level := encode.UsualThreshold
		if threshold != nil {
			level = *threshold
		}
		read = func(data []byte) (*picture, error) { return readPNG(data, level) }
	case bytes.HasPrefix(data, []byte("P1")), bytes.HasPrefix(data, []byte("P4")):
		read = readPBM
	}
	p, err := read(data)
	switch {
	case err != nil:
		return nil, err
	case threshold != nil && !image:
		return nil, encode.ErrThreshold
	}
	b := p.clues()
	if !slices.Contains(p.cells, true) {
		b.warnings = append(b.warnings, "every cell of the picture is white")
	}
	return b, nil
}

var otherImages = []struct{ name, magic string }{
	{"a JPEG image", "\xff\xd8\xff"}, {"a GIF image", "GIF8"}, {"a BMP image", "BM"}, {"a WebP image", "RIFF"},
	{"an SVG image", "<"}, {"a TIFF image", "II*\x00"}, {"a TIFF image", "MM\x00*"}, {"a PDF file", "%PDF"},
	{"a PGM image", "P2"}, {"a PPM image", "P3"}, {"a PGM image", "P5"}, {"a PPM image", "P6"}, {"a PAM image", "P7"},
}

const wantClues = "want the clues of a nonogram, got a picture: counterproof generate --picture FILE nonogram makes the clues of a picture"

// isPicture reports whether a text consists of rows of '.' and '#', or is an image, but not an SVG
// image, because webpbn XML begins in the same way.
func isPicture(text string) bool {
	for _, other := range otherImages {
		if strings.HasPrefix(text, other.magic) && other.magic != "<" {
			return true
		}
	}
	return slices.ContainsFunc([]string{"P1", "P4", "\x89PNG"}, func(magic string) bool { return strings.HasPrefix(text, magic) }) ||
		strings.Trim(text, ".#\r\n") == "" && strings.ContainsAny(text, ".#")
}

const wantPicture = "want rows of '.' and '#', a PBM image (P1 or P4) or a PNG image"

func readRows(data []byte) (*picture, error) {
	text := string(data)
	for _, other := range otherImages {
		if strings.HasPrefix(text, other.magic) {
			return nil, encode.Errorf(1, 1, wantPicture+", got %s", other.name)
		}
	}
	text = strings.TrimRight(strings.TrimPrefix(text, "\ufeff"), "\r\n")
	if text == "" {
		return nil, encode.Errorf(1, 1, wantPicture+", got an empty file")
	}
	p := &picture{}
	for row := range encode.TextLines(text) {
		row.Text = strings.TrimRight(row.Text, "\r")
		for c := range len(row.Text) {
			switch x := row.Text[c]; {
			case x != '.' && x != '#':
				return nil, row.From(c).Errorf(wantPicture+", got %q", rune(x))
			case c == maxSide:
				return nil, row.From(c).Errorf("want 1 to %d columns", maxSide)
			}
		}
		switch {
		case p.h == 0:
			p.w = len(row.Text)
		case len(row.Text) != p.w:
			return nil, row.From(min(len(row.Text), p.w)).Errorf("want %d cells like the first row, got %d", p.w, len(row.Text))
		}
		if p.h++; p.h > maxSide {
			return nil, row.Errorf("want 1 to %d rows", maxSide)
		}
		p.cells = append(p.cells, wording.Each([]byte(row.Text), func(x byte) bool { return x == '#' })...)
	}
	if p.w == 0 {
		return nil, encode.Errorf(1, 1, "want a row of cells, got an empty line")
	}
	return p, nil
}

type pbm struct {
	data string
	at   int
}

const pbmBlanks = " \t\r\n\v\f"

func (b *pbm) errorf(format string, args ...any) error {
	before := b.data[:b.at]
	return encode.Errorf(1+strings.Count(before, "\n"), b.at-strings.LastIndexByte(before, '\n'), format, args...)
}

func (b *pbm) next() string { return b.data[b.at:min(b.at+1, len(b.data))] }

func (b *pbm) space() {
	for b.at < len(b.data) && strings.Contains(pbmBlanks+"#", b.next()) {
		if b.next() == "#" {
			line, _, _ := strings.Cut(b.data[b.at:], "\n")
			b.at += len(line)
		}
		b.at = min(b.at+1, len(b.data))
	}
}

func (b *pbm) side(name string) (int, error) {
	b.space()
	n, digits := encode.LeadingNumber(b.data[b.at:], maxSide)
	if n < 1 || n > maxSide {
		return 0, b.errorf("want a %s of 1 to %d cells, got %q", name, maxSide, b.data[b.at:b.at+max(digits, len(b.next()))])
	}
	b.at += digits
	return n, nil
}

func readPBM(data []byte) (*picture, error) {
	b := &pbm{data: string(data), at: 2}
	if !strings.Contains(pbmBlanks+"#", b.next()) {
		return nil, b.errorf("want a blank after P%c, got %q", rune(data[1]), rune(data[2]))
	}
	p := &picture{}
	var err error
	if p.w, err = b.side("width"); err == nil {
		p.h, err = b.side("height")
	}
	if err != nil {
		return nil, err
	}
	p.cells = make([]bool, p.h*p.w)
	if data[1] == '4' {
		return p, b.packed(p)
	}
	for i := range p.cells {
		b.space()
		if b.next() != "0" && b.next() != "1" {
			return nil, b.errorf("want 0 or 1 for row %d, column %d, got %s", i/p.w+1, i%p.w+1, b.shown())
		}
		p.cells[i] = b.next() == "1"
		b.at++
	}
	return p, nil
}

func (b *pbm) shown() string {
	if b.at == len(b.data) {
		return "the end of the file"
	}
	return strconv.QuoteRune(rune(b.data[b.at]))
}

// packed reads the cells of a P4 image: after one blank, each row is padded to whole bytes.
func (b *pbm) packed(p *picture) error {
	if b.next() == "" || !strings.Contains(" \t\r\n", b.next()) {
		return b.errorf("want a blank after the height, got %s", b.shown())
	}
	b.at++
	wide := (p.w + 7) / 8
	if left := len(b.data) - b.at; left < wide*p.h {
		return b.errorf("want %d bytes of cells, got %d", wide*p.h, left)
	}
	for i := range p.cells {
		r, c := i/p.w, i%p.w
		p.cells[i] = b.data[b.at+r*wide+c/8]>>(7-c%8)&1 == 1
	}
	return nil
}

func readPNG(data []byte, threshold float64) (*picture, error) {
	bad := func(err error) error { return encode.Errorf(1, 1, "not a whole PNG image: %w", err) }
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, bad(err)
	}
	if config.Width > maxSide || config.Height > maxSide {
		return nil, encode.Errorf(1, 1, "want an image of at most %dx%d pixels, one for each cell, got %d wide and %d high: scale it down", maxSide, maxSide, config.Width, config.Height)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, bad(err)
	}
	p := &picture{h: config.Height, w: config.Width}
	for r := range p.h {
		for c := range p.w {
			p.cells = append(p.cells, brightness(img, r, c) < threshold)
		}
	}
	return p, nil
}

// brightness returns the luma (Rec. 601) of a pixel over a white background, from 0 to 1.
func brightness(img pixels.Image, r, c int) float64 {
	at := img.Bounds().Min
	red, green, blue, alpha := img.At(at.X+c, at.Y+r).RGBA() // premultiplied by alpha
	white := 65535 - alpha
	return (299*float64(red+white) + 587*float64(green+white) + 114*float64(blue+white)) / (1000 * 65535)
}
