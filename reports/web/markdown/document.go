package markdown

import (
	"bytes"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// strict writes HTML without style attributes, which the policy of our pages forbids.
var strict = goldmark.New(goldmark.WithRendererOptions(renderer.WithNodeRenderers(
	util.Prioritized(extension.NewTableHTMLRenderer(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), 100),
	util.Prioritized(html.NewRenderer(), 1000))))

// rawImage matches a picture that the page has as HTML, often in a paragraph of its own.
var rawImage = regexp.MustCompile(`(?:<p[^>]*>)?<img src="([^"]*)"[^>]*? alt="([^"]*)"[^>]*>(?:</p>)?`)

// lineBreak takes the place of a <br> of the page while the page is converted.
const lineBreak = "\u2028"

// Document returns the whole page as HTML, and the text of its first heading. Document calls the
// function to with the address of each link and picture of the page. The result is the address in
// the HTML. If the result is empty, only the text of the link remains, and nothing of the picture.
// Wide tables and code are in boxes that scroll.
func (p Page) Document(to func(link string) string) (title string, body template.HTML) {
	p.Text = rawImage.ReplaceAll(p.Text, []byte("![$2]($1)"))
	p.Text = bytes.ReplaceAll(p.Text, []byte("<br>"), []byte(lineBreak))
	doc := p.parse()
	for _, n := range descendants(doc) {
		if heading, ok := n.(*ast.Heading); ok && title == "" && heading.Level == 1 {
			title = p.text(heading)
		}
	}
	p.convert(doc, to, to)
	for _, block := range children(doc) { // remove tables that contained only pictures
		full := func(row ast.Node) bool {
			return row.Kind() == tables.KindTableRow && strings.TrimSpace(p.text(row)) != ""
		}
		if block.Kind() == tables.KindTable && !slices.ContainsFunc(children(block), full) {
			doc.RemoveChild(doc, block)
		}
	}
	text := strings.NewReplacer( // goldmark has escaped the text, so these are elements
		"<table>", `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>`, "</table>", "</table></div>",
		"<pre>", `<pre tabindex="0">`, lineBreak, "<br>", "<!-- raw HTML omitted -->", "").Replace(p.html(strict, doc))
	return title, template.HTML(text)
}
