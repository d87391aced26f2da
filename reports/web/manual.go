package web

import (
	"html/template"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"counterproof/bench/system/atomicfile"
	"counterproof/docs"
	"counterproof/reports/web/markdown"
)

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
