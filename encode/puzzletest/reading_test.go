package puzzletest

import (
	"strings"
	"testing"

	"counterproof/encode"
)

// A readable is a Latin square that reads its drawings.
type readable struct {
	*latin
	read func(in *latin, lines []encode.Span) (encode.Solution, error)
}

func (in readable) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return in.read(in.latin, lines)
}

// readRows reads the drawings of Latin squares, without mistakes.
func readRows(in *latin, lines []encode.Span) (encode.Solution, error) {
	if len(lines) < in.n {
		return "", lines[0].Errorf("want %d lines", in.n)
	}
	var b []byte
	for _, line := range lines[:in.n] {
		if len(line.Text) != in.n {
			return "", line.Errorf("want %d digits", in.n)
		}
		if err := line.Only("123456789"[:in.n], "a digit"); err != nil {
			return "", err
		}
		for i := range line.Text {
			b = append(b, line.Text[i]-'1')
		}
	}
	return encode.Solution(b), nil
}

// TestReadings checks that a correct reader keeps all laws and that wrong readers break the law
// reading.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		name, laws string
		read       func(in *latin, lines []encode.Span) (encode.Solution, error)
	}{
		{"correct", "", readRows},
		{"reads another solution", "reading", func(in *latin, lines []encode.Span) (encode.Solution, error) {
			s, err := readRows(in, lines)
			return encode.Solution(strings.ReplaceAll(string(s), "\x01", "\x00")), err
		}},
		{"refuses what breaks the rules", "reading", func(in *latin, lines []encode.Span) (encode.Solution, error) {
			s, err := readRows(in, lines)
			if err == nil && in.Check(s) != nil {
				return "", lines[0].Errorf("not a solution")
			}
			return s, err
		}},
		{"panics", "reading", func(in *latin, lines []encode.Span) (encode.Solution, error) {
			_ = lines[in.n]
			return readRows(in, lines)
		}},
	} {
		suite := small(latinSuite())
		parse := suite.Puzzle.Parse
		suite.Puzzle.Parse = func(text string) (encode.Instance, error) {
			in, err := parse(text)
			if err != nil {
				return nil, err
			}
			return readable{in.(*latin), c.read}, nil
		}
		if err := Test(suite); laws(err) != c.laws {
			t.Errorf("%s: breaks the laws %q, want %q:\n%v", c.name, laws(err), c.laws, err)
		}
	}
}
