package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"counterproof/bench/atomicfile"
)

// An Experiment is what the page of an atlas says of one experiment. NAME.json in the folder of
// the atlas keeps it for the next page, and the folder NAME has its report.
type Experiment struct {
	Name     string    // of its file, without .toml
	Title    string    // plain text, as all others
	Question string    // may be empty
	Size     string    // "quick" or "full"
	Verdicts *Verdicts // nil: the run did not get to its end
	Answers  []Answer
	Picture  *Drawn // the first one of the report; nil if it has none
	Failed   string // why, or empty
}

// Verdicts are the numbers of jobs of an experiment by their verdicts.
type Verdicts struct{ Jobs, Correct, Wrong, Unchecked, Unanswered int }

// An Answer is what a picture of a report answers, or who has the fewest or the most solutions.
type Answer struct{ Name, Value string }

// Report puts the answers and the first picture of a report into e.
func (e *Experiment) Report(s Summary) {
	e.Answers, e.Picture = nil, nil
	for _, f := range s.Findings {
		if f.Label == "answer" || f.Label == "fewest" || f.Label == "most" {
			e.Answers = append(e.Answers, Answer{f.Name(), f.Value})
		}
	}
	if len(s.Pictures) > 0 {
		e.Picture = &s.Pictures[0]
	}
}

// Save keeps e in the folder of the atlas, which is made if it is missing.
func (e *Experiment) Save(dir string) error {
	text, err := json.MarshalIndent(e, "", "\t")
	if err != nil {
		return err
	}
	return atomicfile.WriteAll(dir, []atomicfile.Named{{Name: e.Name + ".json", Data: append(text, '\n')}})
}

// ReadExperiment returns what Save has kept of an experiment, and nil if that is nothing.
func ReadExperiment(dir, name string) (*Experiment, error) {
	path := filepath.Join(dir, name+".json")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	e := &Experiment{}
	if err := json.Unmarshal(text, e); err != nil || e.Name != name {
		return nil, fmt.Errorf("%s is not a file of the atlas: move it away", path)
	}
	return e, nil
}

// An Atlas is a page of several experiments, with links to their reports.
type Atlas struct {
	Experiments           []Described
	ClaimsPage, FoundPage string // addresses of the pages that the texts of Described come from; may be empty
}

// A Described is an experiment with what is written about it.
type Described struct {
	*Experiment
	Claims, Found template.HTML // to check it against; may be empty
	Article       string        // the address of a text about it; may be empty

	HasReport bool // set by Write
}

const atlasGenerator = "counterproof atlas"

// atlasHead begins every page of an atlas.
var atlasHead = strings.Replace(pageHead, "counterproof", atlasGenerator, 1)

// Head returns the head of the page.
func (a *Atlas) Head() head {
	return head{Title: "The atlas", Generator: atlasGenerator, Images: true}
}

// Write writes the page into dir, which has the reports of the experiments. It overwrites only a
// page of an atlas.
func (a *Atlas) Write(dir string) error {
	if err := CheckAtlas(dir); err != nil {
		return err
	}
	for i := range a.Experiments {
		e := &a.Experiments[i]
		_, err := os.Stat(filepath.Join(dir, e.Name, pageName))
		e.HasReport = err == nil
	}
	var html bytes.Buffer
	if err := templates.ExecuteTemplate(&html, "atlas.html", a); err != nil {
		return err
	}
	return atomicfile.WriteAll(dir, []atomicfile.Named{{Name: pageName, Data: html.Bytes()}})
}

// CheckAtlas returns an error if dir has a page that is not of an atlas.
func CheckAtlas(dir string) error {
	path := filepath.Join(dir, pageName)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	foreign := fmt.Errorf("%s is not a page of the atlas, so it is not overwritten: name another folder with -o, or move the file away", path)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return foreign // a link that leads nowhere, a folder or a pipe
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(string(text), atlasHead) && !earlierAtlas(string(text)) {
		return foreign
	}
	return nil
}

// earlierAtlas reports whether a page was made by the script that made the atlas before. It
// began with a doctype in small letters and had the mark or the title in its first six lines.
func earlierAtlas(page string) bool {
	lines := strings.SplitN(page, "\n", 7)
	if lines[0] != "<!doctype html>" {
		return false
	}
	for _, line := range lines[:min(len(lines), 6)] {
		if line == `<meta name="generator" content="`+atlasGenerator+`">` || line == "<title>The atlas</title>" {
			return true
		}
	}
	return false
}
