package web

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"counterproof/docs"
)

var (
	imageOf = regexp.MustCompile(`<img src="(docs/[^"]*)" alt="([^"]*)"`)
	linkTo  = regexp.MustCompile(`<a [^>]*href="([^"]*)"`)
	id      = regexp.MustCompile(`\bid="([^"]*)"`)
)

// TestDocumentation follows the links of all pages of the static site. Every page must link to the
// documentation, and every link must lead to a file of the site and to a place that exists there.
func TestDocumentation(t *testing.T) {
	files, err := SiteFiles(toyEngine, Assets(), nil)
	if err != nil {
		t.Fatal(err)
	}
	pages, places := map[string]string{}, map[string]bool{}
	for _, f := range files {
		pages[f.Name] = string(f.Data)
		for _, m := range id.FindAllStringSubmatch(string(f.Data), -1) {
			places[f.Name+"#"+m[1]] = true
		}
	}
	if n := len(Documents()); n < 30 {
		t.Errorf("the documentation has %d pages, want 30 or more", n)
	}
	links, images := 0, 0
	for name, text := range pages {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		if !strings.Contains(text, `<a href="docs.html">Documentation</a>`) {
			t.Errorf("%s has no link to the documentation", name)
		}
		for _, m := range linkTo.FindAllStringSubmatch(text, -1) {
			to, err := url.Parse(m[1])
			if err != nil || to.Scheme != "" || to.Path == "./" {
				continue
			}
			file := to.Path
			if file == "" {
				file = name
			}
			links++
			if pages[file] == "" {
				t.Errorf("%s links to %s, which is missing", name, m[1])
			} else if strings.HasPrefix(file, manualName) && to.Fragment != "" && !places[file+"#"+to.Fragment] {
				t.Errorf("%s links to %s, but the page has no such place", name, m[1])
			}
		}
		for _, m := range imageOf.FindAllStringSubmatch(text, -1) {
			if images++; pages[m[1]] == "" || m[2] == "" {
				t.Errorf("%s has the picture %s with the words %q, but the site lacks it or it has no words", name, m[1], m[2])
			}
		}
		if strings.HasPrefix(name, manualName) && (strings.Contains(text, "style=") || !strings.Contains(text, "<h1")) {
			t.Errorf("%s has styles that the policy forbids, or no title", name)
		}
	}
	want := 0
	for name := range documents() {
		text := string(sure(docs.Files.ReadFile(documents()[name])))
		want += strings.Count(text, "![") + strings.Count(text, "<img ")
	}
	if images != want {
		t.Errorf("the pages have %d pictures, and their files have %d", images, want)
	}
	if links < 300 {
		t.Errorf("the pages have %d links, want 300 or more", links)
	}
}
