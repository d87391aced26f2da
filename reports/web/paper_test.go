//go:build unix

package web_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/url"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
	"counterproof/reports/paper/booklet"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// caught is JavaScript that stores the next file that the page gives to the browser: the name of
// the file, and its bytes in base64.
const caught = `void (window.saved = new Promise(resolve => {
	let name;
	HTMLAnchorElement.prototype.click = function() { name = this.download; };
	URL.createObjectURL = blob => {
		const reader = new FileReader();
		reader.onload = () => resolve([name, reader.result.split(",")[1]]);
		reader.readAsDataURL(blob);
		return "data:,";
	};
}))`

// saved clicks a button and returns the file that the page then gives to the browser. If the page gives
// none, the test fails with the text of the page.
func saved(t *testing.T, tab context.Context, button string) (name string, data []byte) {
	t.Helper()
	browsertest.Eval[any](t, tab, caught)
	browsertest.Run(t, tab, browsertest.Click(button))
	file := browsertest.Eval[[2]string](t, tab, fmt.Sprintf(`Promise.race([saved, new Promise(resolve => setTimeout(() => resolve(["", document.body.innerText]), %d))])`, (processtest.Patience/2).Milliseconds()))
	if file[0] == "" {
		t.Fatalf("%s gives no file within %v: %s", button, processtest.Patience/2, file[1])
	}
	data, err := base64.StdEncoding.DecodeString(file[1])
	if err != nil {
		t.Fatal(err)
	}
	return file[0], data
}

// TestPaper saves the sheet and the picture of a board on the pages Analyse and Play, in both
// forms. The documents must have the bytes that this program makes without a browser. The file of
// the sheet must not have the same name as the file of the picture. On the static site, the short form
// leaves the making of a document to TestOffline.
func TestPaper(t *testing.T) {
	t.Parallel()
	p := catalog.Find("sudoku")
	const board, file = "..1.4......3.2..", "sudoku-4x4"
	in, err := p.Parse(board)
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := booklet.Printer{}.Sheet(t.Context(), p, in)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := booklet.Printer{}.Picture(p.Picture(in, nil))
	if err != nil {
		t.Fatal(err)
	}
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		analysis, play := browsertest.Tab(t, browser), browsertest.Tab(t, browser)
		browsertest.Visit(t, analysis, root+analysed(p.Name, board, "panel=save"))
		browsertest.Visit(t, play, root+"play.html#"+url.Values{"puzzle": {p.Name}, "board": {board}}.Encode())
		browsertest.Wait(t, analysis, "document.querySelector('#save-sheet')")
		browsertest.Wait(t, play, "document.querySelector('.board')")
		browsertest.Run(t, play, browsertest.Click("#share-panel summary"))
		for _, c := range []struct {
			tab          context.Context
			button, file string
			want         []byte
		}{{analysis, "#save-sheet", file + "-sheet.pdf", sheet}, {analysis, "#save-pdf", file + ".pdf", picture}, {play, "#sheet", file + "-sheet.pdf", sheet}} {
			name, got := saved(t, c.tab, c.button)
			if name != c.file || !bytes.Equal(got, c.want) {
				t.Errorf("%s saves %s with %d bytes, want %s with %d bytes of this program", c.button, name, len(got), c.file, len(c.want))
			}
		}
		for _, command := range []string{"show --pdf " + file + ".pdf ", "sheet -o " + file + "-sheet.pdf "} {
			if !browsertest.Eval[bool](t, analysis, fmt.Sprintf("document.querySelector('#panels').textContent.includes(%q)", command)) {
				t.Errorf("the page does not show the command %s", command)
			}
		}
		browsertest.Wait(t, play, textOf("#message")+`.includes("last page")`)
	})
}
