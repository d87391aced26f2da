package encode

import (
	"slices"
	"strconv"
	"strings"
)

// ReadEntries reads the values of some sites. It returns the value of each site, or -1 for an open
// site. A text with commas has a field for each site, and rows of fields may be joined by slashes or
// line ends. Any other text has a word or a character for each site.
//
// A dot or an empty field stands for an open site. Other sites have the text that Draw prints in them.
// If Draw prints a dot for a value, the text has the number of this value instead. If values is true, or
// the drawings of the puzzle do not show each site, the text has site values, as Format prints them. The
// error is a *ParseError.
func ReadEntries(in Instance, text string, values bool) ([]int, error) {
	if most := MostText(in); len(text) > most {
		return nil, Errorf(1, 1, "want at most %d bytes for the entries of this board, got %d", most, len(text))
	}
	sites := in.Sites()
	fields, end := entryFields(strings.TrimRight(text, " \t\r\n"), len(sites))
	if len(fields) != len(sites) {
		return nil, end.Errorf("want %d entries, one for each site, with . for an open one, got %d", len(sites), len(fields))
	}
	cells, ok := in.(HasCells)
	entries := make([]int, len(sites))
	for i, field := range fields {
		var err error
		switch {
		case field.Text == "" || field.Text == ".":
			entries[i] = -1
		case values || !ok:
			entries[i], err = readEntry(field, i, sites)
		default:
			entries[i], err = readCell(cells, i, field)
		}
		if err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// entryFields splits a text into the entries of the sites. If the text does not have as many words as
// there are sites, its characters are entries.
func entryFields(text string, sites int) (fields []Span, end Span) {
	words, characters, end := split(text)
	if len(words) == sites {
		return words, end
	}
	if !strings.Contains(text, ",") {
		return characters, end
	}
	for line := range TextLines(text) {
		for _, row := range line.Split("/", len(line.Text)+1) {
			for _, field := range row.Split(",", len(row.Text)+1) {
				fields = append(fields, field.Trim())
			}
		}
	}
	return fields, end
}

// readCell reads the text that Draw prints in a cell, or the number of the value that Draw prints as a dot.
func readCell(in HasCells, site int, cell Span) (int, error) {
	v, err := in.ReadCell(site, cell)
	if err == nil {
		return v, nil
	}
	if dot, no := in.ReadCell(site, Span{".", 1, 1}); no == nil && cell.Text == strconv.Itoa(dot) {
		return dot, nil
	}
	return 0, err
}

// readEntry reads a value of a site, as Format prints it in a text about all sites.
func readEntry(field Span, site int, sites []int) (int, error) {
	n := slices.Max(sites)
	s, err := ParseSolution(field.Text, []int{n})
	if err != nil || s.At(n > 256, 0) >= sites[site] {
		return 0, field.Errorf("want a value from 0 to %d, or . for an open site, got %q", sites[site]-1, field.Text)
	}
	return s.At(n > 256, 0), nil
}
