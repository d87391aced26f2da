package glyph

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// TestNoTemporaryFile checks that DrawPDF returns an error and does not panic if gonum cannot write a
// temporary file. The font is cached, so the test uses a size that no other test uses.
func TestNoTemporaryFile(t *testing.T) {
	defer func(size float64) { embedded = size }(embedded)
	embedded = 3.14159
	t.Setenv("TMPDIR", t.TempDir()+"/none")
	t.Setenv("TMP", t.TempDir()+"/none") // for Windows
	plain := font.NewCache(liberation.Collection()).Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, 9)
	_, err := DrawPDF(9, 9, plain, func(c PDF) { c.FillString(plain, vg.Point{}, "x") })
	if err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("without temporary files: %v", err)
	}
}
