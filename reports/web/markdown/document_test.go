package markdown

import (
	"strings"
	"testing"
)

// TestDocument checks that Document keeps the text, the places and the links that have an address, and that
// it leaves out pictures, raw HTML, dangerous links and tables that have only pictures.
func TestDocument(t *testing.T) {
	const pictures = "\n| a picture |\n|:---:|\n| ![x](images/x.png) |\n"
	p := Page{Text: []byte(example + pictures)}
	title, body := p.Document(func(link string) string {
		if strings.HasPrefix(link, "../") {
			return ""
		}
		return strings.ReplaceAll(link, ".md", ".html")
	})
	if title != "Title" {
		t.Errorf("the title is %q", title)
	}
	html := string(body)
	for _, want := range []string{
		`<h2 id="one-one">`, "Text of one &amp; more.", `<a href="atlas.html#the-sums-two-sums-two">link</a>`, `<a href="experiments/x.html">a page</a>, up, `,
		`<a href="#one-one">here</a>`, `<a href="https://example.org">far away</a>`, `<table>`, `[code](atlas.md#the-sums-two-sums-two)`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q: %s", want, html)
		}
	}
	for _, bad := range []string{"<img", "<script", "javascript:", "style=", "a picture", "<b>", "omitted"} {
		if strings.Contains(html, bad) {
			t.Errorf("the page has %q: %s", bad, html)
		}
	}
}
