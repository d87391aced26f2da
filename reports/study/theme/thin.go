package theme

import (
	"fmt"

	"gonum.org/v1/plot/plotter"

	"counterproof/reports/study/format"
)

// MostCorners limits the corners of a line that has one for each instance.
const MostCorners = 2000

// CornersText returns a sentence for the caption of a line that Thinned has changed, or "".
func CornersText(corners int) string {
	if corners <= MostCorners {
		return ""
	}
	return fmt.Sprintf(" A line has at most %s corners, evenly spread over its instances.", format.Whole(MostCorners))
}

// Thinned leaves out corners of a line, evenly, so that at most MostCorners and the last one are left.
func Thinned(xys plotter.XYs) plotter.XYs {
	step := 1 + (len(xys)-1)/MostCorners
	if step == 1 {
		return xys
	}
	var some plotter.XYs
	for i := 0; i < len(xys); i += step {
		some = append(some, xys[i])
	}
	return append(some, xys[len(xys)-1])
}
