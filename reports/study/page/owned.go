package page

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/bench/system/atomicfile"
	"counterproof/encode/wording"
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

const svgHead = "<?xml version=\"1.0\"?>\n<!-- counterproof report -->\n"

// markSVG replaces the XML declaration, with which gonum begins a picture.
func markSVG(svg []byte) []byte {
	_, rest, _ := bytes.Cut(svg, []byte("?>"))
	return slices.Concat([]byte(svgHead), bytes.TrimLeft(rest, "\n"))
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

// pdfMark is a comment after the end of the PDF files of a report.
const pdfMark = "% counterproof report\n"

func markPDF(pdf []byte) []byte { return append(pdf, pdfMark...) }

// marked reports whether a file has the mark of a report's file. CSV files have the header of the records.
func marked(name, text string) bool {
	switch filepath.Ext(name) {
	case ".svg":
		return strings.HasPrefix(text, svgHead)
	case ".png":
		return strings.HasPrefix(text, "\x89PNG\r\n\x1a\n") && strings.HasPrefix(text[min(len(text), pngStart):], string(pngMark))
	case ".pdf":
		return strings.HasSuffix(text, pdfMark)
	default:
		return strings.HasPrefix(text, string(csvHead()))
	}
}

// writeRecords writes the lines of the file csvName after the first one. It makes few of them at once,
// because a million records take 400 MB.
func (p Page) writeRecords(w io.Writer) error {
	var b bytes.Buffer
	for part := range slices.Chunk(p.Records, 1000) {
		b.Reset()
		_ = result.WriteCSV(&b, slices.Values(part)) // a buffer accepts all writes
		text := strings.TrimPrefix(b.String(), string(csvHead()))
		if _, err := io.WriteString(w, wording.Plain(text)); err != nil {
			return err
		}
	}
	return nil
}

// csvHead returns the first line of the file csvName.
func csvHead() []byte {
	var b bytes.Buffer
	_ = result.WriteCSV(&b, slices.Values([]result.Record(nil)))
	return b.Bytes()
}

// checkOwned returns an atomicfile.ForeignError if one of the files exists in dir but does not come
// from a report. Files of a report have a mark. The header of the records can differ between versions
// of the program, so checkOwned also accepts the files that the page of an earlier report links to.
func checkOwned(dir string, files []atomicfile.Named) error {
	index := filepath.Join(dir, pageName)
	links, err := readOwned(index, math.MaxInt64, foreign(index), func(page string) bool { return strings.HasPrefix(page, pageHead) })
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.Name == pageName || strings.Contains(links, `href="`+f.Name+`"`) {
			continue
		}
		path, most := filepath.Join(dir, f.Name), int64(mostMark)
		if filepath.Ext(path) == ".pdf" {
			most = math.MaxInt64
		}
		if _, err := readOwned(path, most, foreign(path), func(text string) bool { return marked(f.Name, text) }); err != nil {
			return err
		}
	}
	return nil
}

// mostMark is more than the length of each mark at the beginning of a file, and of the bytes before it.
const mostMark = 1 << 16

// readOwned reads at most the given number of bytes of a file that the program is about to overwrite. If there is no such file, the text
// is empty. If a folder has the name, the text is empty, too, and the attempt to write the file fails
// later. For a broken link, a pipe, or a text that is not our own, readOwned returns the error foreign.
func readOwned(path string, most int64, foreign error, own func(text string) bool) (string, error) {
	if info, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
		return "", nil
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return "", foreign
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err == nil && !own(string(text)) {
		err = foreign
	}
	return string(text), err
}
