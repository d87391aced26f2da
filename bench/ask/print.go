package ask

import (
	"context"
	"errors"

	"counterproof/encode"
	"counterproof/encode/draw"
)

// A Printer makes PDF documents.
type Printer interface {
	// Picture returns a document with one picture.
	Picture(picture *draw.Picture) ([]byte, error)
	// Sheet returns the document that the command sheet writes about the board.
	Sheet(ctx context.Context, p *encode.Puzzle, in encode.Instance) ([]byte, error)
}

// Printing holds the fields of the question "pdf".
type Printing struct {
	About
	Sheet bool `json:"sheet"` // a sheet with the rules and the answer, instead of the picture of the board
}

// A Printed is the answer to the question "pdf".
type Printed struct {
	PDF []byte `json:"pdf"` // in JSON as base64
}

func (d *Desk) pdf(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Printing, emit progress) (last any, err error) {
	picture := p.Picture(in, nil)
	if picture == nil {
		return nil, misused("%s has no pictures", p.Name)
	}
	if d.Printer == nil {
		return nil, errors.New("this engine makes no PDF documents")
	}
	var made Printed
	if q.Sheet {
		made.PDF, err = d.Printer.Sheet(ctx, p, in)
	} else {
		made.PDF, err = d.Printer.Picture(picture)
	}
	return made, err
}
