//go:build unix

package web_test

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"

	"counterproof/reports/test/browsertest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// fresh leaves the page of a tab and removes what the page has stored. So the next visit loads a page
// again even if only the hash of its address differs, and the page begins as in a fresh profile.
func fresh(t *testing.T, tab context.Context) {
	t.Helper()
	browsertest.Run(t, tab, chromedp.Evaluate(`if (location.protocol !== "about:") {
		addEventListener("pagehide", () => { localStorage.clear(); sessionStorage.clear(); });
	}`, nil), chromedp.Navigate("about:blank"))
}
