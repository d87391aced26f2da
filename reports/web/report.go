package web

import (
	"bytes"
	"html"
)

// reportMark is a tag in the head of each page of a report.
const reportMark = `<meta name="generator" content="counterproof">`

// InWorkbench returns a page of a report as the workbench shows it: the page has links to its boards.
// The address of a board is the parameter address, followed by the link of the board on the page Analyse.
// InWorkbench returns other pages unchanged.
func InWorkbench(page []byte, address string) []byte {
	const most = 4096 // the mark is at the beginning
	i := bytes.Index(page[:min(len(page), most)], []byte(reportMark))
	if i < 0 {
		return page
	}
	i += len(reportMark)
	return bytes.Join([][]byte{page[:i], page[i:]}, []byte("\n<meta name=\"workbench\" content=\""+html.EscapeString(address)+"\">"))
}
