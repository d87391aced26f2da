package mapcolour

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
)

// SiteName returns the name of a region that the notation contains. Otherwise it returns the number, which the
// flag --given takes, and the name.
func (m *Map) SiteName(site int) string {
	if m.names != nil && !m.spelled {
		return fmt.Sprintf("region %d (%s)", site, m.names[site])
	}
	return "region " + m.name(site)
}

// name returns the name of a region or, without names, its number.
func (m *Map) name(region int) string {
	if m.names != nil {
		return m.names[region]
	}
	return strconv.Itoa(region)
}

func (m *Map) several(regions []int) string {
	regions = slices.Sorted(slices.Values(regions))
	switch {
	case m.names == nil:
		return technique.Numbers("region", regions)
	case len(regions) == 1:
		return "region " + m.name(regions[0])
	}
	return "regions " + technique.And(wording.Each(regions, m.name))
}

const maxName = 80

// fits reports whether the notation can have the name.
func fits(name string) bool {
	return name != "" && name == strings.TrimSpace(name) && !strings.ContainsAny(name, `,"#`) &&
		utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxName && !strings.ContainsFunc(name, wording.Unsafe)
}

// Named implements layout.HasFileNames.
func (m *Map) Named() string {
	if m.names == nil || m.spelled || slices.ContainsFunc(m.names, func(name string) bool { return !fits(name) }) {
		return ""
	}
	named := m.clone()
	named.spelled = true
	return named.String()
}

// readNames reads the names of all regions, which are joined by commas.
func (m *Map) readNames(t *terms) {
	const sign = " names="
	if t.err != nil || !strings.HasPrefix(t.rest.Text, sign) {
		return
	}
	list := t.rest.From(len(sign)).Split(",", maxRegions+1)
	t.rest, m.spelled = t.rest.End(), true
	for _, name := range list {
		switch {
		case !fits(name.Text):
			t.err = name.Errorf(`want a name of 1 to %d characters without ',', '#' and '"', got %q`, maxName, name.Text)
			return
		case slices.Contains(m.names, name.Text):
			t.err = name.Errorf("want different names, got %q twice", name.Text)
			return
		}
		m.names = append(m.names, name.Text)
	}
	if len(list) != len(m.given) {
		t.err = list[0].Errorf("want %d names, one for each region, got %d", len(m.given), len(list))
	}
}

// drawn matches maps that are drawn with a letter for each cell, such as aabb/accb.
var drawn = regexp.MustCompile(`^[A-Za-z]{2,}(/[A-Za-z]+)+( |$)`)

// draws reports whether a text has drawn maps, or one drawn map with a line for each row. Rows of one
// letter, or of different lengths, are rather the names of regions.
func draws(text string) bool {
	width, rows := 0, 0
	for line := range strings.Lines(strings.TrimSpace(text)) {
		row := strings.TrimSpace(line)
		if drawn.MatchString(row) {
			return true
		}
		width = cmp.Or(width, len(row))
		if len(row) != width || strings.Trim(row, letters) != "" {
			return false
		}
		rows++
	}
	return rows > 1 && width > 1
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// parseDrawn reads a drawn map. All cells with the same letter are one region, also if they do not touch.
func parseDrawn(text string) (*Map, error) {
	cells, _, _ := encode.OneLine(text).Cut(" ")
	if len(cells.Text) > 2*maxCells {
		return nil, cells.Errorf("want at most %d cells, got more", maxCells)
	}
	rows := cells.Split("/", maxCells)
	p := &picture{h: len(rows), w: len(rows[0].Text)}
	var names []string
	for _, row := range rows {
		if len(row.Text) != p.w {
			return nil, row.Errorf("want %d letters, as in the first row, got %d", p.w, len(row.Text))
		}
		for letter := range strings.SplitSeq(row.Text, "") {
			if !slices.Contains(names, letter) {
				names = append(names, letter)
			}
			p.cell = append(p.cell, slices.Index(names, letter))
		}
	}
	if len(p.cell) > maxCells {
		return nil, cells.Errorf("want at most %d cells, got %d", maxCells, len(p.cell))
	}
	m := p.graph(len(names))
	m.names, m.spelled = names, true
	t := &terms{rest: encode.OneLine(text).From(len(cells.Text)), regions: "a letter of the drawing"}
	if strings.HasPrefix(t.rest.Text, " colours=") {
		m.colours = t.number(" colours=", maxColours)
	}
	t.readGiven(m, func(text string) (int, bool) { r := slices.Index(names, text); return r, r >= 0 })
	return m, t.end()
}

// text writes a map with a picture as a drawing: a letter for each cell.
func (m *Map) text() (string, error) {
	if m.picture == nil {
		return "", errors.New("the map is a graph without a picture: only a map with cells can be drawn with letters")
	}
	name := func(r int) string { return letters[r : r+1] }
	if m.spelled {
		name = m.name
	} else if len(m.given) > len(letters) {
		return "", fmt.Errorf("the map has %d regions: want at most %d, one for each letter", len(m.given), len(letters))
	}
	var b strings.Builder
	for i, r := range m.picture.cell {
		if i > 0 && i%m.picture.w == 0 {
			b.WriteByte('/')
		}
		b.WriteString(name(r))
	}
	if m.colours != gameColours {
		fmt.Fprintf(&b, " colours=%d", m.colours)
	}
	given := wording.Each(m.clued(), func(r int) string { return fmt.Sprintf("%s:%d", name(r), m.given[r]) })
	if given != nil {
		b.WriteString(" given=" + strings.Join(given, ","))
	}
	return b.String(), nil
}
