package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterproof/bench/result"
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
	enoughInstances = 5
	mostBoardsNamed = 3 // boards that a warning names
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

// join adds warnings that are not among them.
func (w *warnings) join(others []Warning) {
	for _, o := range others {
		w.add(o.Kind, o.N, "%s", o.Text)
	}
}

// fewInstances warns of lines of few instances; those of equally many are one warning.
func (w *warnings) fewInstances(name string, n int) {
	if n >= enoughInstances {
		return
	}
	if name != "" {
		name = " of " + name
	}
	text := fmt.Sprintf("only %d %s", n, plural(n, "instance", "instances"))
	if n == 0 {
		text = "no instance"
	}
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
		if sharedName(g.Samples, func(s *sample) string { return s.Method }) == "" {
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
	versions, hostsOf := map[[2]string][]string{}, map[string][]string{} // of a puzzle's method, of a method
	var hosts, gos, commits []string
	limits := map[float64]bool{}
	asked := map[string][]int64{}
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
		if task, n := s.task(), s.solutions(); !slices.Contains(asked[task], n) {
			asked[task] = append(asked[task], n)
		}
		for _, r := range s.Records {
			hosts, gos, commits = appendDistinct(hosts, r.Host), appendDistinct(gos, r.Go), appendDistinct(commits, r.Commit)
			hostsOf[r.Method] = appendDistinct(hostsOf[r.Method], r.Host)
			own := [2]string{r.Puzzle, r.Method}
			if r.Orbits { // its version includes that of the symmetries
				own[1] += " up to symmetry"
			}
			versions[own] = appendDistinct(versions[own], strings.TrimSpace(r.Version+" "+r.Solver))
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
			w.separateMachines(hostsOf)
		}
		if len(gos) > 1 {
			w.add(Mixed, len(gos), "measured with %d versions of Go: %s", len(gos), list(gos))
		}
	}
	if len(commits) > 1 {
		w.add(Mixed, len(commits), "measured at %d commits", len(commits))
	}
	for _, own := range slices.SortedFunc(maps.Keys(versions), func(a, b [2]string) int { return cmp.Or(natural(a[1], b[1]), natural(a[0], b[0])) }) {
		if v := versions[own]; len(v) > 1 {
			w.add(Mixed, len(v), "%d versions of %s: %s", len(v), own[1], list(v))
		}
	}
	if !m.wrong {
		w.wrongAnswers(samples)
	}
	if cut && len(limits) > 1 {
		w.add(MixedLimits, len(limits), "the jobs had %d different limits", len(limits))
	}
	various := 0
	for _, solutions := range asked {
		various += int(indicator(len(solutions) > 1))
	}
	w.add(MixedLimits, various, "%s of %s instances have jobs that stop at different numbers of solutions", whole(various), whole(len(asked)))
	if fast > 0 {
		w.add(TooFast, fast, "%s of %s are below %s, which the clock can hardly tell from 0", whole(fast), whole(len(samples)), m.say(m.finest))
	}
}

// separateMachines warns of methods that share no machine: their ratio is also that of the machines.
func (w *warnings) separateMachines(hosts map[string][]string) {
	methods := naturalKeys(hosts)
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
	if n > mostNamed {
		pairs = append(pairs[:mostNamed], fmt.Sprintf("%s other pairs", whole(n-mostNamed)))
	}
	w.add(SeparateMachines, n, "%s were never measured on the same machine", strings.Join(pairs, "; "))
}

// wrongAnswers warns of wrong answers, a method with its boards.
func (w *warnings) wrongAnswers(samples []*sample) {
	of, tried := map[string][]string{}, map[string]int{}
	n := 0
	for _, s := range samples {
		tried[s.Method]++
		if s.Wrong > 0 {
			of[s.Method] = append(of[s.Method], short(s.Record))
			n++
		}
	}
	var phrases []string
	for _, method := range naturalKeys(of) {
		boards := of[method]
		text := fmt.Sprintf("%s on %s of %s", method, whole(len(boards)), whole(tried[method]))
		if more := len(boards) - mostBoardsNamed; more > 0 {
			boards = append(boards[:mostBoardsNamed:mostBoardsNamed], whole(more)+" more")
		}
		phrases = append(phrases, fmt.Sprintf("%s (%s)", text, list(boards)))
	}
	w.add(LeftOut, n, "wrong answers, which count as unsolved: %s", strings.Join(phrases, "; "))
}

// noPAR2 warns of a line without PAR-2 since jobs were ended by a limit that is not the measure's.
func (w *warnings) noPAR2(name string, samples []*sample, m Measure) {
	reasons := map[string]int{}
	n := 0
	for _, s := range samples {
		if s.Other != "" {
			reasons[s.Other]++
			n++
		}
	}
	var phrases []string
	for _, r := range naturalKeys(reasons) {
		phrases = append(phrases, fmt.Sprintf("%s ended by the limit of %s", whole(reasons[r]), reasonName(r)))
	}
	if name != "" {
		name = " of " + name
	}
	w.add(NoPAR2, n, "no PAR-2%s: %s, not by that of %s", name, list(phrases), m.Name)
}

// leftOutOf warns of samples that have no number and are in no mean.
func (w *warnings) leftOutOf(what string, samples []*sample) {
	n := 0
	for _, s := range samples {
		n += int(indicator(!s.solved()))
	}
	w.add(Ignored, n, "%s leaves out %s without an answer (%s)", what, whole(n), reasonsOf(samples))
}

// reasonsOf says why some samples have no answer: "wall time 2, wrong 1"; "" where all have one.
func reasonsOf(samples []*sample) string {
	reasons := map[string]int{}
	for _, s := range samples {
		if !s.solved() {
			reasons[s.Cut]++
		}
	}
	var phrases []string
	for _, r := range naturalKeys(reasons) {
		phrases = append(phrases, fmt.Sprintf("%s %s", reasonName(r), whole(reasons[r])))
	}
	return strings.Join(phrases, ", ")
}

// cutVerb says why some samples have no answer, as a verb, apart from wrong ones.
func cutVerb(samples []*sample) string {
	for _, s := range samples {
		if !s.solved() && s.Cut != result.Timeout && s.Cut != result.CPU && s.Cut != result.Wrong {
			return "had no answer"
		}
	}
	return "timed out"
}

// countWrong is how many of the samples are unsolved since they are wrong.
func countWrong(samples []*sample) int {
	n := 0
	for _, s := range samples {
		n += int(indicator(s.Cut == result.Wrong))
	}
	return n
}

// lostText says what became of the samples that have no number: "2 that timed out and 1 wrong"; ""
// for none.
func lostText(samples []*sample) string {
	wrong, cut := countWrong(samples), -countWrong(samples)
	for _, s := range samples {
		cut += int(indicator(!s.solved()))
	}
	var phrases []string
	if cut > 0 {
		phrases = append(phrases, whole(cut)+" that "+cutVerb(samples))
	}
	if wrong > 0 {
		phrases = append(phrases, whole(wrong)+" wrong")
	}
	return list(phrases)
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

func appendDistinct(values []string, v string) []string {
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
