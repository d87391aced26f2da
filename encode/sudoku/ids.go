package sudoku

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
)

// params matches the parameters in a game ID of Simon Tatham's Solo: the sides of a
// box, the variant of the rules, the symmetry and the difficulty. The last two only
// matter for generating boards.
var params = regexp.MustCompile(`^([0-9]{1,4})(?:x([0-9]{1,4}))?([jxk]*)(?:a|m[248]|md[24]|r[24])?(?:d[a-z])?$`)

// solo matches the beginning of a game ID of Solo, right or wrong. The expression library matches the
// beginning of a line of a library of HoDoKu.
var (
	solo    = regexp.MustCompile(`^[0-9][0-9a-z]*:`)
	library = regexp.MustCompile(`^:[\w-]*:[\w-]*:`)
)

// parseID reads a game ID of Solo, CxR:CLUES, where C and R are the sides of a box.
// Numbers are clues, the letters a to z are gaps of 1 to 26 cells, and '_' separates
// two numbers.
func parseID(id encode.Span) (*Board, error) {
	text := id.Text
	size, _, _ := strings.Cut(text, ":")
	p := params.FindStringSubmatch(size)
	if p == nil {
		return nil, id.Errorf("want the size of a box before ':', for example 3x3:, got %q", size)
	}
	for k, variant := range []string{"j", "x", "k"} {
		if i := strings.Index(p[3], variant); i >= 0 {
			return nil, id.From(params.FindStringSubmatchIndex(size)[6]+i).Errorf("want plain boxes, got a board with %s", [...]string{"jigsaw pieces", "diagonals", "killer cages"}[k])
		}
	}
	box, _ := strconv.Atoi(p[1])
	if box < 2 || box > 4 || p[2] != p[1] {
		return nil, id.Errorf("want boxes of 2x2, 3x3 or 4x4 cells, got %q", size)
	}
	n := box * box
	clues := make([]byte, 0, n*n)
	parted := true // whether a number may follow
	for at := len(size) + 1; at < len(text); {
		from := at
		cells, v := 1, 0
		switch c := text[at]; {
		case 'a' <= c && c <= 'z':
			cells, parted = int(c-'a')+1, true
			at++
		case c == '_' && !parted:
			if at++; at == len(text) || text[at] < '0' || text[at] > '9' {
				return nil, id.From(at).Errorf("want a number after '_'")
			}
			parted = true
			continue
		case '0' <= c && c <= '9' && parted:
			for at < len(text) && '0' <= text[at] && text[at] <= '9' {
				v = min(10*v+int(text[at]-'0'), n+1)
				at++
			}
			if v < 1 || v > n {
				return nil, id.From(from).Errorf("want a clue from 1 to %d, got %q", n, text[from:at])
			}
			parted = false
		default:
			r, _ := utf8.DecodeRuneInString(text[at:])
			return nil, id.From(at).Errorf("want a clue from 1 to %d, a gap a-z or '_' between two clues, got %q", n, r)
		}
		if len(clues)+cells > n*n {
			return nil, id.From(from).Errorf("want %d cells, got more", n*n)
		}
		for range cells {
			clues = append(clues, byte(v))
		}
	}
	if len(clues) < n*n {
		return nil, id.End().Errorf("want %d cells, got %d", n*n, len(clues))
	}
	return &Board{box: box, clues: string(clues)}, nil
}

// parseLibrary reads a line of a library of HoDoKu: a technique, its candidates, the board, candidates
// that are removed, and the result, each after a ':'. A '+' before a number says that a player found
// it.
func parseLibrary(s encode.Span) (*Board, error) {
	board, rest, _ := s.From(len(library.FindString(s.Text))).Cut(":")
	n := strings.Count(board.Text, "+")
	board.Text = strings.ReplaceAll(board.Text, "+", "")
	r := whole(board)
	if r.err != nil {
		return nil, r.err
	}
	b := r.boards[0]
	if n > 0 {
		b.warnings = append(b.warnings, fmt.Sprintf("read the %d numbers after '+' as clues", n))
	}
	if strings.Trim(rest.Text, ": ") != "" {
		b.warnings = append(b.warnings, "ignored the candidates after the board, because a board has only clues")
	}
	return b, nil
}
