package page

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"counterproof/bench/atomicfile"
)

// A ForeignError says that a file is in the way that no report has made.
type ForeignError struct{ Path string }

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s is not a file of an earlier report, so it is not overwritten: name another folder with -o, or remove the file", e.Path)
}

// pageName is the page of a report. Its links name the other files.
const pageName = "index.html"

// generator is the line by which a page is known for one of this program.
const generator = `<meta name="generator" content="counterproof">`

// earlierHeads are the beginnings of the pages that were made before pages had that line.
var earlierHeads = func() []string {
	const head = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
`
	const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
`
	return []string{head + "<title>", head + policy + "<title>"}
}()

// checkOwned returns a ForeignError if one of the files is in dir and no report has put it
// there. A report has made the page with the generator in its head, and the files that this
// page links to.
func checkOwned(dir string, files []atomicfile.Named) error {
	page, err := readOwn(filepath.Join(dir, pageName))
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if info, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
			continue // a folder is refused later
		}
		if f.Name != pageName && !strings.Contains(page, `href="`+f.Name+`"`) {
			return &ForeignError{path}
		}
	}
	return nil
}

// readOwn reads the page of an earlier report. It returns an empty text if there is no page, and
// a ForeignError if a report did not make it.
func readOwn(path string) (string, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
		return "", nil
	}
	text, err := os.ReadFile(path)
	switch page := string(text); {
	case errors.Is(err, fs.ErrNotExist): // a link that leads nowhere
		return "", &ForeignError{path}
	case err != nil:
		return "", err
	default:
		head, _, _ := strings.Cut(page, "<title>")
		if strings.Contains(head, generator) {
			return page, nil
		}
		for _, earlier := range earlierHeads {
			if strings.HasPrefix(page, earlier) {
				return page, nil
			}
		}
		return "", &ForeignError{path}
	}
}
