// Package web holds the pages of the workbench in a browser: HTML templates, style sheets and small
// modules of JavaScript. The program serves them (package server), or writes them as a folder of
// files for any web server (Site). In both forms, the pages ask questions through assets/shared/ask.js,
// and package ask answers them.
package web

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"counterproof/bench/system/atomicfile"
	"counterproof/docs"
	"counterproof/reports/web/markdown"
)

//go:embed assets pages site all:engine
var files embed.FS

// A Page is one page of the workbench.
type Page struct {
	Name  string // the name of its file without .html, of its template, and of the folder of its script page.js
	Title string
	Menu  string // the text in the menu; empty if the menu leaves the page out
}

// Pages lists all pages, in the order of the menu.
var Pages = []Page{
	{"index", "Counterproof", ""},
	{"calendar", "A-Puzzle-A-Day", "Calendar"},
	{"play", "Play", "Play"},
	{"daily", "Daily puzzles", "Daily"},
	{"analyse", "Analyse a board", "Analyse"},
	{"laboratory", "Laboratory", "Laboratory"},
	{"tutorial", "Learn Pair Place", ""},
	{"control", "Reversible control flow", ""},
	{"example", "A page of your own", ""},
}

// A Form says where pages are shown.
type Form string

// These are the forms.
const (
	Live Form = "live" // a server answers the questions
	Site Form = "site" // a Web Worker answers the questions
)

type view struct {
	Page
	Form  Form
	Pages []Page
}

// Scripted reports whether the page has a script of its own. The other pages have only the one that all share.
func (v view) Scripted() bool { return v.Name != manualName }

var templates = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(files, "pages/*.html")) })

// Write writes the page with the given name as HTML: one of Pages, or a page of the documentation. A
// static site also has a page with the name 404. If there is no such page, the error is
// fs.ErrNotExist. Other errors come from w.
func Write(w io.Writer, name string, form Form) error {
	if name == missingName && form == Site {
		return templates().ExecuteTemplate(w, name+".html", view{Page{Name: manualName, Title: "This page is missing"}, form, Pages})
	}
	i := slices.IndexFunc(Pages, func(p Page) bool { return p.Name == name })
	if i < 0 {
		return writeDocument(w, name, form)
	}
	return templates().ExecuteTemplate(w, name+".html", view{Pages[i], form, Pages})
}

// missingName is the name of the page that a static site shows for an address without a page. Many
// web servers look for a file with this name and .html.
const missingName = "404"

// Assets returns the style sheets, scripts and images, which the pages expect in the folder assets. The
// folder of a page has its script page.js and its style page.css. The folder shared has what all pages
// use, board a board that people play, and pairplace the table and the graph of Pair Place.
func Assets() fs.FS { return sure(fs.Sub(files, "assets")) }

// EngineFiles names the files of the engine for Web Workers, which make engine makes.
var EngineFiles = []string{"engine.wasm.gz", "wasm_exec.js", PrinterFile}

// PrinterFile is the file of the engine that also makes PDF documents. Few visitors need the file,
// and it is large. So a page loads the file only to make such a document.
const PrinterFile = "printer.wasm.gz"

// Engine returns the files that EngineFiles names. A program that was built without make contains
// none of these files.
func Engine() fs.FS { return sure(fs.Sub(files, "engine")) }

// sure returns a value that exists in every build, such as an embedded file.
func sure[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// manualName is the name of the page that lists the pages of the documentation. The template and
// the script of all these pages have the same name.
const manualName = "docs"

// Documents lists the names of the pages of the documentation, without .html.
func Documents() []string { return slices.Sorted(maps.Keys(documents())) }

func documents() map[string]string {
	all := map[string]string{}
	_ = fs.WalkDir(docs.Files, ".", func(file string, d fs.DirEntry, err error) error { // the files are constants
		if strings.HasSuffix(file, ".md") {
			all[documentOf(file)] = file
		}
		return err
	})
	return all
}

func documentOf(file string) string {
	if file == "README.md" {
		return manualName
	}
	return manualName + "-" + strings.ReplaceAll(strings.TrimSuffix(file, ".md"), "/", "-")
}

func writeDocument(w io.Writer, name string, form Form) error {
	file := documents()[name]
	if file == "" {
		return fs.ErrNotExist
	}
	title, body := markdown.Page{Text: sure(docs.Files.ReadFile(file))}.Document(func(link string) string { return address(file, link) })
	return templates().ExecuteTemplate(w, manualName+".html", struct {
		view
		Body template.HTML
		List bool // whether this page lists the others
	}{view{Page{Name: manualName, Title: title}, form, Pages}, body, name == manualName})
}

// PicturesFolder is the folder of the pictures of the documentation.
const PicturesFolder = "docs/"

// pictures returns the pictures of the documentation, with names that begin with PicturesFolder.
func pictures() (all []atomicfile.Named) {
	_ = fs.WalkDir(docs.Files, ".", func(file string, d fs.DirEntry, err error) error {
		if !d.IsDir() && !strings.HasSuffix(file, ".md") {
			all = append(all, atomicfile.Named{Name: PicturesFolder + file, Data: sure(docs.Files.ReadFile(file))})
		}
		return err
	})
	return all
}

// address converts the address of a page or picture in a file of the documentation to an address on our
// site, or to "" if the site lacks it.
func address(file, link string) string {
	to, anchor, anchored := strings.Cut(link, "#")
	switch {
	case strings.Contains(to, ":"): // an address with a scheme, such as https:
		return link
	case to == "":
		to = file
	default:
		to = path.Join(path.Dir(file), to)
	}
	switch info, err := fs.Stat(docs.Files, to); {
	case err != nil || info.IsDir():
		return ""
	case !strings.HasSuffix(to, ".md"):
		return PicturesFolder + to
	}
	if to = documentOf(to) + ".html"; anchored {
		to += "#" + anchor
	}
	return to
}

// An atlasExperiment describes an experiment of the atlas for the page Laboratory.
type atlasExperiment struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Text    string `json:"text"`
	Report  string `json:"report"`            // a link relative to the pages
	Picture string `json:"picture,omitempty"` // a link relative to the pages
	Records int    `json:"records"`
}

// atlasFiles makes the files with which a static site shows an atlas, a folder that the command atlas
// has written. They are a list of the experiments, empty if atlas is nil, and their reports.
func atlasFiles(atlas fs.FS) (index atomicfile.Named, all []atomicfile.Named, err error) {
	list := []atlasExperiment{}
	if atlas != nil {
		names, err := fs.Glob(atlas, "*.json")
		if err != nil {
			return index, nil, err
		}
		for _, name := range names {
			e, files, err := atlasReport(atlas, strings.TrimSuffix(name, ".json"))
			if err != nil {
				return index, nil, fmt.Errorf("atlas: %w", err)
			}
			if len(files) > 0 {
				list, all = append(list, e), append(all, files...)
			}
		}
		if len(list) == 0 {
			return index, nil, errors.New("atlas: the folder has no reports: make them with counterproof atlas -o DIR")
		}
		if data, err := fs.ReadFile(atlas, "index.html"); err == nil {
			all = append(all, atomicfile.Named{Name: "atlas/index.html", Data: data})
		}
	}
	data, err := json.MarshalIndent(list, "", " ")
	return atomicfile.Named{Name: "atlas/experiments.json", Data: append(data, '\n')}, all, err
}

// atlasReport returns no files for an experiment without a report.
func atlasReport(atlas fs.FS, name string) (e atlasExperiment, all []atomicfile.Named, err error) {
	entries, err := fs.ReadDir(atlas, name)
	if errors.Is(err, fs.ErrNotExist) {
		return e, nil, nil
	}
	if err != nil {
		return e, nil, err
	}
	text, err := fs.ReadFile(atlas, name+".json")
	if err != nil {
		return e, nil, err
	}
	var about struct {
		Title, Question string
		Picture         *struct{ File string }
	}
	if err := json.Unmarshal(text, &about); err != nil {
		return e, nil, fmt.Errorf("%s.json: %w", name, err)
	}
	folder := "atlas/" + name + "/"
	e = atlasExperiment{Name: name, Title: about.Title, Text: about.Question, Report: folder + "index.html"}
	if about.Picture != nil {
		e.Picture = folder + about.Picture.File + ".svg"
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !slices.Contains([]string{".html", ".svg", ".png", ".pdf", ".csv"}, path.Ext(entry.Name())) {
			continue
		}
		data, err := fs.ReadFile(atlas, name+"/"+entry.Name())
		if err != nil {
			return e, nil, err
		}
		if path.Ext(entry.Name()) == ".html" {
			data = InWorkbench(data, "../../analyse.html#")
		}
		all = append(all, atomicfile.Named{Name: folder + entry.Name(), Data: data})
		if entry.Name() == "records.csv" {
			records, n, err := shortRecords(strings.NewReader(string(data)))
			if err != nil {
				return e, nil, fmt.Errorf("%s/records.csv: %w", name, err)
			}
			e.Records = n
			all = append(all, atomicfile.Named{Name: folder + "records.json", Data: records})
		}
	}
	return e, all, nil
}

// shortRecords converts the records of a report, n in all, to JSON with the fields that the page shows.
func shortRecords(r io.Reader) (text []byte, n int, err error) {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, 0, cmp.Or(err, io.EOF)
	}
	words := []string{"puzzle", "instance", "method", "status", "reason", "count", "given"}
	numbers := []string{"wall_seconds", "nodes", "conflicts"}
	records := []map[string]any{}
	for _, row := range rows[1:] {
		record := map[string]any{}
		for i, name := range rows[0] {
			if row[i] != "" && slices.Contains(words, name) {
				record[name] = row[i]
			}
			if x, err := strconv.ParseFloat(row[i], 64); err == nil && slices.Contains(numbers, name) {
				record[name] = x
			}
		}
		records = append(records, record)
	}
	text, err = json.Marshal(records)
	return text, len(records), err
}

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
