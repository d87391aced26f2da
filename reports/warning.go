package reports

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// The kinds of warnings.
const (
	FewRuns      = "repetitions"  // fewer than 3 runs of what is another each time
	FewInstances = "instances"    // fewer than 5
	Mixed        = "mixed"        // hosts, versions of Go, commits, versions of a method
	MixedLimits  = "limits"       // jobs that had different limits
	Ignored      = "ignored"      // jobs that were cut and are not in a mean or median
	TooFast      = "clock"        // times that the clock can hardly tell from 0
	LeftOut      = "wrong"        // wrong answers that are in no number
	NotMeasured  = "not measured" // records without the measure or the axis
	NotDrawn     = "not drawn"    // what has no place in the picture
	NotTheSame   = "not the same" // methods that were not tried on the same instances
)

// A Warning is what a reader has to know about a picture or a row of a table
// before believing it.
type Warning struct {
	Kind string
	N    int // how many it is about: records, instances, hosts
	Text string
}

// How many repetitions and instances are few.
const (
	enoughRuns      = 3
	enoughInstances = 5
)

// warnings collects them, each kind of the same text once.
type warnings []Warning

func (w *warnings) add(kind string, n int, format string, args ...any) {
	if n == 0 {
		return
	}
	text := fmt.Sprintf(format, args...)
	if !slices.ContainsFunc(*w, func(old Warning) bool { return old.Kind == kind && old.Text == text }) {
		*w = append(*w, Warning{kind, n, text})
	}
}

// few warns of lines of few instances; those of equally many are one warning.
func (w *warnings) few(name string, n int) {
	if n >= enoughInstances {
		return
	}
	if name != "" {
		name = " of " + name
	}
	text := fmt.Sprintf("only %d %s", n, plural(n, "instance", "instances"))
	if i := slices.IndexFunc(*w, func(old Warning) bool { return old.Kind == FewInstances && strings.HasPrefix(old.Text, text+" of ") }); i >= 0 && name != "" {
		(*w)[i].Text += ";" + strings.TrimPrefix(name, " of")
		return
	}
	w.add(FewInstances, max(n, 1), "%s%s", text, name)
}

// notTheSame warns where lines of methods are of different instances.
func (w *warnings) notTheSame(groups []*group) {
	all := map[string]bool{}
	for _, g := range groups {
		if oneName(g.Samples, func(s *sample) string { return s.Method }) == "" {
			return // they are of suites or puzzles, each with instances of its own
		}
		for _, s := range g.Samples {
			all[s.task()] = true
		}
	}
	var fewer []string
	for _, g := range groups {
		own := map[string]bool{}
		for _, s := range g.Samples {
			own[s.task()] = true
		}
		if len(own) < len(all) {
			fewer = append(fewer, fmt.Sprintf("%s on %s of %s", g.Name, whole(len(own)), whole(len(all))))
		}
	}
	w.add(NotTheSame, len(fewer), "not the same instances: %s", list(fewer))
}

// measured warns of how the samples were measured.
func (w *warnings) measured(samples []*sample, m Measure) {
	if len(samples) == 0 {
		return
	}
	few, fast, least := 0, 0, samples[0].Runs
	versions := map[string][]string{}
	var hosts, gos, commits []string
	limits := map[float64]bool{}
	cut := false
	for _, s := range samples {
		if least = min(least, s.Runs); s.Runs < enoughRuns {
			few++
		}
		if s.solved() && s.Value < m.finest {
			fast++
		}
		cut = cut || !s.solved()
		if s.Limit > 0 {
			limits[s.Limit] = true
		}
		for _, r := range s.all {
			hosts, gos, commits = distinct(hosts, r.Host), distinct(gos, r.Go), distinct(commits, r.Commit)
			versions[r.Method] = distinct(versions[r.Method], strings.TrimSpace(r.Version+" "+r.Solver))
		}
	}
	if m.timed() {
		what := fmt.Sprintf("%s of %s were", whole(few), whole(len(samples)))
		if few == len(samples) {
			what = "all were"
		}
		w.add(FewRuns, few, "%s measured fewer than %d times (%s)", what, enoughRuns, map[bool]string{true: "once", false: "twice"}[least < 2])
		if len(hosts) > 1 {
			w.add(Mixed, len(hosts), "measured on %d machines: %s", len(hosts), list(hosts))
		}
		if len(gos) > 1 {
			w.add(Mixed, len(gos), "measured with %d versions of Go: %s", len(gos), list(gos))
		}
	}
	if len(commits) > 1 {
		w.add(Mixed, len(commits), "measured at %d commits", len(commits))
	}
	for _, method := range naturalKeys(versions) {
		if v := versions[method]; len(v) > 1 {
			w.add(Mixed, len(v), "%d versions of %s: %s", len(v), method, list(v))
		}
	}
	if cut && len(limits) > 1 {
		w.add(MixedLimits, len(limits), "the jobs had %d different limits", len(limits))
	}
	if fast > 0 {
		w.add(TooFast, fast, "%s of %s are below %s, which the clock can hardly tell from 0", whole(fast), whole(len(samples)), m.say(m.finest))
	}
}

// ignored warns of samples that have no number and are in no mean.
func (w *warnings) ignored(what string, samples []*sample) {
	reasons := map[string]int{}
	n := 0
	for _, s := range samples {
		if !s.solved() {
			reasons[s.Cut]++
			n++
		}
	}
	if n == 0 {
		return
	}
	var said []string
	for _, r := range naturalKeys(reasons) {
		said = append(said, fmt.Sprintf("%s %s", reasonName(r), whole(reasons[r])))
	}
	w.add(Ignored, n, "%s leaves out %s without an answer (%s)", what, whole(n), strings.Join(said, ", "))
}

// cutBy says why some samples have no answer, as a verb.
func cutBy(samples []*sample) string {
	for _, s := range samples {
		if !s.solved() && s.Cut != result.Timeout && s.Cut != result.CPU {
			return "had no answer"
		}
	}
	return "timed out"
}

func reasonName(reason string) string {
	switch reason {
	case result.Timeout:
		return "wall time"
	case result.CPU:
		return "CPU time"
	case result.Done:
		return "no answer"
	}
	return reason
}

func distinct(values []string, v string) []string {
	if v == "" || slices.Contains(values, v) {
		return values
	}
	return append(values, v)
}

func naturalKeys[T any](m map[string]T) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, natural)
	return keys
}
