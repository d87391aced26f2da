package experiments

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"counterproof/reports/markdown"
	"counterproof/reports/page"
)

// DocsFolder is where the repository has its pages. The commands run in the repository.
const DocsFolder = "docs"

// docs are the pages of the repository that an experiment can be checked against. Outside the
// repository they are empty, and nothing is quoted from them or links to them.
type docs struct {
	Claims markdown.Page // what the sources claim
	Found  markdown.Page // what the experiments found, a section each
}

// ReadDocs reads the pages. Their addresses are relative to dir, in which the page that quotes
// them will be.
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

// relativeAddress returns the address of a file as seen from a page in dir.
func relativeAddress(dir, file string) (string, error) {
	from, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	u := url.URL{}
	if relative, err := filepath.Rel(from, to); err == nil {
		u.Path = filepath.ToSlash(relative)
	} else { // another drive of Windows
		u.Scheme, u.Path = "file", "/"+filepath.ToSlash(to)
	}
	return u.String(), nil
}

// Describe adds to an experiment what the docs say of it. A claim belongs to the experiments
// whose files or pages it links to.
func (d *docs) Describe(e *page.Experiment) (described page.Described, err error) {
	described.Experiment = e
	if len(d.Claims.Text) == 0 {
		return described, nil
	}
	article := "experiments/" + e.Name + ".md"
	targets := []string{article, "../bench/experiments/" + e.Name + ".toml"}
	section := ""
	if section, described.Found, err = d.Found.Section(e.Name); err != nil {
		return described, err
	}
	if section != "" {
		targets = append(targets, "atlas.md#"+section)
	}
	if described.Claims, err = d.Claims.Linking(targets...); err != nil {
		return described, err
	}
	if _, err := os.Stat(filepath.Join(DocsFolder, filepath.FromSlash(article))); err == nil {
		described.Article = d.Found.Resolve(article)
	}
	return described, nil
}
