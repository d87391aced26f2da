//go:build unix

package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
	"counterproof/reports/web"
)

// TestWithoutJavaScript opens every page in a browser that runs no scripts. Each page says what it
// needs, and shows neither buttons that do nothing nor a message that never goes away.
func TestWithoutJavaScript(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Run(t, tab, emulation.SetScriptExecutionDisabled(true))
	root := webtest.Live(t)
	for _, page := range web.Pages {
		t.Run(page.Name, func(t *testing.T) {
			browsertest.Visit(t, tab, root+page.Name+".html")
			shown := browsertest.Eval[string](t, tab, `document.body.innerText`)
			if !strings.Contains(shown, "JavaScript") || !strings.Contains(shown, page.Title) {
				t.Errorf("the page lacks its title %q or a message about JavaScript: %q", page.Title, shown)
			}
			if strings.Contains(shown, "…") {
				t.Errorf("the page seems to be waiting: %q", shown)
			}
			dead := browsertest.Eval[[]string](t, tab, `[...document.querySelectorAll("main button, main input, main select, main textarea, main summary")].filter(x => x.checkVisibility()).map(x => x.outerHTML)`)
			if len(dead) > 0 {
				t.Errorf("the page shows what does nothing without JavaScript: %v", dead)
			}
		})
	}
}
