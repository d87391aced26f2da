// Package markdown turns parts of the project's Markdown pages into HTML: one section, or the table
// rows and paragraphs that link to a target. The result does not contain the raw HTML of the page, and
// only Document keeps pictures.
package markdown

import (
	"bytes"
	"fmt"
	"html/template"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// converter reads tables and names headings the way GitHub does.
var converter = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// A Page is a Markdown text with its address.
type Page struct {
	Text    []byte
	Address string // of the page, relative to the place of the HTML: "../docs/page.md"
}

// Section returns the section whose level 2 heading contains the given name between backquotes.
// Section returns the identifier of the heading and the HTML below the heading. Without such a
// section, these two results are empty.
func (p Page) Section(name string) (id string, html template.HTML) {
	doc := p.parse()
	inside := false
	for _, block := range children(doc) {
		heading, ok := block.(*ast.Heading)
		if ok && heading.Level <= 2 {
			if inside = heading.Level == 2 && p.names(heading, name); inside {
				value, _ := heading.AttributeString("id")
				id = fmt.Sprintf("%s", value)
			}
		}
		if !inside || ok && heading.Level <= 2 {
			doc.RemoveChild(doc, block)
		}
	}
	return id, p.render(doc)
}

func (p Page) names(heading ast.Node, name string) bool {
	return slices.ContainsFunc(children(heading), func(n ast.Node) bool { return n.Kind() == ast.KindCodeSpan && p.text(n) == name })
}

func (p Page) text(n ast.Node) string {
	var b strings.Builder
	for _, part := range descendants(n) {
		if t, ok := part.(*ast.Text); ok {
			b.Write(t.Value(p.Text))
		}
	}
	return b.String()
}

// Linking returns the paragraphs and table rows that link to one of the targets. A table with such
// rows keeps its head.
func (p Page) Linking(targets ...string) template.HTML {
	doc := p.parse()
	for _, block := range children(doc) {
		if !links(block, targets) || block.Kind() != ast.KindParagraph && block.Kind() != tables.KindTable {
			doc.RemoveChild(doc, block)
			continue
		}
		for _, row := range children(block) {
			if row.Kind() == tables.KindTableRow && !links(row, targets) {
				block.RemoveChild(block, row)
			}
		}
	}
	return p.render(doc)
}

func (p Page) parse() ast.Node { return converter.Parser().Parse(text.NewReader(p.Text)) }

// render returns HTML without pictures, with links that are relative to the page that will show it.
func (p Page) render(doc ast.Node) template.HTML {
	for _, n := range descendants(doc) {
		if heading, ok := n.(*ast.Heading); ok {
			heading.RemoveAttributes() // the page that will show the HTML might already have this identifier
		}
	}
	p.convert(doc, p.Resolve, func(string) string { return "" })
	return template.HTML(p.html(converter, doc)) // goldmark has escaped the text
}

// html renders a document. Only the writer of the HTML could fail, and a buffer accepts all writes.
func (p Page) html(m goldmark.Markdown, doc ast.Node) string {
	var b bytes.Buffer
	_ = m.Renderer().Render(&b, p.Text, doc)
	return strings.ReplaceAll(b.String(), "<th></th>", "<td></td>") // the empty corner of a table is no heading
}

// convert replaces the address of each link by the result of the function to or, if the result is empty,
// the link by its text. It replaces the address of each picture by the result of the function picture
// or, if the result is empty, removes the picture. It removes the paragraphs that are then empty.
func (p Page) convert(doc ast.Node, to, picture func(link string) string) {
	for _, n := range descendants(doc) {
		switch n := n.(type) {
		case *ast.Image:
			if n.Destination = []byte(picture(string(n.Destination))); len(n.Destination) == 0 {
				n.Parent().RemoveChild(n.Parent(), n)
			}
		case *ast.Link:
			address := to(string(n.Destination))
			if n.Destination = []byte(address); address != "" {
				continue
			}
			for _, part := range children(n) {
				n.Parent().InsertBefore(n.Parent(), n, part)
			}
			n.Parent().RemoveChild(n.Parent(), n)
		}
	}
	for _, block := range children(doc) {
		if block.Kind() == ast.KindParagraph && strings.TrimSpace(p.text(block)) == "" {
			doc.RemoveChild(doc, block)
		}
	}
}

// Resolve returns the address of a link relative to the page that will show the HTML.
func (p Page) Resolve(link string) string {
	switch {
	case strings.Contains(link, ":"): // an address with a scheme, such as https:
		return link
	case strings.HasPrefix(link, "#"):
		return p.Address + link
	}
	return path.Join(path.Dir(p.Address), link)
}

func links(n ast.Node, targets []string) bool {
	return slices.ContainsFunc(descendants(n), func(n ast.Node) bool {
		l, ok := n.(*ast.Link)
		return ok && slices.Contains(targets, string(l.Destination))
	})
}

// children returns the nodes of n as a list, so that the caller can remove nodes while it iterates.
func children(n ast.Node) (all []ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		all = append(all, c)
	}
	return all
}

func descendants(n ast.Node) (all []ast.Node) {
	for _, c := range children(n) {
		all = append(append(all, c), descendants(c)...)
	}
	return all
}

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
