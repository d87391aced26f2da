package markdown

import (
	"strings"
	"testing"
)

const example = `# Title

Before, with a [link](atlas.md#the-sums-two-sums-two).

## One (` + "`one`" + `)

Text of one & <b>more</b>.

## The sums, two! (` + "`sums-two`" + `)

![A picture](images/a.png)
![Another](images/b.png)

**Bold** and [a page](experiments/x.md), [up](../README.md), [here](#one-one), [far away](https://example.org), ![small](c.png)here.

| a | b |
|---|---|
| 1 | see [two](atlas.md#the-sums-two-sums-two) |
| 2 | <script>x</script> |

### Deeper

- an [evil](javascript:alert) item

## Last

` + "```" + `
[code](atlas.md#the-sums-two-sums-two)
` + "```" + `
`

// TestSection checks that Section returns one section without its pictures and raw HTML, and
// nothing if there is no such section.
func TestSection(t *testing.T) {
	p := Page{Text: []byte(example), Address: "../../docs/atlas.md"}
	id, got := p.Section("sums-two")
	if want := "the-sums-two-sums-two"; id != want { // the identifier that GitHub makes
		t.Errorf("got %q, want %q", id, want)
	}
	for _, want := range []string{`<strong>Bold</strong>`, `<a href="../../docs/experiments/x.md">`, `<a href="../../README.md">`, `<a href="../../docs/atlas.md#one-one">`, `<a href="https://example.org">`, "here.</p>\n<table>", "<h3>Deeper", "<li>an "} {
		if !strings.Contains(string(got), want) {
			t.Errorf("the section lacks %s:\n%s", want, got)
		}
	}
	for _, bad := range []string{"<img", "<p></p>", "Text of one", "<code>", "<script", "javascript", "<h2", "Before"} {
		if strings.Contains(string(got), bad) {
			t.Errorf("the section has %s:\n%s", bad, got)
		}
	}
	if id, got := p.Section("sums"); id != "" || got != "" {
		t.Errorf("got %q, %q of a section that is not there", id, got)
	}
}

// TestLinking checks that Linking returns the paragraphs and rows that link to a target, and not
// the code blocks.
func TestLinking(t *testing.T) {
	p := Page{Text: []byte(example), Address: "claims.md"}
	got := p.Linking("atlas.md#the-sums-two-sums-two", "unknown")
	const want = `<p>Before, with a <a href="atlas.md#the-sums-two-sums-two">link</a>.</p>
<table>
<thead>
<tr>
<th>a</th>
<th>b</th>
</tr>
</thead>
<tbody>
<tr>
<td>1</td>
<td>see <a href="atlas.md#the-sums-two-sums-two">two</a></td>
</tr>
</tbody>
</table>
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := p.Linking("unknown"); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
}
