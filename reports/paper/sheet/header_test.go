package sheet

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/encode/draw"
	"counterproof/encode/test/facttest"
)

// above returns the texts above the items of a page, in order.
func above(page *draw.Picture) (all []draw.Text) {
	for _, s := range page.Shapes {
		if t, ok := s.(draw.Text); ok && t.Y < frames(page)[0].Y-titleHeight+titleSize-1 {
			all = append(all, t)
		}
	}
	return all
}

// TestTitles checks that a title is drawn whole, on one line if possible. A longer title must
// have smaller letters or two lines. CheckTitle must refuse exactly the titles that are not drawn
// whole.
func TestTitles(t *testing.T) {
	sections := []Section{{Items: boards(1, 90, 90)}, {Heading: "Answers", Items: boards(1, 90, 90)}}
	for _, c := range []struct {
		title string
		lines int // 0: refused
	}{
		{"Sudoku", 1},
		{strings.TrimSpace(strings.Repeat("word ", 22)), 1}, // fits in smaller letters
		{strings.TrimSpace(strings.Repeat("word ", 40)), 2},
		{strings.TrimSpace(strings.Repeat("word ", 90)), 0},
		{strings.Repeat("W", 100), 2},
		{strings.Repeat("W", 200), 0},
	} {
		s := Sheet{Title: c.title, Sections: sections}
		if err := s.CheckTitle(); (err != nil) != (c.lines == 0) || err != nil && !facttest.States(err.Error(), fmt.Sprint(len(c.title))) {
			t.Errorf("%.20q: error %v, want %d lines", c.title, err, c.lines)
		}
		pages, err := s.Pages()
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			checkTexts(t, c.title, page)
			var lines []string
			for _, text := range above(page) {
				if text.Anchor == draw.Start && text.Text != "Board 1" {
					lines = append(lines, text.Text)
				}
			}
			got := strings.ReplaceAll(strings.Join(lines, ""), " ", "")
			if whole := got == strings.ReplaceAll(c.title, " ", ""); c.lines > 0 && (!whole || len(lines) != c.lines) {
				t.Errorf("%.20q has the lines %q, want all words on %d", c.title, lines, c.lines)
			}
		}
	}
	// The number in the message is the limit.
	long := strings.Repeat("W", 200)
	var total, limit int
	if _, err := fmt.Sscanf(Sheet{Title: long}.CheckTitle().Error(), "the title has %d letters and does not fit on two lines: want at most %d", &total, &limit); err != nil {
		t.Fatal(err)
	}
	if (Sheet{Title: long[:limit]}).CheckTitle() != nil || (Sheet{Title: long[:limit+1]}).CheckTitle() == nil {
		t.Errorf("the limit is not %d letters", limit)
	}
}

// TestIntro checks that all words of the introduction are above the items of the first page and on no
// other page, and that nothing overlaps.
func TestIntro(t *testing.T) {
	intro := []string{strings.TrimSpace(strings.Repeat("rule one ", 60)), "Second paragraph."}
	for _, perPage := range []int{0, 2, 24} {
		pages, err := Sheet{Title: "T", Sections: []Section{{Items: boards(50, 372, 372), Intro: intro, PerPage: perPage}}}.Pages()
		if err != nil {
			t.Fatal(err)
		}
		for i, page := range pages {
			checkTexts(t, "intro", page)
			checkFrames(t, "intro", page, frames(page))
			var words []string
			for _, text := range above(page) {
				if text.Text != "T" {
					words = append(words, strings.Fields(text.Text)...)
				}
			}
			words = slices.DeleteFunc(words, func(w string) bool { return !strings.Contains("rule one Second paragraph.", w) })
			want := 0
			if i == 0 {
				want = 122
			}
			if len(words) != want {
				t.Errorf("%d per page: page %d has %d words above its boards, want %d", perPage, i+1, len(words), want)
			}
		}
	}
}

// TestSmallestLetters compares the size of the smallest letters with the letters on the pages.
func TestSmallestLetters(t *testing.T) {
	for _, perPage := range []int{0, 1, 4, 60} {
		s := Sheet{Sections: []Section{{Items: boards(60, 372, 372), PerPage: perPage, Intro: []string{"Rules."}}}}
		pages, err := s.Pages()
		if err != nil {
			t.Fatal(err)
		}
		want := math.Inf(1)
		for _, page := range pages {
			for _, shape := range page.Shapes {
				if text, ok := shape.(draw.Text); ok && text.Text == "5" {
					want = min(want, text.Size)
				}
			}
		}
		if got := s.SmallestLetters(0); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d per page: %g points, want %g", perPage, got, want)
		}
	}
}
