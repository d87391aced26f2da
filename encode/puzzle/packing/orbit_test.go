package packing

import "testing"

// TestOrbitOfPieces compares packings whose pieces are drawn, counted or ordered in other ways.
func TestOrbitOfPieces(t *testing.T) {
	for _, c := range []struct {
		one, two string
		same     bool
	}{
		{".../...;xx/x;2*x;x", ".../...;2*x;fixed:x;.x/xx", true},
		{".../...;xx/xx;turn:xx", ".../...;turn:x/x;fixed:xx/xx", true},
		{".../...;turn:xx/.xx;xx", ".../...;turn:.xx/xx;xx", true}, // one is the mirror image of the other
		{".../...;fixed:xxx;fixed:xxx", "../../..;fixed:x/x/x;fixed:x/x/x", true},
		{".../...;fixed:xxx;fixed:xxx", ".../...;fixed:x/x/x;fixed:x/x/x", false},
		{".../...;xx/x;2*x;x", ".../...;xx/x;xx;x", false},
		{".._/...;xxx;xx", "..../.._.;xxx;xx", false},
	} {
		var texts [2]string
		for i, text := range []string{c.one, c.two} {
			p, err := parse(blocks(text))
			if err != nil {
				t.Fatal(err)
			}
			least, err := p.Orbit(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = least.String()
		}
		if (texts[0] == texts[1]) != c.same {
			t.Errorf("%s has the orbit %s, %s has %s", c.one, texts[0], c.two, texts[1])
		}
	}
}
