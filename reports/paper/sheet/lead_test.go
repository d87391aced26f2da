package sheet

import (
	"strings"
	"testing"

	"counterproof/encode/draw"
)

// TestCover checks covers with short and long titles: one page with at most the given boards, all below
// the colour, texts that are white and whole, and no number. The next page is the second one.
func TestCover(t *testing.T) {
	for _, title := range []string{"Go", "Paint by Numbers", strings.Repeat("W", 100), strings.TrimSpace(strings.Repeat("word ", 40))} {
		for _, size := range [][2]float64{{372, 372}, {1029, 344}, {300, 900}} {
			items := boards(4, size[0], size[1])
			s := Sheet{Title: title, Display: true, Sections: []Section{
				{Cover: true, Banner: title, Intro: []string{"About.", "Seed 5."}, Items: items},
				{Banner: "Rules", Intro: []string{"All."}, Figures: "Figures", Items: items, PerPage: 4}}}
			pages, err := s.Pages()
			if err != nil || len(pages) != 2 {
				t.Fatalf("%.9q: %d pages, %v", title, len(pages), err)
			}
			colour, all := frames(pages[0])[0], frames(pages[0])[1:]
			if colour.Fill == 0 || colour.W != pages[0].W || len(all) == 0 || all[0].Y < colour.H {
				t.Errorf("%.9q: the colour takes %+v, and the first of %d boards is at %g", title, colour, len(all), all[0].Y)
			}
			checkFrames(t, title, pages[0], all)
			checkFrames(t, title, pages[1], frames(pages[1]))
			white := ""
			for i, page := range pages {
				checkTexts(t, title, page)
				if number := has(page, []string{"1 / 2", "2 / 2"}[i]); number != (i == 1) {
					t.Errorf("%.9q: page %d has a number: %v", title, i+1, number)
				}
				for _, s := range page.Shapes {
					if text, ok := s.(draw.Text); ok && text.Fill == draw.White {
						white += text.Text
					}
				}
			}
			if want := title + "About.Seed 5."; strings.ReplaceAll(white, " ", "") != strings.ReplaceAll(want, " ", "") {
				t.Errorf("the cover has %q in white, want %q", white, want)
			}
			if !has(pages[1], "Rules") || !has(pages[1], "Figures") {
				t.Errorf("%.9q: the second page lacks its headings", title)
			}
		}
	}
}
