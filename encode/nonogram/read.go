package nonogram

import (
	"regexp"
	"strings"

	"counterproof/encode"
)

// read reads the boards of a file: webpbn XML, .non, or lists of runs. If the file is
// empty or starts with a game ID, it has one board per line, and read returns
// encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	var all []encode.Instance
	var err error
	switch {
	case strings.HasPrefix(strings.TrimSpace(text), "<"):
		all, err = readXML(text)
	case isNon(text):
		// The text after the last newline is neither a line nor a clue.
		all, err = readNon(strings.Split(strings.TrimSuffix(text, "\n"), "\n"))
	case strings.TrimSpace(text) == "" || isID(text):
		return nil, encode.ErrOneLine
	default:
		all, err = readBlocks(text)
	}
	if err != nil {
		return nil, err
	}
	return all, nil
}

// isID reports whether the first non-empty line looks like a game ID: it starts with a size and
// ':', or consists of a size only. The game ID need not be valid.
func isID(text string) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	return looksID.MatchString(line[:min(len(line), 80)]) // a longer prefix would not help, and would take a minute for 300 MB
}

var looksID = regexp.MustCompile(`^[0-9]*([xX][^ \t,:]*)?:|^[0-9]+x[0-9]+$`)
