package browser

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
)

// TestWarnEmpty checks that the owner of a site without an atlas reads which command makes one, and
// that other owners read nothing.
func TestWarnEmpty(t *testing.T) {
	t.Chdir(t.TempDir())
	atlas, err := atlasFolder("")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	warnEmpty(&out, atlas)
	if got := out.String(); !strings.Contains(got, "counterproof atlas") || !strings.Contains(got, "laboratory") {
		t.Errorf("a site without an atlas: %q", got)
	}
	out.Reset()
	if warnEmpty(&out, fstest.MapFS{}); out.Len() > 0 {
		t.Errorf("a site with an atlas: %q", out.String())
	}
}
