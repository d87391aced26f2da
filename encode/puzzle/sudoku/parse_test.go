package sudoku

import (
	"errors"
	"strings"
	"testing"

	"counterproof/encode"
)

// TestIDs checks that game IDs of Solo are read as the boards that Solo shows for them.
func TestIDs(t *testing.T) {
	for _, c := range []struct{ id, want string }{
		{"3x3:b2_6b5_4a1c7c2a8b5_2b3a5d3_9_4i7_4_3d8a5b7_1b3a8c3c7a1_7b6_2b",
			"..26..54.1...7...2.8..52..3.5....394.........743....8.5..71..3.8...3...7.17..62.."},
		{"3x3m8dt:zzzc", strings.Repeat(".", 81)},
		{"4x4:16zzzzzzzzzu", "G" + strings.Repeat(".", 255)},
		{"2x2:1_2_3_4l", "1234............"},
	} {
		if b, err := parse(c.id); err != nil || b.String() != c.want {
			t.Errorf("%s: %v, %v, want %s", c.id, b, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"..1.4......3.2..", "2x2:b1a4f3a2b", "..1./4.../...3/.2..", "3x3kdu:zzzc,", "..1.\n4...\n...3\n.2..\n", " 1 .|. 2\n--+--\n", strings.Repeat("1234567890abcdef\n", 16)} {
		f.Add(seed)
	}
	for _, c := range pasted {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := func(err error) {
			var p *encode.ParseError
			lines := strings.Split(text, "\n")
			if !errors.As(err, &p) || p.Line < 1 || p.Column < 1 || p.Line > len(lines) || p.Line > 1 && p.Column > len(lines[p.Line-1])+1 || p.Column > len(text)+1 {
				t.Errorf("%q: error %v is at no place of the text", text, err)
			}
		}
		same := func(in encode.Instance) {
			again, err := parse(in.String())
			if err != nil || again.clues != in.(*Board).clues || again.box != in.(*Board).box {
				t.Errorf("%q is %v, then %v, %v", text, in, again, err)
			}
		}
		if b, err := parse(text); err != nil {
			at(err)
		} else {
			same(b)
		}
		ins, err := read([]byte(text))
		if err != nil && err != encode.ErrOneLine {
			at(err)
		}
		if err == nil && len(ins) == 0 {
			t.Errorf("%q: no board and no error", text)
		}
		for _, in := range ins {
			same(in)
		}
	})
}
