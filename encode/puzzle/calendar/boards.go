package calendar

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/board/polyomino"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

type board struct {
	name     string
	prefix   string     // of the notation of an instance, before the date
	rows     [][]string // the labels of the cells; noCell marks a place without a cell, noLabel a cell without a label
	months   []string   // the labels of January to December
	weekdays []string   // the labels of Sunday to Saturday, or nil; a weekday's cell stays uncovered like the month and the day
	single   bool       // no label is on two cells
	pieces   []polyomino.Piece
}

const (
	noCell  = "#"
	noLabel = "."
)

// The files of the shipped boards.
var (
	//go:embed boards/dragonfjord.txt
	dragonfjordText string
	//go:embed boards/weekday.txt
	weekdayText string
	//go:embed boards/eleven.txt
	elevenText string
	//go:embed boards/polish.txt
	polishText string
	//go:embed boards/portuguese.txt
	portugueseText string
)

var named = []*board{
	mustBoard("dragonfjord", dragonfjordText), mustBoard("weekday", weekdayText), mustBoard("eleven", elevenText),
	mustBoard("polish", polishText), mustBoard("portuguese", portugueseText),
}

var dragonfjord, weekday = named[0], named[1]

func mustBoard(name, text string) *board {
	b, _, err := readFile(text)
	if err != nil {
		panic("calendar: " + name + ": " + err.Error())
	}
	if b.name, b.prefix = name, name+":"; name == "dragonfjord" {
		b.prefix = ""
	}
	return b
}

const mostSide = 64 // of a board, in cells

// readFile reads the file of a board: its rows, then its pieces and names. It returns the lines with
// dates, which may follow.
func readFile(text string) (b *board, dates []encode.Span, err error) {
	lines := slices.Concat(slices.Collect(files.Blocks(text, false, 4*mostSide))...)
	n := slices.IndexFunc(lines, func(line encode.Span) bool { return strings.Contains(line.Text, ":") })
	return readBoard(lines[:max(n, 0)], lines[max(n, 0):])
}

// readBoard makes a board from its rows and its other fields. A field is a piece such as L: x/xxxx, or
// the names of the months or weekdays. It returns the fields that have no such key, which are dates.
func readBoard(rows, fields []encode.Span) (b *board, dates []encode.Span, err error) {
	b = &board{months: months}
	for _, field := range fields {
		key, value, keyed := field.Cut(":")
		switch value = value.Trim(); {
		case !keyed:
			dates = append(dates, field)
		case key.Text == "months":
			b.months, err = names(value, 12)
		case key.Text == "weekdays":
			if b.weekdays, err = names(value, 7); err == nil {
				b.weekdays = append(b.weekdays[6:], b.weekdays[:6]...)
			}
		default:
			err = b.addPiece(key, value)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if len(rows) == 0 || len(rows) > mostSide || len(b.pieces) == 0 {
		return nil, nil, append(rows, fields...)[0].Errorf("want a board of 1 to %d rows, and then its pieces, such as L: x/xxxx", mostSide)
	}
	if err := b.addRows(rows); err != nil {
		return nil, nil, err
	}
	b.prefix = b.text() + ";"
	return b, dates, b.fits(rows[0])
}

// fits returns an error if there are too many pieces, or too many ways to place them.
func (b *board) fits(at encode.Span) error {
	cells := polyomino.NewBoard(len(b.rows), len(b.rows[0]), func(r, c int) bool { return b.rows[r][c] != noCell })
	_, err := polyomino.NewTiling(cells, append(slices.Clone(b.pieces), polyomino.MustPiece("x", '*')))
	if err != nil {
		return at.Errorf("%v", err)
	}
	return nil
}

// words splits a text at blanks and commas.
func words(text encode.Span) []encode.Span {
	text.Text = strings.ReplaceAll(text.Text, ",", " ")
	return text.Words(len(text.Text))
}

// names reads n names, all different, that do not look like another part of a board.
func names(text encode.Span, n int) (all []string, err error) {
	for _, word := range words(text) {
		if slices.Contains(all, word.Text) || strings.Trim(word.Text, "0123456789") == "" || strings.ContainsAny(word.Text, "#*/;:[]") || utf8.RuneCountInString(word.Text) > 12 {
			return nil, word.Errorf("want different names of at most 12 letters, got %q", word.Text)
		}
		all = append(all, word.Text)
	}
	if len(all) != n {
		return nil, text.Errorf("want %d names, got %d", n, len(all))
	}
	return all, nil
}

var motions = []string{polyomino.Flip: "", polyomino.Turn: "turn:", polyomino.Fixed: "fixed:"}

func (b *board) addPiece(key, drawn encode.Span) error {
	if letter := strings.ToUpper(key.Text); len(letter) != 1 || letter < "A" || letter > "Z" {
		return key.Errorf("want a letter and a piece, as in L: x/xxxx, or months: or weekdays:, got %q", key.Text)
	}
	p := polyomino.Piece{Lo: 1, Hi: 1, Letter: key.Text[0]}
	if slices.ContainsFunc(b.pieces, func(o polyomino.Piece) bool { return o.Letter == p.Letter }) {
		return key.Errorf("want pieces with different letters, got %s twice", key.Text)
	}
	for motion, prefix := range motions {
		if prefix != "" && strings.HasPrefix(drawn.Text, prefix) {
			p.Motion, drawn = polyomino.Motion(motion), drawn.From(len(prefix)).Trim()
		}
	}
	cells, err := polyomino.ParseCells(drawn.Split("/", polyomino.MaxCells))
	p.Drawn = cells
	b.pieces = append(b.pieces, p)
	return err
}

// addRows reads the labels of the cells. Every month, day and weekday must be there.
func (b *board) addRows(rows []encode.Span) error {
	cells := wording.Each(rows, words)
	found := map[string]int{} // how often the board has a label
	for _, cell := range slices.Concat(cells...) {
		found[cell.Text]++
	}
	w := wording.Most(cells, func(row []encode.Span) int { return len(row) })
	if w > mostSide {
		return rows[0].Errorf("want a board of at most %d columns, got %d", mostSide, w)
	}
	if b.weekdays == nil && slices.ContainsFunc(weekdays, func(name string) bool { return found[name] > 0 }) {
		b.weekdays = weekdays
	}
	known := slices.Concat(b.months, b.weekdays, wording.Fill(31, func(n int) string { return fmt.Sprint(n + 1) }))
	b.single = true
	for i, label := range known {
		switch {
		case found[label] == 0:
			return rows[0].Errorf("the board lacks the cell %s", label)
		case slices.Index(known, label) < i:
			return rows[0].Errorf("want different names for months and weekdays, got %s twice", label)
		}
		b.single = b.single && found[label] == 1
	}
	for _, row := range cells {
		labels := slices.Repeat([]string{noCell}, w)
		for c, cell := range row {
			if cell.Text != "-" && cell.Text != noLabel && !slices.Contains(known, cell.Text) {
				return cell.Errorf("want a month, a day, a weekday, . (a cell without a label) or - (no cell), got %q", cell.Text)
			}
			if cell.Text != "-" {
				labels[c] = cell.Text
			}
		}
		b.rows = append(b.rows, labels)
	}
	return nil
}

// text returns the board on one line, without a date.
func (b *board) text() string {
	rows := wording.Each(b.rows, func(row []string) string { return strings.ReplaceAll(strings.Join(row, ","), noCell, "-") })
	fields := []string{strings.Join(rows, "/")}
	for i := range b.pieces {
		p := &b.pieces[i]
		fields = append(fields, string(p.Letter)+":"+motions[p.Motion]+p.String())
	}
	if !slices.Equal(b.months, months) {
		fields = append(fields, "months:"+strings.Join(b.months, ","))
	}
	if b.weekdays != nil && !slices.Equal(b.weekdays, weekdays) {
		fields = append(fields, "weekdays:"+strings.Join(b.weekdays[1:], ",")+","+b.weekdays[0])
	}
	return strings.Join(fields, ";")
}

// cells lists the cells that have one of the labels, in reading order.
func (b *board) cells(labels []string) (cells []polyomino.Cell) {
	for r, row := range b.rows {
		for c, label := range row {
			if slices.Contains(labels, label) {
				cells = append(cells, polyomino.Cell{R: r, C: c})
			}
		}
	}
	return cells
}
