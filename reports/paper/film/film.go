// Package film writes pictures with sentences as one HTML file, in which a reader goes from picture
// to picture with the arrow keys. The file needs no other file and no network. Without JavaScript,
// and on paper, the file shows all pictures below each other.
package film

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"

	"counterproof/encode/draw"
)

// A Film is a list of frames with a title.
type Film struct {
	Title    string // a heading in large letters, such as the name of the puzzle
	Subtitle string // a text in small letters, such as the instance; a long text is in a box that scrolls
	Frames   []Frame
}

// A Frame is a picture with a heading and a sentence.
type Frame struct {
	Heading, Text string
	Picture       *draw.Picture
}

// Limit is the largest size of a film, in bytes.
const Limit = 64 << 20

// ErrLimit is the error of Write if the pictures have more than Limit bytes.
var ErrLimit = errors.New("the film is too large")

//go:embed film.html
var source string

var page = template.Must(template.New("film").Parse(source))

// Write writes the film as HTML. It writes nothing if a picture cannot be drawn or the pictures
// are too large.
func Write(w io.Writer, f Film) error {
	type figure struct {
		Heading, Text string
		SVG           template.HTML
	}
	var figures []figure
	size := 0
	for i, frame := range f.Frames {
		var b bytes.Buffer
		if err := frame.Picture.WriteSVG(&b); err != nil {
			return fmt.Errorf("picture %d: %w", i+1, err)
		}
		if size += b.Len(); size > Limit {
			return fmt.Errorf("%w: its first %d of %d pictures have more than %d MiB", ErrLimit, i+1, len(f.Frames), Limit>>20)
		}
		figures = append(figures, figure{frame.Heading, frame.Text, template.HTML(b.String())})
	}
	return page.Execute(w, struct {
		Title, Subtitle string
		Figures         []figure
	}{f.Title, f.Subtitle, figures})
}
