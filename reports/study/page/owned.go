package page

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/bench/system/atomicfile"
)

func foreign(path string) error { return &atomicfile.ForeignError{Path: path, Maker: "report"} }

// pageName is the file name of the page of a report. The links of the page name the other files of
// the report.
const pageName = "index.html"

const csvName = "records.csv"

// pageHead is the beginning of every page of a report, which names the generator. Pages of an atlas
// name another generator.
const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="counterproof">
`

// earlierHeads lists the beginnings of the pages of earlier versions, without the generator.
var earlierHeads = []string{earlierHead + "<title>", earlierHead + earlierPolicy + "<title>"}

const earlierHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`

const earlierPolicy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
`

const svgHead = "<?xml version=\"1.0\"?>\n<!-- counterproof report -->\n"

func markSVG(svg []byte) ([]byte, error) {
	declaration, rest, ok := bytes.Cut(svg, []byte("?>"))
	if !ok || !bytes.HasPrefix(declaration, []byte("<?xml")) {
		return nil, errors.New("the SVG does not begin with an XML declaration")
	}
	return slices.Concat([]byte(svgHead), bytes.TrimLeft(rest, "\n")), nil
}

// pngStart is the length of a PNG's signature (8 bytes) and its first chunk, IHDR (25 bytes).
const pngStart = 8 + 25

// pngMark is the chunk after IHDR in the PNG files of a report. It contains the text "Software:
// counterproof report" (PNG specification, third edition, 11.3.3.2 tEXt).
var pngMark = func() []byte {
	const text = "Software\x00counterproof report"
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
	chunk = append(chunk, "tEXt"+text...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}()

func markPNG(png []byte) []byte {
	return slices.Concat(png[:pngStart], pngMark, png[pngStart:])
}

// marked reports whether the file begins with the mark of a report's file. SVG and PNG files have a
// mark, and CSV files have the header of the records.
func marked(path string) (bool, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false, nil // a broken link, or a pipe
	}
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var header bytes.Buffer
	if err := result.WriteCSV(&header, slices.Values([]result.Record(nil))); err != nil {
		return false, err
	}
	start := make([]byte, max(len(svgHead), pngStart+len(pngMark), header.Len()))
	n, err := io.ReadFull(f, start)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, err
	}
	start = start[:n]
	switch filepath.Ext(path) {
	case ".svg":
		return bytes.HasPrefix(start, []byte(svgHead)), nil
	case ".png":
		return bytes.HasPrefix(start, []byte("\x89PNG\r\n\x1a\n")) && bytes.HasPrefix(start[min(n, pngStart):], pngMark), nil
	case ".csv":
		return bytes.HasPrefix(start, header.Bytes()), nil
	}
	return false, nil
}

// checkOwned returns an atomicfile.ForeignError if one of the files exists in dir but does not come
// from a report. Files of a report have a mark. Files of old versions of the program lack the mark,
// so checkOwned also accepts the files that the page of an earlier report links to.
func checkOwned(dir string, files []atomicfile.Named) error {
	links, err := readEarlier(filepath.Join(dir, pageName))
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if info, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
			continue // if a folder has the name, the attempt to write the file fails later
		}
		if f.Name == pageName || strings.Contains(links, `href="`+f.Name+`"`) {
			continue
		}
		own, err := marked(path)
		if err != nil {
			return err
		}
		if !own {
			return foreign(path)
		}
	}
	return nil
}

// readEarlier reads the page of an earlier report. If there is no page, readEarlier returns an
// empty text. If the page is not from a report, the error is an atomicfile.ForeignError.
func readEarlier(path string) (string, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
		return "", nil
	}
	page, err := readRegular(path, foreign(path))
	if err != nil {
		return "", err
	}
	for _, head := range append(earlierHeads, pageHead) {
		if strings.HasPrefix(page, head) {
			return page, nil
		}
	}
	return "", foreign(path)
}

// readRegular reads a file. For a broken link, a folder or a pipe, it returns the error otherwise.
func readRegular(path string, otherwise error) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return "", otherwise
	}
	text, err := os.ReadFile(path)
	return string(text), err
}
