package plot

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestScripts draws names in several scripts. The PNG shows boxes for Chinese and Japanese
// characters and emoji, which Missing returns. The SVG has all characters. Hebrew is in the font.
func TestScripts(t *testing.T) {
	suites := []string{"数独 かな", "עברית 12 (קל)", "🧩 emoji", "Ελληνικά, русский"}
	f, texts := drawnTexts(t, contest(2, suites...), Plot{Kind: "box", By: "suite"})
	if got, want := f.Missing(), "かな数独🧩"; got != want {
		t.Errorf("the font lacks %q, want %q", got, want)
	}
	for _, name := range suites {
		if !slices.Contains(texts, name) {
			t.Errorf("no %q in the SVG: %q", name, texts)
		}
	}
	ink := func(title string) int {
		f, err := Draw(contest(2, "a"), Plot{Kind: "box", Title: title})
		if err != nil {
			t.Fatal(err)
		}
		data, err := f.PNG()
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for y := range 60 { // the title
			for x := range img.Bounds().Dx() {
				if r, _, _, _ := img.At(x, y).RGBA(); r < 0x8000 {
					n++
				}
			}
		}
		return n
	}
	if none, one, two := ink("x"), ink("x数"), ink("x数独"); one < none+20 || two < one+20 {
		t.Errorf("%d, %d and %d dark pixels, want one box and two boxes more", none, one, two)
	}
	if dir := os.Getenv("LOOKS"); dir != "" {
		data, err := f.PNG()
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "scripts.png"), data, 0o666)
		}
		if err != nil {
			t.Error(err)
		}
		svg, _ := f.SVG()
		_ = os.WriteFile(filepath.Join(dir, "scripts.svg"), svg, 0o666)
	}
}
