package page

import (
	"fmt"
	"net/url"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
)

// mostLink is the largest number of characters of a board in a link of the workbench.
const mostLink = 8000

// boardLinks returns, for each board of the records, the part of its link that follows
// "analyse.html#". The function data.BoardID makes the keys. Boards that are too long for a link
// are left out. If the workbench shows the page of a report, the page turns these parts into links.
func boardLinks(recs []result.Record) map[string]string {
	links := map[string]string{}
	for i := range recs {
		r := &recs[i]
		id := data.BoardID(r)
		if _, known := links[id]; known || r.Puzzle == "" {
			continue
		}
		link := r.Puzzle + ":" + escape(r.Instance)
		if r.Given != "" {
			link += "&given=" + escape(r.Given)
		}
		if len(link) <= mostLink {
			links[id] = link
		}
	}
	return links
}

// escape writes a text as the function encodeURIComponent of browsers does.
func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// uncounted returns a sentence about the boards that have links but no row in the table of boards, or "".
func uncounted(links map[string]string, t *data.Tally) string {
	left := len(links)
	for _, b := range t.Boards {
		if links[data.BoardID(&b.Records[0])] != "" {
			left--
		}
	}
	if left <= 0 {
		return ""
	}
	return fmt.Sprintf("The table has only %s of counts. %s more have only other records, such as records of the task explain. They are in records.csv, too.", data.NounOf(t.Boards, 2), format.Whole(left))
}
