package catalog

import (
	"strings"
	"testing"

	"counterproof/encode"
)

// marks are texts that no message contains by itself, of the characters that one notation
// or another takes as far as it goes.
var marks = []string{
	"QWERTYUIOPASDFGHJKLZXCVBNMqwertyuiopasdfghjklzxcvbnm",
	"98765432109876543210987654321098765432109876543210",
	"qaywsxedcrfvtgbzhnujmikolpqaywsxedcrfvtgbzhnujmikolp",
	"é×ßø€🂡é×ßø€🂡é×ßø€🂡é×ßø€🂡é×ßø€🂡é×ßø€🂡é×ßø€🂡",
	"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b",
	"##.#..###.#....####.##.#..#.#.##...###.#.#.#..##.##",
	"\x1b[2J\x1b]0;title\a\x7f\u0085\u009b\u202etxt\u2066a\u2028b\x1b[2J\x1b]0;title\a",
	"root:$6$abcdefgh:19000:0:99999:7:::daemon:*:19000",
	"user1 secret2 user3 secret4 user5 secret6 user7 secret8",
	"\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7\xf6\xf5\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7\xf6\xf5",
}

// TestQuotes: no error quotes more than 20 characters of a text, because an experiment file
// may name any file, or prints a character of it that a terminal takes for a command.
func TestQuotes(t *testing.T) {
	const most = 20
	for _, p := range All() {
		check := func(text, mark string, err error) {
			if err == nil {
				return
			}
			message := err.Error()
			if i := strings.IndexFunc(message, encode.Unsafe); i >= 0 {
				t.Errorf("%s: of %.80q the error %q has the character %q", p.Name, text, message, message[i:])
			}
			runes := []rune(mark)
			for i := 0; i+most < len(runes); i++ {
				if strings.Contains(message, string(runes[i:i+most+1])) {
					t.Errorf("%s: of %.80q the error quotes too much: %q", p.Name, text, message)
					return
				}
			}
		}
		for _, mark := range marks {
			for _, text := range markedTexts(p, mark) {
				_, err := p.Parse(text)
				check(text, mark, err)
				if p.Import == nil {
					continue
				}
				for _, data := range []string{text, mark + "\n" + text, text + "\n" + mark + "\n", strings.ReplaceAll(text, " ", "\n")} {
					_, err := p.Import([]byte(data))
					check(data, mark, err)
				}
			}
		}
	}
}

// markedTexts are a mark alone, and canonical boards of the puzzle with the mark instead
// of each word or inside it.
func markedTexts(p *encode.Puzzle, mark string) []string {
	all := []string{mark, mark + " " + mark, mark + ":" + mark, mark + "/" + mark}
	boards := []string{p.Example}
	for _, s := range p.Sets {
		if ins, err := s.List(""); err == nil && len(ins) > 0 {
			boards = append(boards, ins[0].String())
		}
	}
	for _, board := range boards {
		for i := range board {
			if i > 0 && !strings.ContainsRune(" :;,/=-x|", rune(board[i-1])) {
				continue
			}
			rest := board[i:]
			all = append(all, board[:i]+mark+rest)
			if end := strings.IndexAny(rest, " :;,/=-x|"); end >= 0 {
				all = append(all, board[:i]+mark+rest[end:])
			} else {
				all = append(all, board[:i]+mark)
			}
		}
	}
	return all
}
