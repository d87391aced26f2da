package page

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
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
		if i > 0 && r.Instance == recs[i-1].Instance && r.Puzzle == recs[i-1].Puzzle && r.Given == recs[i-1].Given {
			continue
		}
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

// mostRows is about the largest number of rows in the table of boards.
const mostRows = 1000

var namedBoards = regexp.MustCompile(`data-board="([^"]*)"`)

// keepLinks keeps only the links of boards that a row or a picture names.
func (v *pageView) keepLinks() {
	named := map[string]bool{}
	for _, r := range v.Rows.Rows {
		named[r.Board] = true
	}
	for _, p := range v.Pictures {
		for _, m := range namedBoards.FindAllStringSubmatch(string(p.Inline+p.Narrow), -1) {
			for _, id := range strings.Fields(m[1]) {
				named[id] = true
			}
		}
	}
	maps.DeleteFunc(v.Boards, func(id, _ string) bool { return !named[id] })
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
