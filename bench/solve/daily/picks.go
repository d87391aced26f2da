package daily

import (
	"context"
	_ "embed" // for picks
	"strings"
	"time"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/native"
)

// picks has a line for each board that a person has picked: the date, the puzzle, the board and the
// reason in a sentence, separated by tabs. Lines that begin with # are comments.
//
//go:embed picks.tsv
var picks string

// pick fills the entry if a person has picked the board of the date. The level is that of the hardest
// technique that people need, or empty if they need a search.
func (e *Entry) pick(date time.Time) (err error) {
	for line := range strings.Lines(picks) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if fields[0] != FormatDate(date) || fields[1] != e.Puzzle.Name {
			continue
		}
		e.reason = fields[3]
		if e.picked, err = e.Puzzle.Parse(fields[2]); err != nil {
			return err
		}
		if in, ok := e.picked.(layout.HasSize); ok {
			e.Size = in.Size()
		}
		if in, ok := e.picked.(deduction.Deducible); ok {
			d, err := in.Deduce(context.Background(), new(native.Stats), deduction.Options{Final: true})
			if err != nil {
				return err
			}
			if d.Solution != nil {
				e.Level = d.Level
			}
		}
	}
	return nil
}
