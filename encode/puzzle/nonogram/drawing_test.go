package nonogram

import (
	"bytes"
	"errors"
	pixels "image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/test/facttest"
)

// arrow is a picture of 3 rows and 9 columns, so that a packed row takes two bytes.
const arrow = "......#..\n########.\n......#.#\n"

const arrowID = "9x3:1/1/1/1/1/1/3/1/1/1/8/1.1"

func TestFromPicture(t *testing.T) {
	p1 := "P1\n# an arrow\n9 3\n" + strings.NewReplacer(".", "0 ", "#", "1").Replace(arrow)
	p4 := "P4 9 3\n" + string([]byte{0b00000010, 0, 0b11111111, 0, 0b00000010, 0b10000000})
	for name, text := range map[string]string{
		"rows": arrow, "no line end": strings.TrimSuffix(arrow, "\n"), "CRLF": strings.ReplaceAll(arrow, "\n", "\r\n"),
		"P1": p1, "P1 without blanks": strings.ReplaceAll(p1, "0 ", "0"), "P4": p4, "P4 with more": p4 + "rest",
		"PNG": pngOf(t, func(black bool) color.Color { return color.Gray{map[bool]uint8{true: 100, false: 200}[black]} }),
		"PNG, transparent": pngOf(t, func(black bool) color.Color {
			return map[bool]color.Color{true: color.NRGBA{A: 255}, false: color.NRGBA{A: 60}}[black]
		}),
		"PNG, coloured": pngOf(t, func(black bool) color.Color {
			return map[bool]color.Color{true: color.NRGBA{B: 255, A: 255}, false: color.NRGBA{R: 255, G: 255, A: 255}}[black]
		}),
	} {
		in, err := fromPicture([]byte(text), nil)
		if err != nil || in.String() != arrowID {
			t.Errorf("%s: %v, %v, want %s", name, in, err, arrowID)
		}
		if ins, err := read([]byte(text)); err == nil || !facttest.States(err.Error(), "picture, generate --picture, nonogram") {
			t.Errorf("%s in place of clues: %v, %v, want an error that names generate --picture", name, ins, err)
		}
	}
	// The black cells have the brightness 100/255, which is 0.39, and the others 0.78.
	grey := pngOf(t, func(black bool) color.Color { return color.Gray{map[bool]uint8{true: 100, false: 200}[black]} })
	for _, c := range []struct {
		threshold float64
		warnings  int
		want      string
	}{
		{0.3, 1, "9x3:///////////"},
		{0.9, 0, "9x3:3/3/3/3/3/3/3/3/3/9/9/9"},
	} {
		in, err := fromPicture([]byte(grey), &c.threshold)
		if err != nil || in.String() != c.want || len(in.(*Board).Warnings()) != c.warnings {
			t.Errorf("threshold %v: %v, %v, want %s with %d warnings", c.threshold, in, err, c.want, c.warnings)
		}
	}
}

// pngOf returns the arrow as a PNG image in the given colours.
func pngOf(t *testing.T, colour func(black bool) color.Color) string {
	t.Helper()
	rows := strings.Fields(arrow)
	img := pixels.NewNRGBA(pixels.Rect(0, 0, 9, 3))
	for r, row := range rows {
		for c := range row {
			img.Set(c, r, colour(row[c] == '#'))
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestFromPictureErrors checks the positions of mistakes, and that the header of a huge image is
// enough to refuse the image.
func TestFromPictureErrors(t *testing.T) {
	var huge bytes.Buffer
	if err := png.Encode(&huge, pixels.NewGray(pixels.Rect(0, 0, 10_000, 10_000))); err != nil {
		t.Fatal(err)
	}
	header := huge.Bytes()[:64]
	whole := pngOf(t, func(bool) color.Color { return color.Black })
	for _, c := range []struct {
		name, text   string
		line, column int
	}{
		{"nothing", "", 1, 1},
		{"empty lines", "\n\n", 1, 1},
		{"an empty first line", "\n..\n", 2, 1},
		{"another character", "..#\n.x#\n", 2, 2},
		{"a short row", "..#\n.#\n", 2, 3},
		{"a long row", "..#\n.##.\n", 2, 4},
		{"too wide", strings.Repeat(".", 257), 1, 257},
		{"too high", strings.Repeat(".\n", 257), 257, 1},
		{"a drawing of 10,000 x 10,000", strings.Repeat(strings.Repeat(".", 10_000)+"\n", 10_000), 1, 257},
		{"JPEG", "\xff\xd8\xff\xe0", 1, 1},
		{"PPM", "P6 1 1 255 abc", 1, 1},
		{"a text", "hello", 1, 1},
		{"P1 and no size", "P1\n", 2, 1},
		{"P1, no blank", "P11 1 1", 1, 3},
		{"P1, wide", "P1 10000 10000 0", 1, 4},
		{"P1, no cells", "P1 2 2\n0 1\n1", 3, 2},
		{"P1, bad cell", "P1 2 2\n0 1\n1 2", 3, 3},
		{"P1, width 0", "P1 0 2\n", 1, 4},
		{"P1, a width beyond all numbers", "P1 99999999999999999999999 2\n", 1, 4},
		{"P4, wide", "P4 257 1\n", 1, 4},
		{"P4, short", "P4 9 2\nabc", 2, 1},
		{"PNG, cut", whole[:len(whole)-20], 1, 1},
		{"PNG, header only", "\x89PNG\r\n\x1a\n", 1, 1},
		{"PNG, huge", string(header), 1, 1},
	} {
		in, err := fromPicture([]byte(c.text), nil)
		var at *encode.ParseError
		if !errors.As(err, &at) || at.Line != c.line || at.Column != c.column {
			t.Errorf("%s: %v, error %v, want one at line %d, column %d", c.name, in, err, c.line, c.column)
		}
	}
}

// FuzzFromPicture checks that no file makes the reader panic, and that every board can be read again.
func FuzzFromPicture(f *testing.F) {
	for _, text := range []string{arrow, "P1 2 2 0 1 1 0", "P4 9 1\n\x01\x80", "\x89PNG\r\n\x1a\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := fromPicture(data, nil)
		if err != nil {
			var at *encode.ParseError
			if !errors.As(err, &at) {
				t.Errorf("error %v without a position", err)
			}
			return
		}
		if again, err := parse(in.String()); err != nil || again.String() != in.String() {
			t.Errorf("%s is read as %v, %v", in, again, err)
		}
	})
}
