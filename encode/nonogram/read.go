package nonogram

import (
	"regexp"
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
)

// read reads the boards of a file: webpbn XML, .g, .non, drawings, or lists of runs. If the file
// starts with a game ID, it has one board per line, and read returns encode.ErrOneLine. Lists,
// drawings and game IDs may have comments. The other formats have rules of their own.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	bare := files.Uncomment(text, true)
	switch {
	case isPicture(text):
		return nil, encode.Errorf(1, 1, wantClues)
	case strings.HasPrefix(strings.TrimSpace(text), "<"):
		return readXML(text)
	case isG(text):
		return readG(text)
	case isNon(text):
		return readNon(text)
	case isID(bare): // or only comments
		return nil, encode.ErrOneLine
	case isDrawing(bare):
		return readDrawings(text)
	}
	return readLists(text)
}

// isID reports whether the first non-empty line looks like a game ID: it starts with a size and
// ':', or consists of a size only. The game ID need not be valid. isID is true for an empty text.
func isID(text string) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	return line == "" || looksID.MatchString(line[:min(len(line), 80)]) // a longer prefix would not help, and would take a minute for 300 MB
}

var looksID = regexp.MustCompile(`^[0-9]*([xX][^ \t,:]*)?:|^[0-9]+x[0-9]+$`)
