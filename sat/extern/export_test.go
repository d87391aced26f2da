package extern

import (
	"io"

	"counterproof/sat/cnf"
)

// NewFigures returns a writer that reads the figures of a program.
func NewFigures(t *Tool) *figures { return &figures{tool: t} }

func (f *figures) Book(st *cnf.Stats, ended bool) { f.book(st, ended) }

// WithoutComments returns a reader of an answer that writes its comments to said.
func WithoutComments(r io.Reader, said io.Writer) io.Reader { return &answer{r: r, said: said} }

// TextOf returns the formula as a program without a projection line reads it.
func TextOf(f *cnf.Formula) io.Reader { return newText(f, &Tool{}).reader() }
