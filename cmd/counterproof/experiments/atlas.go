package experiments

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
	"counterproof/reports/study/format"
	"counterproof/reports/study/page"
	"counterproof/reports/web/markdown"
)

// AtlasCommand is the command atlas.
var AtlasCommand = &cli.Command{
	Name:      "atlas",
	Usage:     "run all experiments in a folder and make a page of their reports",
	ArgsUsage: "[NAME...]",
	Description: `Runs the named experiments, or all experiments if there is no NAME. Each experiment has its own
ledger, NAME.sqlite, in the output folder. After an interruption, the same command continues where it stopped. If an
experiment fails, the others still run, and the exit status is 1. The page is index.html in the output folder.
$ counterproof atlas --dry-run
$ counterproof atlas --shard 1/1000 lightsout-nullity`,
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "o", Value: filepath.Join("out", "atlas"), Usage: "write into the folder `DIR`", TakesFile: true},
		&cli.StringFlag{Name: experimentsFlag, Value: filepath.Join("bench", "experiments"), Usage: "run the experiments in the folder `DIR`", TakesFile: true},
		console.JobsFlag, console.FullFlag, console.CommandsFlag, dryRunFlag, shardFlag, console.VerboseFlag, console.InputFlag,
	},
	Action: console.Do(makeAtlas),
	BashComplete: func(c *cli.Context) {
		names, _ := ExperimentNames(c.String(experimentsFlag))
		for _, name := range names {
			fmt.Fprintln(c.App.Writer, name)
		}
	},
}

const experimentsFlag = "experiments"

type atlas struct {
	c      *console.Call
	folder string // the folder of the experiment files
	dir    string // the folder of the page, the ledgers and the reports
	shard  experiment.Shard
	dryRun bool
}

func makeAtlas(c *console.Call) error {
	shard, err := readShard(c)
	if err != nil {
		return err
	}
	a := &atlas{c: c, folder: c.String(experimentsFlag), dir: c.String("o"), shard: shard, dryRun: c.Bool(dryRunFlag.Name)}
	names, err := chooseExperiments(a.folder, c.Args)
	if err != nil {
		return err
	}
	if !a.dryRun {
		if err := page.CheckAtlas(a.dir); err != nil {
			return err
		}
		if err := os.MkdirAll(a.dir, 0o777); err != nil {
			return err
		}
	}
	var failed []string
	for _, name := range names {
		err := a.one(name)
		var stop stopped
		switch {
		case errors.As(err, &stop):
			return stop
		case c.Err() != nil:
			return errors.New("interrupted: run the command again to continue")
		case err != nil:
			failed = append(failed, name)
		}
	}
	if !a.dryRun {
		if err := a.writePage(); err != nil {
			return err
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("%d of %d experiments failed: %s", len(failed), len(names), strings.Join(failed, ", "))
	}
	return nil
}

// one runs an experiment, writes its report, and saves the entry of the experiment for the page. If
// the experiment fails, the method prints why and returns an error.
func (a *atlas) one(name string) error {
	if a.dryRun {
		fmt.Fprintf(a.c.Stdout, "%s:\n", name)
	}
	e := &page.Experiment{Name: name, Title: name, Size: wording.Either(a.c.Bool(console.FullFlag.Name), "full", "quick")}
	spec, jobs, err := a.c.ReadExperiment(filepath.Join(a.folder, name+".toml"))
	var found *verdicts
	if err == nil {
		e.Title, e.Question = spec.Title, spec.Question
		found, err = a.run(name, spec, jobs)
	}
	if a.c.Err() != nil {
		return err
	}
	if a.dryRun {
		return a.failed(name, err)
	}
	if found == nil {
		e.Failed = err.Error()
		return a.failed(name, err, a.keepEarlier(e))
	}
	e.Verdicts = &found.Verdicts
	alarming, drawn := a.draw(e, spec)
	if a.c.Err() != nil {
		return drawn
	}
	if errors.Is(drawn, errNoRecords) && a.shard.N > 1 && len(experiment.Of(a.shard, jobs, spec.Places)) == 0 {
		fmt.Fprintf(a.c.Stdout, "%s: shard %d of %d has none of the %d jobs, so there is nothing to draw\n", name, a.shard.I, a.shard.N, len(jobs))
		return nil
	}
	reasons := found.reasons()
	if alarming {
		reasons = append(reasons, "its report has alarms")
	}
	if drawn != nil {
		reasons = append(reasons, "its report: "+drawn.Error())
	}
	e.Failed = strings.Join(reasons, "; ")
	return a.failed(name, console.Finish(err, alarming), drawn, e.Save(a.dir))
}

// failed prints the errors that were not printed yet, and returns ErrReported if there are any.
func (a *atlas) failed(name string, errs ...error) error {
	for _, err := range errs {
		if err != nil && !errors.Is(err, console.ErrReported) {
			a.c.Say("%s: %v", name, err)
		}
	}
	return console.Finish(nil, errors.Join(errs...) != nil)
}

// keepEarlier saves the entry of an experiment whose run did not finish, with an earlier report.
func (a *atlas) keepEarlier(e *page.Experiment) error {
	earlier, err := page.ReadExperiment(a.dir, e.Name)
	if err != nil {
		return err
	}
	if earlier != nil && earlier.Picture != nil {
		e.Title, e.Question, e.Picture = earlier.Title, earlier.Question, earlier.Picture
		e.Failed += "; the report shows an earlier run"
	}
	return e.Save(a.dir)
}

// run runs the jobs of an experiment. It waits while another process uses the ledger.
func (a *atlas) run(name string, spec *experiment.Spec, jobs []result.Listed) (*verdicts, error) {
	for waiting := false; ; waiting = true {
		found, err := runJobs(a.c, a.ledger(name), spec, jobs)
		if !errors.Is(err, ledger.ErrLocked) {
			return found, err
		}
		if !waiting {
			a.c.Say("%v; waiting until it is free", err)
		}
		select {
		case <-a.c.Done():
			return nil, a.c.Err()
		case <-time.After(time.Second):
		}
	}
}

func (a *atlas) ledger(name string) string { return filepath.Join(a.dir, name+".sqlite") }

// draw writes the report, copies its summary into e, and reports whether it has alarms.
func (a *atlas) draw(e *page.Experiment, spec *experiment.Spec) (alarming bool, err error) {
	l, err := a.c.ReadLedger(a.ledger(e.Name), false)
	if err != nil {
		return false, err
	}
	defer l.Close()
	x, err := l.Last()
	if err != nil {
		return false, err
	}
	view := page.Page{Index: "../index.html"}
	if err := addRecords(l, x, spec, &view); err != nil {
		return false, err
	}
	if err := writeReport(a.c, filepath.Join(a.dir, e.Name), &view); err != nil {
		return false, err
	}
	e.Report(view.Summary())
	return view.Alarming(), nil
}

// writePage writes the page about all experiments that have an entry, even from earlier runs.
func (a *atlas) writePage() error {
	entries, err := os.ReadDir(a.dir)
	if err != nil {
		return err
	}
	d, err := ReadDocs(a.dir)
	if err != nil {
		return err
	}
	all := page.Atlas{ClaimsPage: d.Claims.Address, FoundPage: d.Found.Address}
	for _, entry := range entries {
		name, ok := strings.CutSuffix(entry.Name(), ".json")
		if !ok {
			continue
		}
		e, err := page.ReadExperiment(a.dir, name)
		if err != nil {
			a.c.Warn("%v", err)
			continue
		}
		all.Experiments = append(all.Experiments, d.Describe(e))
	}
	if err := all.Write(a.dir); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.c.Stdout, "atlas: %s\n", filepath.Join(a.dir, "index.html"))
	return err
}

// ExperimentNames returns the names of the experiment files in a folder, without .toml.
func ExperimentNames(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".toml"); ok && !e.IsDir() && name != "" {
			names = append(names, name)
		}
	}
	return names, nil
}

// chooseExperiments checks the names of experiments and returns each name once. If the
// parameter names is empty, it returns all experiments of the folder.
func chooseExperiments(folder string, names []string) ([]string, error) {
	all, err := ExperimentNames(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, console.Usagef("atlas: there is no folder %s: run the command in the repository, or name another folder with --%s", folder, experimentsFlag)
	}
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, console.Usagef("atlas: %s has no experiments: want a folder with files NAME.toml", folder)
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, console.Usagef("atlas: no experiment %q in %s: %s", wording.Short(name), folder, wording.Want(name, all))
		}
	}
	if len(names) == 0 {
		return all, nil
	}
	return format.AppendDistinct(nil, names...), nil
}

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
