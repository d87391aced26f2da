//go:build unix

package web_test

import (
	"fmt"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
	"counterproof/reports/web"
)

// shown has JavaScript that is true when a page shows its boards.
var shown = map[string]string{
	"index": `document.querySelectorAll("#today-board .board, :is(#daily, #gallery) li:has(svg)").length === document.querySelectorAll(":is(#daily, #gallery) li").length + 1`,
	"play":  `document.querySelector("#gallery svg") && !document.querySelector("#gallery li:not(:has(svg))")`,
	"daily": `document.querySelector("#cards svg") && !document.querySelector("#cards li:not(:has(svg))")`,
}

// lateScripts is JavaScript for the scripts that the page imports and that its head does not name. Browsers load such
// scripts one level after the other.
const lateScripts = `performance.getEntriesByType("resource").map(({ name }) => name).filter(name => name.endsWith(".js") &&
	![...document.querySelectorAll("link[rel=modulepreload]")].some(({ href }) => href === name))`

// TestPages opens every page in a real browser, in both forms and both themes, on a phone and on a
// desktop. A page must not report an error, send a request to another host, have a serious
// accessibility problem, or be wider than the window. In long tests, the test tries all combinations.
// Otherwise, it only tries a phone with the light theme and a desktop with the dark theme. On the static
// site, whose pages have the same layout, it then only tries the phone, without axe-core.
func TestPages(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	webtest.Each(t, func(t *testing.T, root string) {
		tab := browsertest.Tab(t, browser)
		for _, page := range web.Pages {
			browsertest.Visit(t, tab, root+page.Name+".html")
			if shows := shown[page.Name]; shows != "" && !onSite(t) {
				browsertest.Wait(t, tab, shows)
			}
			if late := browsertest.Eval[[]string](t, tab, lateScripts); !onSite(t) && len(late) > 0 {
				t.Errorf("the head of %s lacks the scripts %v", page.Name, late)
			}
			for _, theme := range []string{"light", "dark"} {
				for _, width := range []int64{360, 1280} {
					if !processtest.IsLong() && ((theme == "dark") != (width == 1280) || onSite(t) && width == 1280) {
						continue
					}
					t.Run(fmt.Sprintf("%s/%s/%d", page.Name, theme, width), func(t *testing.T) {
						browsertest.View(t, tab, width, 800, theme)
						browsertest.Fits(t, tab)
						if processtest.IsLong() || !onSite(t) {
							browsertest.Axe(t, tab)
						}
					})
				}
			}
		}
	})
}
