// Package cluster helps to run the parts of an experiment on many machines with a shared folder. It
// writes job files for schedulers, and reports the progress of the parts from their ledgers. It
// neither submits nor runs a job.
package cluster

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"counterproof/bench/run/experiment"

	"counterproof/encode/wording"
)

// A Job is an experiment that is cut into parts. Its job file runs one task per part. Each task has
// its own ledger. With Slurm, a last job merges the ledgers and reports on the result. With GNU
// parallel, the end of the script does this. The file for Kubernetes has the commands for this in a
// comment.
type Job struct {
	Spec string // path of the experiment file, as the tasks see it
	Full bool   // run the full size
	// AllowCommands is true if the tasks may run the commands that the experiment defines.
	AllowCommands bool

	Shards int    // number of parts, at least 1
	Parts  string // path of the parts file (see experiment.Split), as the tasks see it; "" for plain shards
	AtOnce int    // largest number of tasks that run at the same time; 0 means no limit
	CPUs   int    // number of CPUs of a task, which is also the number of its workers
	Memory int    // memory of a task in gigabytes
	Hours  int    // time limit of a task
	Image  string // container image with counterproof in it; only for Kubernetes
	Volume string // volume claim of the shared folder; only for Kubernetes
	Hosts  string // machines for GNU parallel, as its option --sshlogin takes them

	// These are options of the same names for sbatch. Only Slurm uses them.
	Partition, Account, Constraint, QOS string

	// Prelude is the text of a shell script that every task of Slurm runs first. Comments at the
	// beginning of the script can state more options for sbatch.
	Prelude string

	// MaxArraySize is the site's limit of the same name in slurm.conf. 0 means DefaultMaxArraySize.
	// Only Slurm uses this field.
	MaxArraySize int
}

// DefaultMaxArraySize is Slurm's default for MaxArraySize (slurm.conf(5)). The largest index of an
// array is one less than this limit. Our indices start at 0, so the limit is also the largest
// number of tasks.
const DefaultMaxArraySize = 1001

//go:embed job
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"quote": experiment.ShellQuote, "option": optionQuote,
	"oneline": func(command string) string { return strings.ReplaceAll(command, "\\\n", "") },
	"indent":  func(text, by string) string { return strings.ReplaceAll(text, "\n", "\n"+by) },
}).ParseFS(files, "job/*"))

// Kinds returns the kinds of clusters for which Write can write a job file.
func Kinds() []string {
	all, _ := files.ReadDir("job") // sorted by name
	return wording.Each(all, fs.DirEntry.Name)
}

// Name returns the name of the job: the name of the experiment's file, changed so that every
// scheduler accepts its characters.
func (j Job) Name() string {
	name := strings.TrimSuffix(filepath.Base(j.Spec), filepath.Ext(j.Spec))
	name = strings.TrimLeft(odd.ReplaceAllString(strings.ToLower(name), "-"), "-")
	return cmp.Or(strings.TrimRight(name[:min(len(name), 40)], "-"), "experiment")
}

var odd = regexp.MustCompile(`[^a-z0-9]+`)

// Folder returns the folder of the ledgers, relative to the folder where the tasks run.
func (j Job) Folder() string { return j.Name() + "-shards" }

// Last returns the index of the last task. Indices start at 0.
func (j Job) Last() int { return j.Shards - 1 }

// Seconds returns Hours in seconds.
func (j Job) Seconds() int { return 3600 * j.Hours }

// Run returns the command of one task. The parameter task is text that a shell replaces by the index
// of the task.
func (j Job) Run(task string) string { return j.run(task, experiment.ShellQuote) }

// Pod returns the command of one task for the field args of a container. In this field, Kubernetes
// replaces $$ by $, and $(NAME) by the variable NAME if there is one. So Pod doubles each $ in the
// names of files. It leaves each $ in the parameter task for the shell.
func (j Job) Pod(task string) string {
	return j.run(task, func(name string) string { return strings.ReplaceAll(experiment.ShellQuote(name), "$", "$$") })
}

func (j Job) run(task string, quote func(string) string) string {
	line := fmt.Sprintf("counterproof run%s%s --jobs %d --shard \"%s/%d\"", j.full(), j.permission(), j.CPUs, task, j.Shards)
	line += wording.If(j.Parts != "", " --parts "+quote(j.Parts))
	return line + fmt.Sprintf(" \\\n--ledger \"%s/%s.sqlite\" %s", j.Folder(), task, quote(j.Spec))
}

// Merge returns the command that merges the ledgers. A damaged ledger does not keep the command from merging
// the others. The command that Complete returns then names the tasks that have lost records.
func (j Job) Merge() string {
	return fmt.Sprintf("counterproof merge --damaged skip --ledger %s.sqlite %s/*.sqlite", j.Name(), j.Folder())
}

// Report returns the command that reports on the merged ledger.
func (j Job) Report() string {
	return fmt.Sprintf("counterproof report%s --ledger %s.sqlite -o %s %s", j.full(), j.Name(), j.Name(), experiment.ShellQuote(j.Spec))
}

// Complete returns the command that prints which tasks are incomplete, and fails if there are any.
func (j Job) Complete() string {
	return fmt.Sprintf("counterproof cluster%s%s --complete status %s", j.full(), j.permission(), experiment.ShellQuote(j.Spec))
}

func (j Job) full() string { return wording.If(j.Full, " --full") }

func (j Job) permission() string { return wording.If(j.AllowCommands, " --allow-commands") }

// Slots returns how many tasks GNU parallel should run at once on each machine, in the form of its
// option --jobs. If AtOnce is 0, the tasks on a machine together have about one worker per core.
func (j Job) Slots() string {
	if j.AtOnce > 0 {
		return fmt.Sprint(j.AtOnce)
	}
	return fmt.Sprintf("%d%%", max(1, 100/j.CPUs))
}

// Options returns the beginning of the prelude, up to the first line that is neither blank nor a
// comment. In this beginning, sbatch looks for options.
func (j Job) Options() string { return j.Prelude[:commandsAt(j.Prelude)] }

// Commands returns the prelude without its Options.
func (j Job) Commands() string { return j.Prelude[commandsAt(j.Prelude):] }

func commandsAt(script string) int {
	at := 0
	for line := range strings.Lines(script) {
		if text := strings.TrimSpace(line); text != "" && text[0] != '#' {
			break
		}
		at += len(line)
	}
	return at
}

// Write writes the job file for a kind of cluster that Kinds lists.
func (j Job) Write(w io.Writer, kind string) error {
	t := templates.Lookup(kind)
	if t == nil {
		return fmt.Errorf("no cluster of kind %q: %s", wording.Short(kind), wording.Want(kind, Kinds()))
	}
	if err := j.check(kind); err != nil {
		return err
	}
	j.Prelude += wording.If(j.Prelude != "" && !strings.HasSuffix(j.Prelude, "\n"), "\n")
	return t.Execute(w, j)
}

func (j Job) check(kind string) error {
	for _, text := range []string{j.Spec, j.Parts, j.Image, j.Volume, j.Hosts, j.Partition, j.Account, j.Constraint, j.QOS} {
		if i := strings.IndexFunc(text, unprintable); i >= 0 {
			return fmt.Errorf("want a name without %q: %q", []rune(text[i:])[0], text)
		}
	}
	if strings.ContainsRune(j.Prelude, 0) || !utf8.ValidString(j.Prelude) {
		return errors.New("--prelude: want a shell script, but the file is not text in UTF-8")
	}
	if most := cmp.Or(j.MaxArraySize, DefaultMaxArraySize); kind == "slurm" && j.Shards > most {
		return fmt.Errorf("%d shards do not fit in a Slurm array: use at most %d, or --max-array-size N if the site raised MaxArraySize (scontrol show config prints it)", j.Shards, most)
	}
	// GNU parallel replaces {}, {.}, {%} and many more wherever they occur.
	for _, path := range []string{j.Spec, j.Parts} {
		if kind == "parallel" && strings.Contains(path, "{") {
			return fmt.Errorf("want a path without {, which GNU parallel would replace: rename %s", path)
		}
	}
	return nil
}

// unprintable reports whether a character is not graphic or not valid UTF-8. A character that is
// not graphic might end a line of a job file.
func unprintable(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError }

// optionQuote quotes the text so that sbatch reads it as one word in a line that begins with
// #SBATCH. Unlike a shell, sbatch replaces no variables there. Even between apostrophes, sbatch
// takes a backslash as an escape of the next character.
func optionQuote(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_.,:/-]+$`)
