//go:build unix

package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"counterproof/bench/ask"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestDated compares the boards that the page makes without the engine with the engine's boards. It tries all days of
// January and the first seven days of other months, because only the cells of these days touch cells of months. The
// page needs neither the name of a board nor its text.
func TestDated(t *testing.T) {
	t.Parallel()
	const file = "assets/play/january.json"
	var want bytes.Buffer
	desk := &ask.Desk{Puzzles: catalog.All()}
	send := func(object any) error {
		text, err := json.Marshal(object)
		want.Write(append(text, '\n'))
		return err
	}
	if err := desk.Ask(context.Background(), "board", []byte(`{"puzzle":"calendar","instance":"01-01"}`), send); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, want.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s differs from the answer of the engine (%v): run go test ./reports/web -run TestDated -update", file, err)
	}
	tab := browsertest.Tab(t, browsertest.Start(t))
	browsertest.Run(t, tab, chromedp.Navigate(webtest.Live(t)+"docs.html"))
	if got := browsertest.Eval[[]string](t, tab, `(async () => {
		const { ask } = await import("./assets/shared/ask.js"), { boardOf } = await import("./assets/play/dated.js");
		const wrong = [];
		for (let n = 0; n < 12 * 31; n++) {
			const month = Math.floor(n / 31) + 1, day = n % 31 + 1;
			if (month > 1 && day > 7) continue;
			const about = { puzzle: "calendar", instance: [month, day].map(part => String(part).padStart(2, "0")).join("-") };
			const [made, asked] = [await boardOf(about.puzzle, about.instance), await ask("board", about)];
			for (const name of Object.keys(asked)) {
				if (!["label", "text"].includes(name) && JSON.stringify(made[name]) !== JSON.stringify(asked[name]))
					wrong.push(about.instance + " " + name);
			}
		}
		return wrong;
	})()`); len(got) > 0 {
		t.Errorf("%d parts of boards differ from the answers of the engine, the first %v", len(got), got[:min(len(got), 4)])
	}
}
