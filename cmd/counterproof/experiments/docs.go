package experiments

import (
	"cmp"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"counterproof/reports/study/page"
	"counterproof/reports/web/markdown"
)

// DocsFolder is the folder of the pages in the repository. The path is relative, because the
// commands run at the root of the repository.
const DocsFolder = "docs"

// A docs holds the two pages of the repository with which the results of an experiment can be compared.
// Outside the repository, they are empty, and a report has no quotations and no links.
type docs struct {
	Claims markdown.Page // docs/claims.md: the claims of the sources
	Found  markdown.Page // docs/atlas.md: the results, with a section for each experiment
}

// ReadDocs reads the pages. Their addresses are relative to dir, the folder of the page that quotes
// them.
func ReadDocs(dir string) (docs, error) {
	var d docs
	for name, p := range map[string]*markdown.Page{"claims.md": &d.Claims, "atlas.md": &d.Found} {
		text, err := os.ReadFile(filepath.Join(DocsFolder, name))
		if errors.Is(err, fs.ErrNotExist) {
			return docs{}, nil
		}
		if err != nil {
			return docs{}, err
		}
		address, err := relativeAddress(dir, filepath.Join(DocsFolder, name))
		if err != nil {
			return docs{}, err
		}
		*p = markdown.Page{Text: text, Address: address}
	}
	return d, nil
}

func relativeAddress(dir, file string) (string, error) {
	from, err := filepath.Abs(dir)
	to, err2 := filepath.Abs(file)
	if err := cmp.Or(err, err2); err != nil {
		return "", err
	}
	u := url.URL{}
	if relative, err := filepath.Rel(from, to); err == nil {
		u.Path = filepath.ToSlash(relative)
	} else { // dir and file are on different drives of Windows
		u.Scheme, u.Path = "file", "/"+filepath.ToSlash(to)
	}
	return u.String(), nil
}

// Describe adds the text of the docs about an experiment. Its claims link to its file or its page.
func (d *docs) Describe(e *page.Experiment) page.Described {
	described := page.Described{Experiment: e}
	if len(d.Claims.Text) == 0 {
		return described
	}
	article := "experiments/" + e.Name + ".md"
	targets := []string{article, "../bench/experiments/" + e.Name + ".toml"}
	section, found := d.Found.Section(e.Name)
	if section != "" {
		targets = append(targets, "atlas.md#"+section)
	}
	described.Found, described.Claims = found, d.Claims.Linking(targets...)
	if _, err := os.Stat(filepath.Join(DocsFolder, filepath.FromSlash(article))); err == nil {
		described.Article = d.Found.Resolve(article)
	}
	return described
}
