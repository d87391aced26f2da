package data

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterproof/bench/result"
	"counterproof/reports/format"
	"counterproof/reports/stat"
)

// The kinds of warnings.
const (
	FewRuns          = "repetitions"  // fewer than 3 runs of what is another each time
	FewInstances     = "instances"    // fewer than 5
	Mixed            = "mixed"        // hosts, versions of Go, commits, versions of a method
	SeparateMachines = "apart"        // methods that were never measured on the same machine
	MixedLimits      = "limits"       // jobs that had different limits
	OtherJobs        = "other jobs"   // of a method, for which another one of it stands
	MixedModes       = "unlike"       // jobs that were to list the solutions and jobs that were not
	Ignored          = "ignored"      // jobs that were cut and are not in a mean or median
	TooFast          = "clock"        // times that the clock can hardly tell from 0
	NoPAR2           = "PAR-2"        // lines without one, since another limit ended jobs of theirs
	LeftOut          = "wrong"        // wrong answers: unsolved where it is of work, else left out
	NotMeasured      = "not measured" // records without the measure or the axis
	NotDrawn         = "not drawn"    // what has no place in the picture
	NotTheSame       = "not the same" // methods that were not tried on the same instances
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
	mostBoardsNamed = 3 // boards that a warning names
)

// Warnings collects them, each kind of the same text once.
type Warnings []Warning

func (w *Warnings) Add(kind string, n int, format string, args ...any) {
	if n == 0 {
		return
	}
	text := fmt.Sprintf(format, args...)
	if !slices.ContainsFunc(*w, func(old Warning) bool { return old.Kind == kind && old.Text == text }) {
		*w = append(*w, Warning{kind, n, text})
	}
}

// Join adds warnings that are not among them.
func (w *Warnings) Join(others []Warning) {
	for _, o := range others {
		w.Add(o.Kind, o.N, "%s", o.Text)
	}
}

// FewInstances warns of lines of few instances; those of equally many are one warning.
func (w *Warnings) FewInstances(name string, n int) {
	if n >= stat.Enough {
		return
	}
	if name != "" {
		name = " of " + name
	}
	text := fmt.Sprintf("only %d %s", n, format.Plural(n, "instance", "instances"))
	if n == 0 {
		text = "no instance"
	}
	if i := slices.IndexFunc(*w, func(old Warning) bool { return old.Kind == FewInstances && strings.HasPrefix(old.Text, text+" of ") }); i >= 0 && name != "" {
		(*w)[i].Text += ";" + strings.TrimPrefix(name, " of")
		return
	}
	w.Add(FewInstances, max(n, 1), "%s%s", text, name)
}

// NotTheSame warns where lines of methods are of different instances.
func (w *Warnings) NotTheSame(groups []*Group) {
	all := map[string]bool{}
	for _, g := range groups {
		if SharedName(g.Samples, func(s *Sample) string { return s.Method }) == "" {
			return // they are of suites or puzzles, each with instances of its own
		}
		for _, s := range g.Samples {
			all[s.Task()] = true
		}
	}
	var fewer []string
	for _, g := range groups {
		own := map[string]bool{}
		for _, s := range g.Samples {
			own[s.Task()] = true
		}
		if len(own) < len(all) {
			fewer = append(fewer, fmt.Sprintf("%s on %s of %s", g.Name, format.Whole(len(own)), format.Whole(len(all))))
		}
	}
	w.Add(NotTheSame, len(fewer), "not the same instances: %s", format.List(fewer))
}

// Measured warns of how the samples were measured.
func (w *Warnings) Measured(samples []*Sample, m Measure) {
	if len(samples) == 0 {
		return
	}
	few, fast, least := 0, 0, samples[0].Runs
	versions, hostsOf := map[[2]string][]string{}, map[string][]string{} // of a puzzle's method, of a method
	var hosts, gos, commits []string
	limits := map[float64]bool{}
	asked := map[string][]int64{}
	cut := false
	for _, s := range samples {
		if least = min(least, s.Runs); s.Runs < enoughRuns {
			few++
		}
		if s.Solved() && s.Value < m.finest {
			fast++
		}
		cut = cut || !s.Solved()
		if s.Limit > 0 {
			limits[s.Limit] = true
		}
		if task, n := s.Task(), s.solutions(); !slices.Contains(asked[task], n) {
			asked[task] = append(asked[task], n)
		}
		for _, r := range s.Records {
			hosts, gos, commits = format.AppendDistinct(hosts, r.Host), format.AppendDistinct(gos, r.Go), format.AppendDistinct(commits, r.Commit)
			hostsOf[r.Method] = format.AppendDistinct(hostsOf[r.Method], r.Host)
			own := [2]string{r.Puzzle, r.Method}
			if r.Orbits { // its version includes that of the symmetries
				own[1] += " up to symmetry"
			}
			versions[own] = format.AppendDistinct(versions[own], strings.TrimSpace(r.Version+" "+r.Solver))
		}
	}
	if m.Timed() {
		what := fmt.Sprintf("%s of %s were", format.Whole(few), format.Whole(len(samples)))
		if few == len(samples) {
			what = "all were"
		}
		w.Add(FewRuns, few, "%s measured fewer than %d times (%s)", what, enoughRuns, map[bool]string{true: "once", false: "twice"}[least < 2])
		if len(hosts) > 1 {
			w.Add(Mixed, len(hosts), "measured on %d machines: %s", len(hosts), format.List(hosts))
			w.separateMachines(hostsOf)
		}
		if len(gos) > 1 {
			w.Add(Mixed, len(gos), "measured with %d versions of Go: %s", len(gos), format.List(gos))
		}
	}
	if len(commits) > 1 {
		w.Add(Mixed, len(commits), "measured at %d commits", len(commits))
	}
	for _, own := range slices.SortedFunc(maps.Keys(versions), func(a, b [2]string) int { return cmp.Or(format.Natural(a[1], b[1]), format.Natural(a[0], b[0])) }) {
		if v := versions[own]; len(v) > 1 {
			w.Add(Mixed, len(v), "%d versions of %s: %s", len(v), own[1], format.List(v))
		}
	}
	if !m.wrong {
		w.wrongAnswers(samples)
	}
	if cut && len(limits) > 1 {
		w.Add(MixedLimits, len(limits), "the jobs had %d different limits", len(limits))
	}
	various := 0
	for _, solutions := range asked {
		various += int(Indicator(len(solutions) > 1))
	}
	w.Add(MixedLimits, various, "%s of %s instances have jobs that stop at different numbers of solutions", format.Whole(various), format.Whole(len(asked)))
	if fast > 0 {
		w.Add(TooFast, fast, "%s of %s are below %s, which the clock can hardly tell from 0", format.Whole(fast), format.Whole(len(samples)), m.Say(m.finest))
	}
}

// separateMachines warns of methods that share no machine: their ratio is also that of the machines.
func (w *Warnings) separateMachines(hosts map[string][]string) {
	methods := format.SortedKeys(hosts)
	var pairs []string
	for i, a := range methods {
		for _, b := range methods[i+1:] {
			shared := slices.ContainsFunc(hosts[a], func(h string) bool { return slices.Contains(hosts[b], h) })
			if !shared && len(hosts[a]) > 0 && len(hosts[b]) > 0 {
				pairs = append(pairs, a+" and "+b)
			}
		}
	}
	n := len(pairs)
	if n > MostNamed {
		pairs = append(pairs[:MostNamed], fmt.Sprintf("%s other pairs", format.Whole(n-MostNamed)))
	}
	w.Add(SeparateMachines, n, "%s were never measured on the same machine", strings.Join(pairs, "; "))
}

// wrongAnswers warns of wrong answers, a method with its boards.
func (w *Warnings) wrongAnswers(samples []*Sample) {
	of, tried := map[string][]string{}, map[string]int{}
	n := 0
	for _, s := range samples {
		tried[s.Method]++
		if s.Wrong > 0 {
			of[s.Method] = append(of[s.Method], format.ShortLabel(s.Record))
			n++
		}
	}
	var phrases []string
	for _, method := range format.SortedKeys(of) {
		boards := of[method]
		text := fmt.Sprintf("%s on %s of %s", method, format.Whole(len(boards)), format.Whole(tried[method]))
		if more := len(boards) - mostBoardsNamed; more > 0 {
			boards = append(boards[:mostBoardsNamed:mostBoardsNamed], format.Whole(more)+" more")
		}
		phrases = append(phrases, fmt.Sprintf("%s (%s)", text, format.List(boards)))
	}
	w.Add(LeftOut, n, "wrong answers, which count as unsolved: %s", strings.Join(phrases, "; "))
}

// NoPAR2 warns of a line without PAR-2 since jobs were ended by a limit that is not the measure's.
func (w *Warnings) NoPAR2(name string, samples []*Sample, m Measure) {
	reasons := map[string]int{}
	n := 0
	for _, s := range samples {
		if s.Other != "" {
			reasons[s.Other]++
			n++
		}
	}
	var phrases []string
	for _, r := range format.SortedKeys(reasons) {
		phrases = append(phrases, fmt.Sprintf("%s ended by the limit of %s", format.Whole(reasons[r]), ReasonName(r)))
	}
	if name != "" {
		name = " of " + name
	}
	w.Add(NoPAR2, n, "no PAR-2%s: %s, not by that of %s", name, format.List(phrases), m.Name)
}

// LeftOutOf warns of samples that have no number and are in no mean.
func (w *Warnings) LeftOutOf(what string, samples []*Sample) {
	n := 0
	for _, s := range samples {
		n += int(Indicator(!s.Solved()))
	}
	w.Add(Ignored, n, "%s leaves out %s without an answer (%s)", what, format.Whole(n), reasonsOf(samples))
}

// reasonsOf says why some samples have no answer: "wall time 2, wrong 1"; "" where all have one.
func reasonsOf(samples []*Sample) string {
	reasons := map[string]int{}
	for _, s := range samples {
		if !s.Solved() {
			reasons[s.Cut]++
		}
	}
	var phrases []string
	for _, r := range format.SortedKeys(reasons) {
		phrases = append(phrases, fmt.Sprintf("%s %s", ReasonName(r), format.Whole(reasons[r])))
	}
	return strings.Join(phrases, ", ")
}

// CutVerb says why some samples have no answer, as a verb, apart from wrong ones.
func CutVerb(samples []*Sample) string {
	for _, s := range samples {
		if !s.Solved() && s.Cut != result.Timeout && s.Cut != result.CPU && s.Cut != result.Wrong {
			return "had no answer"
		}
	}
	return "timed out"
}

// CountWrong is how many of the samples are unsolved since they are wrong.
func CountWrong(samples []*Sample) int {
	n := 0
	for _, s := range samples {
		n += int(Indicator(s.Cut == result.Wrong))
	}
	return n
}

// LostText says what became of the samples that have no number: "2 that timed out and 1 wrong"; ""
// for none.
func LostText(samples []*Sample) string {
	wrong, cut := CountWrong(samples), -CountWrong(samples)
	for _, s := range samples {
		cut += int(Indicator(!s.Solved()))
	}
	var phrases []string
	if cut > 0 {
		phrases = append(phrases, format.Whole(cut)+" that "+CutVerb(samples))
	}
	if wrong > 0 {
		phrases = append(phrases, format.Whole(wrong)+" wrong")
	}
	return format.List(phrases)
}

func ReasonName(reason string) string {
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

// MostNamed is up to how many lines an answer tells of each.
const MostNamed = 6
