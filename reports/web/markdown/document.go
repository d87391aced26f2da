package markdown

import (
	"html/template"
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

// Document returns the whole page as HTML, without pictures, and the text of its first heading.
// Document calls the function to with each link of the page. The result is the address of the link
// in the HTML. If the result is empty, only the text of the link remains. Wide tables and code are
// in boxes that scroll.
func (p Page) Document(to func(link string) string) (title string, body template.HTML) {
	doc := p.parse()
	for _, n := range descendants(doc) {
		if heading, ok := n.(*ast.Heading); ok && title == "" && heading.Level == 1 {
			title = p.text(heading)
		}
	}
	p.convert(doc, to)
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
		"<pre>", `<pre tabindex="0">`, "<!-- raw HTML omitted -->", "").Replace(p.html(strict, doc))
	return title, template.HTML(text)
}
