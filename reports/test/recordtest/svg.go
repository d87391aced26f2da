package recordtest

import (
	"bytes"
	"encoding/xml"
	"io"
	"testing"
)

// SVGTexts returns the character data of all text elements of an SVG. If the SVG is not
// well-formed, the test fails.
func SVGTexts(t *testing.T, svg []byte) []string {
	t.Helper()
	var found []string
	d := xml.NewDecoder(bytes.NewReader(svg))
	for inText := false; ; {
		token, err := d.Token()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatalf("the SVG is not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				found = append(found, string(token))
			}
		}
	}
}
