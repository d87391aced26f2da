// Package web holds the pages of the workbench in a browser: HTML templates, style sheets and small
// modules of JavaScript. The program serves them (package server), or writes them as a folder of
// files for any web server (Site). In both forms, the pages ask questions through assets/shared/ask.js,
// and package ask answers them.
package web

import (
	"embed"
	"html/template"
	"io"
	"io/fs"
	"slices"
	"sync"
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
