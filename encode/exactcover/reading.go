package exactcover

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// ReadDrawing implements encode.HasDrawing. A chosen option begins with '*'.
func (p Problem) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	lines, err := grid.Lines(lines, 1, len(p.Options))
	if err != nil {
		return "", err
	}
	chosen := make([]byte, len(lines))
	for o, line := range lines {
		switch {
		case strings.HasPrefix(line.Text, "* "):
			chosen[o] = 1
		case !strings.HasPrefix(line.Text, "  "):
			return "", line.Errorf("want '* ' before a chosen option and two blanks before another, got %q", line.Text)
		}
	}
	return encode.Solution(chosen), nil
}
