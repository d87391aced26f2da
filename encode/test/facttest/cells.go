package facttest

import (
	"regexp"
	"strconv"
	"strings"
)

// A Cell is the place of a cell: its row and column, from 1.
type Cell struct{ Row, Column int }

// A Unit is a row, column or box, with its number from 1.
type Unit struct {
	Kind   string // "row", "column" or "box"
	Number int
}

const list = `\d+(?: to \d+)?(?:, \d+(?: to \d+)?)*(?: and \d+(?: to \d+)?)?`

var (
	short  = regexp.MustCompile(`\((\d+),(\d+)\)`)
	long   = regexp.MustCompile(`\brow (\d+), column (\d+|[A-Za-z]\b)`)
	ranges = regexp.MustCompile(`\b(cell|row|column)s? (` + list + `) of (row|column)s? (` + list + `)`)
	rest   = regexp.MustCompile(`\bthe rest of ((?:row|column|box) \d+(?:, (?:row|column|box) \d+)*(?: and (?:row|column|box) \d+)?)`)
	unit   = regexp.MustCompile(`(row|column|box) (\d+)`)
)

// Cells returns the cells that a text names. The forms of names are "(2,3)", "row 2, column 3" and
// "columns 1 and 3 to 5 of rows 2 and 4". A column may also be a letter, A for 1. For a text with
// "the rest of row 3, column 2 and box 1", Cells also returns these three units. The result other
// is the text without the names of cells and units.
func Cells(text string) (cells []Cell, units []Unit, other string) {
	for _, m := range rest.FindAllStringSubmatch(text, -1) {
		for _, u := range unit.FindAllStringSubmatch(m[1], -1) {
			units = append(units, Unit{u[1], number(u[2])})
		}
	}
	text = rest.ReplaceAllString(text, "")
	for _, m := range ranges.FindAllStringSubmatch(text, -1) {
		for _, line := range expand(m[4]) {
			for _, k := range expand(m[2]) {
				if m[3] == "row" {
					cells = append(cells, Cell{line, k})
				} else {
					cells = append(cells, Cell{k, line})
				}
			}
		}
	}
	text = ranges.ReplaceAllString(text, "")
	for _, form := range []*regexp.Regexp{long, short} {
		for _, m := range form.FindAllStringSubmatch(text, -1) {
			cells = append(cells, Cell{number(m[1]), number(m[2])})
		}
		text = form.ReplaceAllString(text, "")
	}
	return cells, units, text
}

// Listed returns the numbers that a text names after a noun or its plural: for "region", the text
// "regions 1 and 3 to 5 touch region 7" names 1, 3, 4, 5 and 7.
func Listed(text, noun string) (numbers []int) {
	for _, m := range regexp.MustCompile(`\b`+regexp.QuoteMeta(noun)+`s? (`+list+`)`).FindAllStringSubmatch(text, -1) {
		numbers = append(numbers, expand(m[1])...)
	}
	return numbers
}

// expand returns the numbers of a list such as "1, 3 to 5 and 7".
func expand(text string) (numbers []int) {
	for _, part := range strings.Split(strings.ReplaceAll(text, " and ", ", "), ", ") {
		from, to, ok := strings.Cut(part, " to ")
		if !ok {
			to = from
		}
		for n := number(from); n <= number(to); n++ {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// number returns the value of a decimal number. For a letter, it returns the place in the list A to
// Z, a to z, counted from 1.
func number(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	if c := text[0]; c >= 'a' {
		return int(c-'a') + 27
	}
	return int(text[0]-'A') + 1
}
