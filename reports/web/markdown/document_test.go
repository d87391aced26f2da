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
		if strings.HasPrefix(link, "../") || strings.HasSuffix(link, ".png") {
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

// TestDocumentPictures checks that pictures keep their words and get new addresses, also pictures in HTML.
func TestDocumentPictures(t *testing.T) {
	p := Page{Text: []byte("# Title\n\n![first](images/a.png)\n\n<p align=\"center\"><img src=\"images/b.svg\" width=\"80%\" alt=\"second one\"></p>\n\n" +
		"| x |\n|---|\n| <a href=\"y.md\"><img src=\"c.svg\" alt=\"third\" width=\"90\"></a><br>below |\n\n![gone](https://example.org/d.png)\n")}
	_, body := p.Document(func(link string) string {
		if strings.Contains(link, ":") {
			return ""
		}
		return "docs/" + link
	})
	html := string(body)
	for _, want := range []string{`<img src="docs/images/a.png" alt="first">`, `<img src="docs/images/b.svg" alt="second one">`, `<img src="docs/c.svg" alt="third"><br>below`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q: %s", want, html)
		}
	}
	if strings.Count(html, "<img") != 3 || strings.Contains(html, "omitted") || strings.Contains(html, "width") {
		t.Errorf("the page has other pictures or raw HTML: %s", html)
	}
}
