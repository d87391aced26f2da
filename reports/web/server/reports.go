package server

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"html"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/reports/web"
)

// reportTypes lists the types of the files that the server shows from a folder of reports.
var reportTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png", ".pdf": "application/pdf",
	".csv": "text/csv; charset=utf-8", ".jsonl": "application/x-ndjson",
}

const (
	mostReportFiles = 5000     // the largest number of files in a folder
	deepestReport   = 3        // the largest number of folders between the named folder and a file
	mostReportBytes = 64 << 20 // the largest size of a file, in bytes
)

// A ReportsView describes a folder of reports. A folder that cannot be read has only a name and an error.
type ReportsView struct {
	Name  string       `json:"name"` // of the folder, without the folders above it
	Error string       `json:"error,omitempty"`
	Pages []ReportPage `json:"pages"`
}

// A ReportPage is a page of HTML in a folder of reports.
type ReportPage struct {
	Name  string `json:"name"`  // of the file, below the folder
	Title string `json:"title"` // as the page states it
	Link  string `json:"link"`  // relative to the pages of the workbench
	// Picture is the link of a PNG picture in the same folder, or empty.
	Picture string `json:"picture,omitempty"`
}

// reportKey is a part of the address of every report. The server puts a report into a sandbox, so
// the report has no access to the cookie with the token. Instead, the addresses of its links and
// pictures contain this key, which no other page knows.
var reportKey = rand.Text()

// reportFiles lists the files that the server shows from a folder.
func reportFiles(dir string) (names []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.Count(name, "/") >= deepestReport || name != "." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.Type().IsRegular() && reportTypes[path.Ext(name)] != "" && !strings.HasPrefix(d.Name(), "."):
			names = append(names, name)
		}
		if len(names) >= mostReportFiles {
			return fs.SkipAll
		}
		return nil
	})
	return names, err
}

// beginning returns at most the given number of bytes of a file.
func beginning(dir, name string, most int64) ([]byte, error) {
	f, err := os.OpenInRoot(dir, filepath.FromSlash(name)) // refuses links that lead out of the folder
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

func viewReports(dir string, number int) ReportsView {
	v := ReportsView{Name: filepath.Base(dir), Pages: []ReportPage{}}
	names, err := reportFiles(dir)
	if err != nil {
		if where, ok := errors.AsType[*fs.PathError](err); ok {
			err = where.Err // the page needs no path of this machine
		}
		v.Error = err.Error()
		return v
	}
	link := func(name string) string {
		at := url.URL{Path: "reports/" + reportKey + "/" + strconv.Itoa(number) + "/" + name}
		return at.EscapedPath()
	}
	for _, name := range names {
		if path.Ext(name) != ".html" {
			continue
		}
		p := ReportPage{Name: name, Title: titleOfPage(dir, name), Link: link(name)}
		i := slices.IndexFunc(names, func(o string) bool { return path.Dir(o) == path.Dir(name) && path.Ext(o) == ".png" })
		if i >= 0 {
			p.Picture = link(names[i])
		}
		v.Pages = append(v.Pages, p)
	}
	return v
}

var titleElement = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// titleOfPage returns the title that a page states at its beginning, or else the name of the page.
func titleOfPage(dir, name string) string {
	head, _ := beginning(dir, name, 4096) // a page that cannot be read has no title
	if m := titleElement.FindSubmatch(head); m != nil {
		return html.UnescapeString(strings.TrimSpace(string(m[1])))
	}
	return name
}

// report serves a file of a report. The server lists the files of the report, and looks for the
// name of the request in this list. It never opens a name that comes from a request.
func (l *laboratory) report(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || !equal(r.PathValue("key"), reportKey) || number < 0 || number >= len(l.reports) {
		http.NotFound(w, r)
		return
	}
	dir := l.reports[number]
	names, err := reportFiles(dir)
	i := slices.Index(names, r.PathValue("file"))
	if err != nil || i < 0 {
		http.NotFound(w, r)
		return
	}
	data, err := beginning(dir, names[i], mostReportBytes+1)
	if err != nil || len(data) > mostReportBytes {
		http.NotFound(w, r) // the file was removed meanwhile, or is too large
		return
	}
	if path.Ext(names[i]) == ".html" {
		data = web.InWorkbench(data, strings.Repeat("../", 1+strings.Count(names[i], "/"))+boardPage+"?")
	}
	h := w.Header()
	h.Set("Content-Type", reportTypes[path.Ext(names[i])])
	h.Set("Content-Security-Policy", reportPolicy(data, path.Ext(names[i])))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // a page in a sandbox has an origin of its own
	h.Set("Cross-Origin-Opener-Policy", "unsafe-none")    // in a sandbox, HTML forbids any other value
	h.Set("Cache-Control", "no-cache")
	if ext := path.Ext(names[i]); ext == ".csv" || ext == ".jsonl" {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(names[i])}))
	}
	_, _ = w.Write(data) // the client may be gone
}

// boardPage is the address, below the key of the reports, that leads from a report to a board.
const boardPage = "board"

// boardOfReport leads to the board that the query names, on the page Analyse. A report in its sandbox
// counts as another site. So if a report had a link to the page Analyse itself, the browser would not send
// the cookie with the token. The page that boardOfReport sends belongs to this site.
func boardOfReport(w http.ResponseWriter, r *http.Request) {
	if !equal(r.PathValue("key"), reportKey) {
		http.NotFound(w, r)
		return
	}
	open(w, "board", "/analyse.html#"+r.URL.RawQuery)
}

var scriptElement = regexp.MustCompile(`(?is)<script[^>]*>(.*?)</script>`)

// reportPolicy only allows a report its own style, its pictures and the scripts that it
// contains. The policy also puts the report into a sandbox, so the report has no access to the
// workbench.
func reportPolicy(data []byte, ext string) string {
	var hashes []string
	if ext == ".html" {
		for _, m := range scriptElement.FindAllSubmatch(data, 20) {
			sum := sha256.Sum256(m[1])
			hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
	}
	return "default-src 'none'; script-src " + cmp.Or(strings.Join(hashes, " "), "'none'") + "; style-src 'unsafe-inline'; " +
		"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
		"sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox"
}
