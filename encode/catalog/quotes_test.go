package catalog

import (
	"fmt"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// marks are texts that no message contains unless it quotes them. For each mark, at least one notation
// reads the whole mark as one token.
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

// quoted lists texts of several lines for each puzzle. Import reads each text without an error.
var quoted = map[string][]string{
	"battleships": {"rows=1,1\ncols=1,1\nfleet=1\ngiven=w./..\n", "% boards\nproblem(b2, [], [0], [0], [w@[1,1]]).\n"},
	"calendar":    {" Jan  Feb  Mar  Apr  May  Jun\n Jul  Aug  Sep [Oct] Nov  Dec\n   1    2    3    4    5   [6]   7\n   8    9   10   11   12   13   14\n  15   16   17   18   19   20   21\n  22   23   24   25   26   27   28\n  29   30   31\n"},
	"exactcover":  {"A B\n* A\n  B\n", "| by hand\nA B | X\n\nA X:1\nB\nX:2\nA B\n"},
	"map":         {"AL FL\nFL GA\nAL GA\n", "c colours=3\np edge 3 2\ne 1 2\ne 2 3\n"},
	"nonogram": {
		"catalogue \"none\"\ntitle \"two\"\nwidth 2\nheight 1\nrows\n2\ncolumns\n1\n1\ngoal \"11\"\n", "2\n1\n\n2\n1\n",
		"<puzzleset><puzzle><title>two</title><clues type=\"columns\"><line><count>1</count></line></clues><clues type=\"rows\"><line><count>1</count></line></clues></puzzle></puzzleset>",
	},
	"packing":    {"..\n..\n\nxx\n\nxx\n"},
	"pentomino":  {".....\n .. .\n.....\n. .\n"},
	"pairplace":  {"A B C D\n. C B .\n. . . .\n", "A B\nC D\nA C\nB D\nA D\nB C\n"},
	"sherlock":   {"drink: tea, milk, juice\npet: cat, dog, fox\nnext tea cat\nat fox 3\n"},
	"submarines": {"? ? | 1\n? ? | 1\n----+\n1 1\n", "? 1 | 1\n? . | 0\n----+\n0 1\n"},
	"sudoku":     {"1 . . .\n. . . .\n. . . .\n. . . .\n"},
}

// said returns the messages that Parse or Import gives about a text: the error or, if there is no
// error, the warnings of the boards.
func said(ins []encode.Instance, err error) (messages []string) {
	if err != nil {
		messages = append(messages, err.Error())
	}
	for _, in := range ins {
		if w, ok := in.(encode.HasWarnings); ok && err == nil {
			messages = append(messages, w.Warnings()...)
		}
	}
	return messages
}

// parsed reads a text with Parse and returns the result in the form of Import.
func parsed(p *encode.Puzzle, text string) ([]encode.Instance, error) {
	in, err := p.Parse(text)
	return []encode.Instance{in}, err
}

// TestQuotes checks that no error or warning quotes more than 20 characters of a text. An
// experiment file may name any file, so a longer quotation could reveal a secret. A message must
// also not contain a control character of terminals.
func TestQuotes(t *testing.T) {
	const most = 20
	for _, p := range All() {
		check := func(text, mark string, messages []string) {
			runes := []rune(mark)
			for _, message := range messages {
				if i := strings.IndexFunc(message, wording.Unsafe); i >= 0 {
					t.Errorf("%s: of %.80q the message %q has the character %q", p.Name, text, message, message[i:])
				}
				for i := 0; i+most < len(runes); i++ {
					if strings.Contains(message, string(runes[i:i+most+1])) {
						t.Errorf("%s: of %.80q the message quotes too much: %q", p.Name, text, message)
						return
					}
				}
			}
		}
		for _, mark := range marks {
			for _, text := range markedTexts(p, mark) {
				check(text, mark, said(parsed(p, text)))
				if p.Import == nil {
					continue
				}
				for _, data := range []string{text, mark + "\n" + text, text + "\n" + mark + "\n", strings.ReplaceAll(text, " ", "\n")} {
					check(data, mark, said(p.Import([]byte(data))))
				}
			}
		}
	}
}

// TestQuotesFewWords checks that no error or warning contains more than three words of a file. The
// files have many lines of words, as a file with secrets may have.
func TestQuotesFewWords(t *testing.T) {
	const lines, most = 40, 3
	for _, p := range All() {
		for _, text := range quoted[p.Name] {
			if _, err := p.Import([]byte(text)); err != nil {
				t.Errorf("%s: %q: %v", p.Name, text, err)
			}
		}
		if p.Import != nil && quoted[p.Name] == nil {
			t.Errorf("%s: there is no file that it imports", p.Name)
		}
	}
	for _, form := range []string{"user%02d secret%02d\n", "user%02d:secret%02d\n", "user%02d,secret%02d\n", "user%02d\tsecret%02d\n", "user%02d = secret%02d\n", "user%02d | secret%02d\n"} {
		var text strings.Builder
		for i := range lines {
			fmt.Fprintf(&text, form, i, i)
		}
		for _, p := range All() {
			for _, begin := range append(quoted[p.Name], "") {
				data := begin + text.String()
				messages := said(parsed(p, data))
				if p.Import != nil {
					messages = append(messages, said(p.Import([]byte(data)))...)
				}
				for _, message := range messages {
					n := 0
					for i := range lines {
						for _, word := range []string{fmt.Sprintf("user%02d", i), fmt.Sprintf("secret%02d", i)} {
							if strings.Contains(message, word) {
								n++
							}
						}
					}
					if n > most {
						t.Errorf("%s: of %.40q the message has %d of the words: %q", p.Name, data, n, message)
					}
				}
			}
		}
	}
}

// markedTexts returns texts that contain a mark: the mark by itself, and canonical boards and files
// of the puzzle with the mark inserted. The mark replaces a word, or comes before a word.
func markedTexts(p *encode.Puzzle, mark string) []string {
	all := []string{mark, mark + " " + mark, mark + ":" + mark, mark + "/" + mark}
	boards := []string{p.Example}
	for _, s := range p.Sets {
		if ins, err := s.List(""); err == nil && len(ins) > 0 {
			boards = append(boards, ins[0].String())
		}
	}
	for _, board := range append(boards, quoted[p.Name]...) {
		for i := range board {
			if i > 0 && !strings.ContainsRune(" :;,/=-x|\n<>\"", rune(board[i-1])) {
				continue
			}
			rest := board[i:]
			all = append(all, board[:i]+mark+rest)
			if end := strings.IndexAny(rest, " :;,/=-x|\n<>\""); end >= 0 {
				all = append(all, board[:i]+mark+rest[end:])
			} else {
				all = append(all, board[:i]+mark)
			}
		}
	}
	return all
}
