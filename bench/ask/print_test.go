package ask

import (
	"context"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/draw"
)

// A toyPrinter makes documents that name their board.
type toyPrinter struct{}

func (toyPrinter) Picture(p *draw.Picture) ([]byte, error) {
	return []byte("picture of " + p.Description), nil
}

func (toyPrinter) Sheet(_ context.Context, p *encode.Puzzle, in encode.Instance) ([]byte, error) {
	return []byte("sheet of " + p.Name + " " + in.String()), nil
}

// TestPDF checks the calls of the printer for the question "pdf", and the answer without a printer.
func TestPDF(t *testing.T) {
	board := about("calendar", "2026-10-06")
	for want, question := range map[string]object{"picture of 10-06": board, "sheet of calendar 10-06": and(board, object{"sheet": true})} {
		if got := string(ask[Printed](t, "pdf", question).PDF); got != want {
			t.Errorf("%v gives %q, want %q", question, got, want)
		}
	}
	refused(t, "pdf", and(about("calendar", "13-01"), object{"sheet": true}))
	without := &Desk{Puzzles: catalog.All()}
	err := without.Ask(t.Context(), "pdf", []byte(`{"puzzle": "calendar", "instance": "10-06"}`), func(any) error { return nil })
	if err == nil || ProblemOf(err).Misuse || !strings.Contains(err.Error(), "PDF") {
		t.Errorf("without a printer: %v", err)
	}
}
