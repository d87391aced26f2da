//go:build unix

package web_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestDrop drops files on the page Analyse: a nonogram on the field for boards, and two dates on
// the foot of the page. If the page did not handle the drop, a browser would leave the page and
// show the file.
func TestDrop(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Same(t, func(t *testing.T, root string) {
		tab := browsertest.Tab(t, browser)
		browsertest.Visit(t, tab, root+"analyse.html")
		browsertest.Wait(t, tab, "document.activeElement.id === 'text'")
		drop(t, tab, "puzzle.non", "width 2\nheight 2\n\nrows\n2\n1\n\ncolumns\n2\n1\n", "#text")
		browsertest.Wait(t, tab, textOf("#instance")+` === "2x2:2/1/2/1"`)
		browsertest.Axe(t, tab)
		drop(t, tab, "days.txt", "10-06\n12-25\n", "footer")
		browsertest.Wait(t, tab, textOf("#instance")+` === "10-06" && document.querySelectorAll("#readings option").length === 2`)
	})
}

// drop drags a file with a text into the window and drops it on an element.
func drop(t *testing.T, tab context.Context, name, text, onto string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	at := browsertest.Steady(t, tab, browsertest.Middle(selector("%s", onto)))
	const copies = 1 // the only operation that the drag offers
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: copies}
	for _, kind := range []input.DispatchDragEventType{input.DragEnter, input.DragOver, input.Drop} {
		browsertest.Run(t, tab, chromedp.ActionFunc(func(ctx context.Context) error {
			return input.DispatchDragEvent(kind, at[0], at[1], data).Do(ctx)
		}))
	}
}
