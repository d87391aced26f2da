package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"counterproof/bench/run/experiment"
	"counterproof/encode/wording"
	"counterproof/reports/study/plot"
	"counterproof/sat/cnf"
	"counterproof/sat/drat"
	"counterproof/sat/opb"
)

// foreign lists texts that occur in an error message only if the message quotes the file.
var foreign = []string{
	"QWERTYUIOPASDFGHJKLZXCVBNMqwertyuiopasdfghjklzxcvbnm",
	"98765432109876543210987654321098765432109876543210",
	"x98765432109876543210987654321098765432109876543210",
	"root:$6$abcdefgh:19000:0:99999:7:::daemon:*:19000",
	"user1 secret2 user3 secret4 user5 secret6 user7 secret8",
	"éö×ßø€🂡éö×ßø€🂡éö×ßø€🂡éö×ßø€🂡",
	"\x1b[2J\x1b]0;title\a\x7f\u0085\u009b\u202etxt\u2066a\u2028b\x1b[2J\x1b]0;title\a",
	"\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7\xf6\xf5\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7\xf6\xf5",
}

// readers lists the formats of files that can come from somebody else, with the function that reads
// each format.
var readers = []struct {
	name, text string
	read       func(r io.Reader) error
}{
	{"CNF", "c t pmc\np cnf 3 2\nc p show 1 2 0\n1 -2 0\n3 0\n", func(r io.Reader) error { _, err := cnf.Read(r); return err }},
	{"iCNF", "p inccnf\n1 -2 0\na 1 0\n", func(r io.Reader) error { _, err := cnf.ReadSplit(r); return err }},
	{"model", "c answer\ns SATISFIABLE\nv 1 -2 3\nv 0\n", func(r io.Reader) error { _, _, err := cnf.ReadModel(r, 3); return err }},
	{"count", "c s type mc\ns SATISFIABLE\nc s exact arb int 12\n", func(r io.Reader) error { _, err := cnf.ReadAnswer(r, 0, nil); return err }},
	{"OPB", "* #variable= 2 #constraint= 1\n+1 x1 +2 ~x2 >= 1 ;\n", func(r io.Reader) error { _, err := opb.Read(r); return err }},
	{"DRAT", "1 -2 0\nd 3 0\n0\n", func(r io.Reader) error {
		for _, err := range drat.Read(r) {
			if err != nil {
				return err
			}
		}
		return nil
	}},
	{"experiment", "title = \"x\"\nquestion = \"why\"\n[[suite]]\nname = \"a\"\npuzzle = \"calendar\"\ninstances = [ \"10-06\" ]\nmethods = [ \"native\" ]\nlimits = { wall = \"1s\", memory = \"2GiB\" }\n[[plot]]\nkind = \"extremes\"\n",
		func(r io.Reader) error {
			text, err := io.ReadAll(r)
			if err == nil {
				_, err = experiment.ParseSpec("x.toml", text, plot.KindNames())
			}
			return err
		}},
}

// TestReadersQuote checks that an error about a file quotes at most 20 characters of it, and no
// control character of terminals.
func TestReadersQuote(t *testing.T) {
	for _, f := range readers {
		if err := f.read(strings.NewReader(f.text)); err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
		refused := 0
		for _, mark := range foreign {
			for _, text := range withWord(f.text, mark) {
				err := f.read(bytes.NewReader([]byte(text)))
				if err == nil {
					continue
				}
				refused++
				message := err.Error()
				if i := strings.IndexFunc(message, wording.Unsafe); i >= 0 {
					t.Errorf("%s: of %q the error %q has the character %q", f.name, text, message, message[i:])
				}
				if quotesMuch(message, mark) {
					t.Errorf("%s: of %q the error quotes too much: %q", f.name, text, message)
				}
			}
		}
		if refused < len(foreign) {
			t.Errorf("%s: only %d texts were refused", f.name, refused)
		}
	}
}

// withWord returns variants of a text that contain the word: before, after, instead of and between
// the words of the text, and the word without the text.
func withWord(text, word string) []string {
	all := []string{word, word + "\n" + text, text + word + "\n"}
	from := -1
	for i, r := range text + " " {
		switch blank := r == ' ' || r == '\n' || r == '"'; {
		case blank && from >= 0:
			all = append(all, text[:from]+word+text[i:], text[:from]+word+" "+text[from:], text[:from]+word+text[from:], text[:i]+word+text[i:])
			from = -1
		case !blank && from < 0:
			from = i
		}
	}
	return all
}

// quotesMuch reports whether a message contains more than 20 consecutive characters of a text.
func quotesMuch(message, text string) bool {
	const most = 20
	runes := []rune(text)
	for i := 0; i+most < len(runes); i++ {
		if strings.Contains(message, string(runes[i:i+most+1])) {
			return true
		}
	}
	return false
}
