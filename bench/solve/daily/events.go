package daily

import (
	"fmt"
	"strings"
	"time"

	"counterproof/encode"
	"counterproof/encode/wording"
)

const events = 366

// Events returns a calendar file (iCalendar, RFC 5545) with an all-day event for each of the 366
// days from the given date on. An event names the puzzles of its day and has a link. The given
// address of a page must not contain a #. The link is this address, followed by # with the date and
// the first puzzle.
func Events(puzzles []*encode.Puzzle, from time.Time, page string) (string, error) {
	var b strings.Builder
	line := func(name, value string) { fold(&b, name+":"+value) }
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", "-//Counterproof//Puzzles of the day//EN")
	line("CALSCALE", "GREGORIAN")
	line("X-WR-CALNAME", "Puzzles of the day")
	for i := range events {
		date := from.AddDate(0, 0, i)
		menu, err := Menu(puzzles, date)
		if err != nil {
			return "", err
		}
		names := wording.Each(menu, func(e Entry) string { return e.Puzzle.Title })
		day, link := FormatDate(date), page
		title := "Puzzles of the day"
		if len(menu) > 0 {
			link = fmt.Sprintf("%s#%s/%s", page, day, menu[0].Puzzle.Name)
			title = strings.TrimSpace(fmt.Sprintf("%s %s %s", menu[0].Puzzle.Title, menu[0].Size, menu[0].Level))
		}
		line("BEGIN", "VEVENT")
		line("UID", day+"@daily.counterproof")
		line("DTSTAMP", from.Format("20060102")+"T000000Z")
		line("DTSTART;VALUE=DATE", date.Format("20060102"))
		line("DTEND;VALUE=DATE", date.AddDate(0, 0, 1).Format("20060102"))
		line("SUMMARY", escape(title))
		line("DESCRIPTION", escape("Today: "+strings.Join(names, ", ")+".\n"+link))
		line("URL", link)
		line("TRANSP", "TRANSPARENT") // the day stays free
		line("END", "VEVENT")
	}
	line("END", "VCALENDAR")
	return b.String(), nil
}

// escape writes a value of the type TEXT (RFC 5545, 3.3.11).
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(text)
}

// fold writes a content line. A line of more than 75 bytes is continued on the next line, which begins
// with a space (RFC 5545, 3.1). A character is never split.
func fold(b *strings.Builder, line string) {
	const most = 75
	room := most
	for len(line) > room {
		cut := room
		for line[cut]&0xc0 == 0x80 { // inside of a character
			cut--
		}
		b.WriteString(line[:cut] + "\r\n ")
		line, room = line[cut:], most-1
	}
	b.WriteString(line + "\r\n")
}
