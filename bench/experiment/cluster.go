package experiment

import (
	"cmp"
	"embed"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/nearest"
)

// A Cluster is an experiment that is cut into shards, for a cluster of machines with a shared
// folder. Its job file is an array with one task per shard. Each task has its own ledger; a comment
// in the job file has the commands that merge the ledgers and report.
type Cluster struct {
	Spec   string // path of the experiment file, as the tasks see it
	Full   bool   // run the full size
	Shards int    // at least 1
	CPUs   int    // CPUs of a task, and its number of workers
	Memory int    // memory of a task in gigabytes
	Hours  int    // time limit of a task
	Image  string // container image with counterproof in it; only for Kubernetes
	Volume string // volume claim of the shared folder; only for Kubernetes

	// MaxArraySize is the site's limit of the same name in slurm.conf. 0 means
	// DefaultMaxArraySize. It is only for Slurm.
	MaxArraySize int
}

// DefaultMaxArraySize is Slurm's limit if a site sets none (slurm.conf(5)). The largest index of an
// array is one less than the limit, and our indices start at 0.
const DefaultMaxArraySize = 1001

//go:embed cluster
var clusterFiles embed.FS

var clusterTemplates = template.Must(template.New("").Funcs(template.FuncMap{"quote": ShellQuote}).ParseFS(clusterFiles, "cluster/*"))

// Clusters returns the kinds of clusters for which Write can write a job file.
func Clusters() []string {
	var names []string
	for _, t := range clusterTemplates.Templates() {
		if t.Tree != nil {
			names = append(names, t.Name())
		}
	}
	slices.Sort(names)
	return names
}

// Name returns the name of the job: the name of the experiment's file, changed so that every
// scheduler accepts its characters.
func (c Cluster) Name() string {
	name := strings.TrimSuffix(filepath.Base(c.Spec), filepath.Ext(c.Spec))
	name = strings.TrimLeft(odd.ReplaceAllString(strings.ToLower(name), "-"), "-")
	return cmp.Or(strings.TrimRight(name[:min(len(name), 40)], "-"), "experiment")
}

var odd = regexp.MustCompile(`[^a-z0-9]+`)

// Last returns the index of the last task in the job file's array. Indices start at 0.
func (c Cluster) Last() int { return c.Shards - 1 }

// Seconds returns Hours in seconds.
func (c Cluster) Seconds() int { return 3600 * c.Hours }

// Write writes the job file for a kind of cluster that Clusters lists.
func (c Cluster) Write(w io.Writer, kind string) error {
	t := clusterTemplates.Lookup(kind)
	if t == nil {
		return fmt.Errorf("no cluster of kind %q: %s", encode.Short(kind), nearest.Want(kind, Clusters()))
	}
	for _, text := range []string{c.Spec, c.Image, c.Volume} {
		if i := strings.IndexFunc(text, unprintable); i >= 0 {
			return fmt.Errorf("want a name without %q: %q", []rune(text[i:])[0], text)
		}
	}
	if most := cmp.Or(c.MaxArraySize, DefaultMaxArraySize); kind == "slurm" && c.Shards > most {
		return fmt.Errorf("%d shards do not fit in a Slurm array: use at most %d, or --max-array-size N if the site raised MaxArraySize (scontrol show config prints it)", c.Shards, most)
	}
	return t.Execute(w, c)
}

// unprintable reports whether a character is not graphic, so that it might end a line of a job
// file, or is not valid UTF-8.
func unprintable(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError }

// ShellQuote quotes the text so that a shell reads it as one word.
func ShellQuote(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_./-]+$`)
