//go:build unix

package web_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"counterproof/reports/test/browsertest"
	"counterproof/reports/web"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// onSite reports whether the test is the subtest of webtest.Each for the static site, or a part of it.
func onSite(t *testing.T) bool {
	return slices.Contains(strings.Split(t.Name(), "/"), string(web.Site))
}

// fresh leaves the page of a tab and removes what the page has stored. So the next visit loads a page
// again even if only the hash of its address differs, and the page begins as in a fresh profile.
func fresh(t *testing.T, tab context.Context) {
	t.Helper()
	browsertest.Run(t, tab, chromedp.Evaluate(`if (location.protocol !== "about:") {
		addEventListener("pagehide", () => { localStorage.clear(); sessionStorage.clear(); });
	}`, nil), chromedp.Navigate("about:blank"))
}
