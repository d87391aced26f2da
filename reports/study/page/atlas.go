package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"counterproof/bench/system/atomicfile"
)

// An Experiment describes one experiment on the page of an atlas, which is a page about several
// experiments. The file NAME.json in the folder of the atlas stores this description, so that later
// pages can use it. The folder NAME contains its report.
type Experiment struct {
	Name     string    // the name of its file, without .toml
	Title    string    // plain text, like the other texts
	Question string    // may be empty
	Size     string    // "quick" or "full"
	Verdicts *Verdicts // nil: the run did not finish
	Answers  []Answer
	Picture  *Drawn // the first picture of the report; nil without one
	Failed   string // the reason of a failure, or empty
}

// Verdicts counts the jobs of an experiment by their verdicts.
type Verdicts struct{ Jobs, Correct, Wrong, Unchecked, Unanswered int }

// An Answer is one result on the page: the answer that a picture gives, or the boards with the
// fewest or the most solutions.
type Answer struct{ Name, Value string }

// Report copies the answers and the first picture of a report into e.
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

// Save writes e to the folder of the atlas. It creates the folder if necessary.
func (e *Experiment) Save(dir string) error {
	text, _ := json.MarshalIndent(e, "", "\t") // strings and whole numbers always become JSON
	return atomicfile.WriteAll(dir, []atomicfile.Named{{Name: e.Name + ".json", Data: append(text, '\n')}})
}

// ReadExperiment reads the file that Save wrote. It returns nil if there is no such file.
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

// An Atlas is a page about several experiments, with links to their reports.
type Atlas struct {
	Experiments           []Described
	ClaimsPage, FoundPage string // the addresses of the pages that Claims and Found come from; may be empty
}

// A Described is an experiment together with the texts about it in the docs.
type Described struct {
	*Experiment
	Claims, Found template.HTML // texts to check the experiment against; may be empty
	Article       string        // the address of an article about the experiment; may be empty

	HasReport bool // Write sets it
}

const atlasGenerator = "counterproof atlas"

var atlasHead = strings.Replace(pageHead, "counterproof", atlasGenerator, 1)

func (a *Atlas) Head() head {
	return head{Title: "The atlas", Generator: atlasGenerator, Images: true}
}

// Write writes the page into dir, which contains the reports of the experiments. Write overwrites
// an existing index.html only if the file is a page of an atlas.
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
	if err := templates().ExecuteTemplate(&html, "atlas.html", a); err != nil {
		return err
	}
	return atomicfile.WriteAll(dir, []atomicfile.Named{{Name: pageName, Data: html.Bytes()}})
}

// CheckAtlas returns an error if dir contains a page that is not a page of an atlas.
func CheckAtlas(dir string) error {
	path := filepath.Join(dir, pageName)
	foreign := fmt.Errorf("%s is not a page of the atlas, so it is not overwritten: name another folder with -o, or move the file away", path)
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		return foreign
	}
	_, err := readOwned(path, math.MaxInt64, foreign, func(page string) bool { return strings.HasPrefix(page, atlasHead) })
	return err
}
