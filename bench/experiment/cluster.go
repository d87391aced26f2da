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

// A Cluster is an experiment cut into shards for a cluster of machines that
// share a folder: one task of an array a shard, each with a ledger of its own,
// and a last one that merges them.
type Cluster struct {
	Spec   string // path of the experiment file, as the tasks see it
	Full   bool   // its full size
	Shards int    // from 1
	CPUs   int    // of a task, and workers in it
	Memory int    // of a task, gigabytes
	Hours  int    // of a task at most
	Image  string // of a container with counterproof in it; Kubernetes alone
	Volume string // the claim of the shared folder; Kubernetes alone

	// MaxArraySize is the site's limit of the same name in slurm.conf; 0 means
	// DefaultMaxArraySize. Slurm alone.
	MaxArraySize int
}

// DefaultMaxArraySize is Slurm's limit where a site sets none (slurm.conf(5)). The
// largest index of an array is one less, and ours count from 0.
const DefaultMaxArraySize = 1001

//go:embed cluster
var clusterFiles embed.FS

var clusterTemplates = template.Must(template.New("").Funcs(template.FuncMap{"quote": ShellQuote}).ParseFS(clusterFiles, "cluster/*"))

// Clusters names the kinds of clusters there are job files for.
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

// Name is that of the job: the experiment's, in letters that every scheduler
// takes.
func (c Cluster) Name() string {
	name := strings.TrimSuffix(filepath.Base(c.Spec), filepath.Ext(c.Spec))
	name = strings.TrimLeft(odd.ReplaceAllString(strings.ToLower(name), "-"), "-")
	return cmp.Or(strings.TrimRight(name[:min(len(name), 40)], "-"), "experiment")
}

var odd = regexp.MustCompile(`[^a-z0-9]+`)

// Last is the index of the last task, which counts from 0.
func (c Cluster) Last() int { return c.Shards - 1 }

// Seconds is Hours in seconds.
func (c Cluster) Seconds() int { return 3600 * c.Hours }

// Write writes the job file for one of Clusters.
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

// unprintable characters end a line somewhere, or are no UTF-8.
func unprintable(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError }

// ShellQuote returns the text as one word of a shell.
func ShellQuote(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_./-]+$`)
