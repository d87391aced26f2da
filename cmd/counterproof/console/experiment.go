package console

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/experiment"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
	"counterproof/reports/study/page"
	"counterproof/reports/study/plot"
)

// FullFlag is the flag --full of the commands that read an experiment file.
var FullFlag = &cli.BoolFlag{Name: "full", Usage: "use the full size that the experiment file defines, instead of the smaller quick size"}

// CommandsFlag is the flag --allow-commands of the commands that run an experiment.
var CommandsFlag = &cli.BoolFlag{Name: "allow-commands", Usage: "let the experiment run the commands of its [[solver]] tables"}

// ReadExperiment reads an experiment file in the quick size, or the full size with --full. It
// returns the experiment and all its jobs. An experiment that defines commands needs --allow-commands.
func (c *Call) ReadExperiment(path string) (*experiment.Spec, []result.Listed, error) {
	spec, err := c.ReadSpec(path)
	if err != nil {
		return nil, nil, err
	}
	if err := spec.Permit(c.Bool(CommandsFlag.Name)); err != nil {
		return nil, nil, specError(err)
	}
	hashing := *c
	hashing.seen = func(path string, text []byte) { addFile(&spec.Files, path, sha256.Sum256(text)) }
	jobs, err := spec.Jobs(c, catalog.Find, func(p *encode.Puzzle, arg string) ([]encode.Instance, error) {
		ins, err := hashing.ReadInstances(p, []string{arg})
		SpareMemory(len(ins)) // before their jobs are made
		return ins, err
	})
	if unknown, ok := errors.AsType[*experiment.PuzzleError](err); ok {
		err = fmt.Errorf("%w: %s", err, wording.Want(unknown.Name, catalog.Names()))
	}
	for _, text := range spec.Missing {
		c.Warn("%s", text)
	}
	return spec, jobs, specError(err)
}

// ReadSpec reads an experiment file in the quick size, or the full size with --full. It checks
// everything that can be checked without reading instances.
func (c *Call) ReadSpec(path string) (*experiment.Spec, error) {
	spec, err := Await(c, func() (*experiment.Spec, error) {
		return experiment.ReadSpec(path, plot.KindNames(), c.Bool(FullFlag.Name))
	})
	if err == nil {
		err = spec.CheckPlots(plot.Check)
	}
	return spec, specError(err)
}

func specError(err error) error {
	if errors.As(err, new(*experiment.SpecError)) {
		return Misused(err)
	}
	return err
}

// addFile adds a line to a list of files as in ledger.Experiment, unless the list has the line.
func addFile(list *string, path string, hash [sha256.Size]byte) {
	line := hex.EncodeToString(hash[:]) + " " + strings.ReplaceAll(filepath.ToSlash(path), "\n", " ") + "\n"
	if !strings.Contains("\n"+*list, "\n"+line) {
		*list += line
	}
}

// hashFiles returns the files of instances as in ledger.Experiment, or "" if one cannot be read.
func hashFiles(spec *experiment.Spec) (list string) {
	for _, suite := range spec.Suites {
		for _, arg := range suite.Instances {
			path, ok := spec.FilePath(arg)
			if !ok {
				continue
			}
			path, more := splitModel(suite.Puzzle, path)
			paths, _, err := filesAt(path, extensions[suite.Puzzle])
			if suite.Puzzle == models {
				paths = slices.Concat(wording.Each(paths, func(p string) []string { return modelFiles(p, more) })...)
			}
			for _, path := range paths {
				var text []byte
				if info, absent := os.Stat(path); absent == nil && info.Mode().IsRegular() {
					text, err = os.ReadFile(path)
				}
				if text == nil || err != nil {
					return ""
				}
				addFile(&list, path, sha256.Sum256(text))
			}
		}
	}
	return list
}

// StoredExperiment returns the last experiment of a ledger that has the name and the jobs of spec and
// that has places, or nil. It prefers an experiment that was run with the present files of instances, and
// then one with the same text. If the files differ, it warns on stderr.
func (c *Call) StoredExperiment(path string, spec *experiment.Spec, all []*ledger.Experiment) (best *ledger.Experiment) {
	files, most := hashFiles(spec), 0
	var other string // files of another run
	for _, x := range all {
		same := x.Text == string(spec.Text)
		if x.Name != spec.Name() || x.Shards == 0 {
			continue
		}
		if other, err := experiment.ParseSpec(x.Name, []byte(x.Text), plot.KindNames()); !same && (err != nil || !spec.SameJobs(other)) {
			continue
		}
		fit := 1 + wording.Either(same, 1, 0) + wording.Either(ledger.SameFiles(x.Files, files), 2, 0)
		if fit < most {
			continue
		}
		if best != nil && !ledger.SameFiles(best.Files, x.Files) {
			other = best.Files
		}
		best, most = x, fit
	}
	switch {
	case best == nil:
	case !ledger.SameFiles(best.Files, files):
		then, now := Difference(best.Files, files)
		c.Warn("ledger %s: %s was run with %s, but %s now names %s: run it again to use these instances", path, best.Name, then, spec.Path, now)
	case files == "" && other != "":
		this, another := Difference(best.Files, other)
		c.Warn("ledger %s: %s was run with different instances, and %s does not name files that can be read: the last run is used, with %s, and not the run with %s", path, best.Name, spec.Path, this, another)
	}
	return best
}

// Difference names the files that only one of two lists has, with the beginnings of their hashes. The
// lists are as in ledger.Experiment.
func Difference(a, b string) (onlyA, onlyB string) {
	only := func(list, other string) string {
		var names []string
		for line := range strings.Lines(list) {
			hash, path, _ := strings.Cut(strings.TrimSpace(line), " ")
			if !strings.Contains("\n"+other, "\n"+hash) {
				names = append(names, fmt.Sprintf("%s (sha256 %.12s)", wording.Plain(path), hash))
			}
		}
		if names == nil {
			return "fewer files, or the same in another order"
		}
		return strings.Join(names, ", ")
	}
	return only(a, b), only(b, a)
}

// CheckBoards returns an error if the experiment x in the ledger at path has none of the boards of the
// jobs, which come from the experiment file spec. Two experiment files can have the same name and text,
// but take their boards from different files.
func CheckBoards(l *ledger.Ledger, path string, x *ledger.Experiment, jobs []result.Listed, spec string) error {
	keys, boards := make(map[string]bool, len(jobs)), map[[2]string]bool{}
	for _, listed := range jobs {
		j := listed.Whole()
		keys[listed.Key()], boards[[2]string{j.Puzzle, j.Instance}] = true, true
	}
	places, err := l.Places(x)
	if err != nil || slices.ContainsFunc(places, func(p result.Place) bool { return keys[p.Key] }) {
		return err
	}
	records, err := l.Placed(places) // with other versions of the methods, the boards are the same
	if err != nil || len(records) == 0 ||
		slices.ContainsFunc(records, func(r result.Record) bool { return boards[[2]string{r.Puzzle, r.Instance}] }) {
		return err
	}
	return Usagef("ledger %s: it belongs to another experiment with the name %s, because it has none of the boards of %s: "+
		"use another folder, rename the experiment's file, or move the old ledgers away", path, x.Name, spec)
}

// WarnOfPictures makes the call warn about pictures of a report that cannot be drawn, or that show boxes
// for characters.
func (c *Call) WarnOfPictures(view *page.Page) {
	view.NotDrawn = func(name string, why error) { c.Say("not drawn: %s: %v", name, why) }
	view.Lacks = func(file, characters string) {
		c.Warn("%s: the font lacks %q, so the PNG and the PDF show boxes; the SVG next to them has these characters", file, characters)
	}
}

// MostNamed limits how many damaged records, wrong answers or incomplete shards are printed one by
// one.
const MostNamed = 20

// These are the values of the flag --damaged.
const (
	refuseDamaged = "refuse"
	skipDamaged   = "skip"
)

// DamagedFlag is the flag --damaged of the commands that can read a part of a damaged ledger.
var DamagedFlag = &cli.StringFlag{Name: "damaged", Value: refuseDamaged,
	Usage: "what to do with a damaged ledger: `WHAT` is \"refuse\" (fail) or \"skip\" (list the unreadable records and use the others)",
	Action: checked("damaged", func(value string) error {
		if value != refuseDamaged && value != skipDamaged {
			return fmt.Errorf("want %s or %s, got %q", refuseDamaged, skipDamaged, value)
		}
		return nil
	})}

// SkipsDamaged reports whether the flag --damaged has the value skip.
func (c *Call) SkipsDamaged() bool { return c.String(DamagedFlag.Name) == skipDamaged }

// OpenLedger opens a ledger for writing. If mend is true, it reduces a damaged ledger to its readable
// records, and lists the lost records on stderr.
func (c *Call) OpenLedger(path string, mend bool) (*ledger.Ledger, error) {
	l, err := ledger.Open(path)
	if errors.Is(err, ledger.ErrDamaged) && mend {
		kept, lost, failed := ledger.Mend(path)
		if failed != nil {
			return nil, fmt.Errorf("%w; move the file away and start again", failed)
		}
		if l, err = ledger.Open(path); err == nil {
			c.TellDamaged(path, lost)
			c.Say("ledger %s: %s left; the damaged ledger is kept as %s", path, wording.Plural(l.Len(), "record"), kept)
		}
	}
	if err != nil {
		return nil, Advised(err)
	}
	if l.Unhashed && l.Len() > 0 {
		c.Say("ledger %s: an earlier version wrote its %s without hashes; hashes are added", path, wording.Plural(l.Len(), "record"))
	}
	c.warnAlarms(l, path)
	return l, nil
}

// ReadLedger opens a ledger for reading. If the parameter skip is true, ReadLedger reads the
// intact records of a damaged ledger and lists the damaged records on stderr.
func (c *Call) ReadLedger(path string, skip bool) (*ledger.Ledger, error) {
	l, err := ledger.Read(path)
	if skip && (errors.Is(err, ledger.ErrDamaged) || errors.Is(err, ledger.ErrNotLedger)) {
		if saved, lost, failed := ledger.Salvage(path); failed == nil {
			if saved.Len() > 0 { // if there is no record, the file might not be a ledger
				c.TellDamaged(path, lost)
				c.warnAlarms(saved, path)
				return saved, nil
			}
			saved.Close()
		}
		return nil, err
	}
	if err != nil {
		return nil, Advised(err)
	}
	if l.Unhashed && l.Len() > 0 {
		c.Warn("ledger %s: an earlier version wrote its records without hashes, so a changed record may go unnoticed; the commands run and merge add hashes to the ledger that they write", path)
	}
	c.warnAlarms(l, path)
	return l, nil
}

func (c *Call) warnAlarms(l *ledger.Ledger, path string) {
	alarms, err := l.Alarms()
	switch {
	case err != nil:
		c.Warn("ledger %s: %v", path, err)
	case len(alarms) > 0:
		c.Warn("ledger %s: two workers gave different answers to the same job %s", path, l.AlarmAdvice(len(alarms)))
	}
}

// TellDamaged lists on stderr the parts of a damaged ledger that were not read.
func (c *Call) TellDamaged(path string, lost []ledger.Damage) {
	for i, d := range lost {
		if i == MostNamed {
			c.Say("left out: ledger %s: %d more", path, len(lost)-MostNamed)
			break
		}
		c.Say("left out: ledger %s: %v", path, &d)
	}
}

// Advised adds to the error for a damaged ledger the commands that save its readable records.
func Advised(err error) error {
	if !errors.Is(err, ledger.ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w; to save the rest: counterproof export --damaged skip, or counterproof merge --damaged skip --ledger NEW", err)
}

// SpareMemory lets the garbage collector run more often if there are many records, jobs or boards. The
// heap then exceeds what is in use by a third instead of doubling it.
func SpareMemory(records int) {
	if records > 50_000 {
		debug.SetGCPercent(33)
	}
}
