package calendar

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

func parse(text string) (*Day, error) {
	line := encode.OneLine(text)
	if strings.Contains(text, ";") {
		return parseBoard(line.Split(";", 4*mostSide))
	}
	name, rest, ok := line.Cut(":")
	if !ok {
		return dragonfjord.day(line)
	}
	all := wording.Each(named, func(b *board) string { return b.name })
	i := slices.Index(all, name.Text)
	if i < 0 {
		return nil, name.Errorf("want the board %s, got %q", wording.List(all, " or "), name.Text)
	}
	return named[i].day(rest)
}

// parseBoard reads a board with its pieces and one date, all on one line.
func parseBoard(fields []encode.Span) (*Day, error) {
	b, dates, err := readBoard(fields[0].Split("/", 2*mostSide), fields[1:])
	if err != nil {
		return nil, err
	}
	if len(dates) != 1 {
		return nil, fields[len(fields)-1].Errorf("want one date after the pieces, got %d", len(dates))
	}
	return b.day(dates[0].Trim())
}

// day reads a date as people write it.
func (b *board) day(rest encode.Span) (*Day, error) {
	p, err := dissect(rest)
	switch {
	case err != nil:
		return nil, err
	case b.weekdays != nil && p["year"].Text+p["weekday"].Text == "":
		return nil, rest.Errorf("want a date like weekday:10-06-Tue, weekday:Tue 6 Oct or weekday:2026-10-06, got %q", rest.Text)
	case p == nil:
		return nil, rest.Errorf("want a date like 10-06, 2026-10-06, 6 Oct, 29.02. or 25/10, got %q", rest.Text)
	case b.weekdays == nil && p["weekday"].Text != "":
		return nil, p["weekday"].Errorf("want no weekday, or %s: before the date, got %q", weekday.name, p["weekday"].Text)
	}
	return p.on(b)
}

// forms match dates as people write them. The names of the groups are the parts of a date. A part
// whose name begins with a capital may be a name, or have one digit.
var forms = []*regexp.Regexp{
	regexp.MustCompile(`^(?P<month>\d\d)-(?P<day>any)$`), // any is not the name of a month
	regexp.MustCompile(`(?i)^(?:(?P<Weekday>[a-z]{3,9})\.?,? +)?(?P<Day>\d{1,2})(?:\.|st|nd|rd|th)?[ -]+(?P<Month>[a-z]{3,9})\.?(?:,?[ -]+(?P<year>\d{4}))?$`),
	regexp.MustCompile(`(?i)^(?:(?P<Weekday>[a-z]{3,9})\.?,? +)?(?P<Month>[a-z]{3,9})\.? +(?P<Day>\d{1,2})(?:\.|st|nd|rd|th)?(?:,? +(?P<year>\d{4}))?$`),
	regexp.MustCompile(`^(?P<year>\d{4})[/.](?P<Month>\d{1,2})[/.](?P<Day>\d{1,2})$`),
	regexp.MustCompile(`^(?P<Day>\d{1,2})\. ?(?P<Month>\d{1,2})(?:\.(?: ?(?P<year>\d{4}))?)?$`),
	regexp.MustCompile(`^(?P<First>\d{1,2})/(?P<Second>\d{1,2})(?:/(?P<year>\d{4}))?$`),
	regexp.MustCompile(`^(?:(?P<year>\d{4})-)?(?P<month>[^-]*)-(?P<day>[^-]*)$`),
	regexp.MustCompile(`^(?P<month>[^-]*)-(?P<day>[^-]*)-(?P<weekday>[A-Za-z]+)$`),
}

// parts holds the parts of a date: year, month, day and weekday. A name is replaced by the number of
// the month, or by the short form of the weekday. Parts that the text does not have are missing.
type parts map[string]encode.Span

func dissect(text encode.Span) (parts, error) {
	for _, form := range forms {
		at := form.FindStringSubmatchIndex(text.Text)
		if at == nil {
			continue
		}
		p := parts{}
		for i, name := range form.SubexpNames() {
			if name == "" || at[2*i] < 0 {
				continue
			}
			part := text.From(at[2*i]).Until(at[2*i+1] - at[2*i])
			if lower := strings.ToLower(name); lower != name {
				if name, part.Text = lower, full(lower, part.Text); part.Text == "" {
					return nil, nil
				}
			}
			p[name] = part
		}
		if _, ok := p["first"]; ok {
			return p.ordered(text.Text)
		}
		return p, nil
	}
	return nil, nil
}

func full(part, text string) string {
	if n := len(text); text[0] <= '9' {
		return ("0" + text)[n-1:]
	}
	for i := range 12 {
		switch {
		case part == "month" && begins(time.Month(i+1).String(), text):
			return fmt.Sprintf("%02d", i+1)
		case part == "weekday" && begins(time.Weekday(i%7).String(), text):
			return weekdays[i%7]
		}
	}
	return ""
}

func begins(name, text string) bool {
	return len(text) <= len(name) && strings.EqualFold(name[:len(text)], text)
}

// ordered decides which of two numbers is the day. The numbers are on both sides of a slash.
func (p parts) ordered(text string) (parts, error) {
	first, second := p["first"], p["second"]
	a, _ := number(first.Text, 2)
	b, _ := number(second.Text, 2)
	if a <= 12 && b <= 12 && a != b {
		return nil, second.Errorf("want one date, got %q, which is %d %v or %d %v: write %02d-%02d or %02d-%02d", text, a, time.Month(b), b, time.Month(a), b, a, a, b)
	}
	if p["day"], p["month"] = first, second; a <= 12 {
		p["day"], p["month"] = second, first
	}
	return p, nil
}

// numberOrAny reads a number of two digits from 01 to the parameter most. It returns 0 for any.
func numberOrAny(text string, most int) (int, bool) {
	n, ok := number(text, 2)
	return n, ok && n >= 1 && n <= most || text == anyPart
}

// any returns an error if more than one part of the date is any, or if one is and there is a year.
func (p parts) any(b *board) error {
	last, n := encode.Span{}, 0
	for _, name := range []string{"month", "day", "weekday"} {
		if p[name].Text == anyPart {
			last, n = p[name], n+1
		}
	}
	switch {
	case n > 1:
		return last.Errorf("want any for at most one of the month, the day and the day of the week")
	case n > 0 && !b.single:
		return last.Errorf("want no any on a board that has a label on several cells")
	case n > 0 && p["year"].Text != "":
		return p["year"].Errorf("want no year in a date with any, got %q", p["year"].Text)
	}
	return nil
}

func (p parts) on(b *board) (*Day, error) {
	month, ok := numberOrAny(p["month"].Text, 12)
	if !ok {
		return nil, p["month"].Errorf("want a month from 01 to 12, got %q", p["month"].Text)
	}
	day, ok := numberOrAny(p["day"].Text, 31)
	switch {
	case !ok:
		return nil, p["day"].Errorf("want a day from 01 to 31, got %q", p["day"].Text)
	case month > 0 && day > days[month-1]:
		return nil, p["day"].Errorf("%s has at most %d days, got %d", time.Month(month), days[month-1], day)
	}
	if err := p.any(b); err != nil {
		return nil, err
	}
	if p["weekday"].Text == anyPart {
		return newDay(b, date{month, day}, anyWeekday), nil
	}
	w := time.Weekday(slices.Index(weekdays, p["weekday"].Text))
	if p["weekday"].Text != "" && w < 0 {
		return nil, p["weekday"].Errorf("want a weekday from Mon to Sun, got %q", p["weekday"].Text)
	}
	if p["year"].Text == "" {
		return newDay(b, date{month, day}, w), nil
	}
	year, ok := number(p["year"].Text, 4)
	if !ok || year < 1 {
		return nil, p["year"].Errorf("want a year from 0001 to 9999, got %q", p["year"].Text)
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if t.Day() != day {
		return nil, p["day"].Errorf("February %d has 28 days, got %d", year, day)
	}
	if w >= 0 && w != t.Weekday() {
		return nil, p["weekday"].Errorf("%d %v %d is a %v, got %q", day, t.Month(), year, t.Weekday(), p["weekday"].Text)
	}
	return newDay(b, date{month, day}, t.Weekday()), nil
}

var weekdays = strings.Fields("Sun Mon Tue Wed Thu Fri Sat")

func number(text string, n int) (int, bool) {
	v, ok := encode.Number(text, 9999)
	return v, ok && len(text) == n
}

// ownBoard matches a line with a piece, as files of boards have them.
var ownBoard = regexp.MustCompile(`(?m)^[ \t]*[A-Za-z]:`)

// readDays reads the file of a board. It has the dates of its last lines, or every date.
func readDays(data []byte) ([]encode.Instance, error) {
	b, dates, err := readFile(string(data))
	if err != nil {
		return nil, err
	}
	var all []encode.Instance
	for _, line := range dates {
		switch years := datesOf(b, line.Text); {
		case line.Text == "year":
			all = append(all, everyDay(b)...)
		case years != nil && b.weekdays != nil:
			all = append(all, years...)
		default:
			day, err := b.day(line)
			if err != nil {
				return nil, err
			}
			all = append(all, day)
		}
	}
	if all == nil {
		all = everyDay(b)
	}
	return all, nil
}

// read reads the file of a board (readDays). It also reads drawings of boards or of solutions, with empty lines between them. A drawing begins with a
// line of six words or more. For any other file, read returns encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	var all []encode.Instance
	if ownBoard.Match(data) {
		return readDays(data)
	}
	dates := false
	for lines := range files.Blocks(string(data), false, len(weekday.rows)) {
		if !dates && (all != nil || len(lines[0].Words(6)) == 6) {
			day, err := drawn(lines)
			if err != nil {
				return nil, err
			}
			all = append(all, day)
			continue
		}
		dates = true
		for _, line := range lines { // 25 and 10 on two lines are not 25/10
			if strings.Trim(line.Text, " 0123456789") == "" {
				return nil, line.Errorf("want a date like 10-06 on each line, got %q", line.Text)
			}
		}
	}
	if all == nil {
		return nil, encode.ErrOneLine
	}
	return all, nil
}

var bracketed = regexp.MustCompile(`\[\w+\]`)

func drawn(lines []encode.Span) (*Day, error) {
	text := ""
	for _, line := range lines {
		text += line.Text[:min(len(line.Text), 99)] + "\n"
	}
	labels := bracketed.FindAllString(text, -1)
	solved := labels == nil
	if solved {
		labels = slices.DeleteFunc(strings.Fields(text), func(word string) bool { return !slices.Contains(slices.Concat(weekday.rows...), word) })
	}
	notation := dated(strings.Join(labels, " "), strings.Contains(text, "Fri"))
	day, err := parse(notation)
	if err == nil {
		if day.solved = solved; solved && strings.Contains(notation, anyPart) {
			err = encode.ErrOneLine // a piece covers the part that is missing
		} else if solved {
			_, err = encode.ReadSolution(day, text)
		}
		if err == nil && (solved || slices.Equal(strings.Fields(text), strings.Fields(day.Draw(nil)))) {
			return day, nil
		}
	}
	return nil, lines[0].Errorf("want a drawing with the date in brackets, as the command show draws it, or with a date and pieces, as solve draws it")
}

// dated returns the notation of a date from the labels of its cells. A part without a label is any.
func dated(labels string, onWeekday bool) string {
	month, day, w := anyPart, anyPart, anyPart
	for label := range strings.FieldsSeq(strings.NewReplacer("[", "", "]", "").Replace(labels)) {
		switch m := slices.Index(months, label); {
		case m >= 0:
			month = twoDigits(m + 1)
		case slices.Contains(weekdays, label):
			w, onWeekday = label, true
		default:
			day = fmt.Sprintf("%02s", label)
		}
	}
	if !onWeekday {
		return month + "-" + day
	}
	return weekday.name + ":" + month + "-" + day + "-" + w
}

func (d *Day) Warnings() []string {
	if d.solved {
		return []string{"ignored the pieces of the drawing, because a board has only a date"}
	}
	return nil
}
