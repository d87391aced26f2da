package bars

import (
	"context"

	"counterproof/native"
)

// Forced is what all matrices share, row-major: Zero, One or Unknown. If there is
// none it is nil and solvable is false.
func (p *Problem) Forced(ctx context.Context, st *native.Stats) (cells []Kind, solvable bool, err error) {
	err = p.Search(ctx, st, func(all []byte) bool {
		free := cells != nil
		if cells == nil {
			cells = make([]Kind, len(all))
			for i, x := range all {
				cells[i] = Zero + Kind(x)
			}
		}
		open := false
		for i, x := range all {
			if free && cells[i] != Zero+Kind(x) {
				cells[i] = Unknown
			}
			open = open || cells[i] != Unknown
		}
		return open
	})
	if err != nil {
		return nil, false, err
	}
	return cells, cells != nil, nil
}
