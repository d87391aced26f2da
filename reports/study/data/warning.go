package data

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
)

// The kinds of warnings.
const (
	FewRuns          = "repetitions"  // fewer than 3 runs of a measure that varies from run to run
	FewInstances     = "instances"    // fewer than 5 instances
	Mixed            = "mixed"        // several hosts, versions of Go, commits or versions of a method
	SeparateMachines = "apart"        // methods that were never measured on the same machine
	MixedLimits      = "limits"       // jobs with different limits
	OtherJobs        = "other jobs"   // jobs left out because another job represents their method
	MixedModes       = "unlike"       // jobs that had to list the solutions, compared with jobs that did not
	Ignored          = "ignored"      // jobs without an answer that a mean or median leaves out
	TooFast          = "clock"        // times within the error of the clock
	NoPAR2           = "PAR-2"        // lines without a PAR-2 because another limit ended some of their jobs
	LeftOut          = "wrong"        // wrong answers, which count as unsolved for a measure of work and are left out of other measures
	NotMeasured      = "not measured" // records without the measure or without the dimension of an axis
	NotDrawn         = "not drawn"    // samples without a place in the picture
	TooParallel      = "parallel"     // times of jobs that ran at the same time as more jobs than the machine has cores
	Outside          = "outside"      // outside programs, compared with methods inside the process
	NotTheSame       = "not the same" // methods that did not run on the same instances
)

// A Warning is a caveat that a report prints below a picture or about a row of a table.
type Warning struct {
	Kind string
	N    int // how many records, instances, hosts or other things the warning concerns
	Text string
}

const (
	enoughRuns      = 3 // fewer repetitions lead to a warning
	mostBoardsNamed = 3 // per method, in a warning about wrong answers
)

// Warnings collects warnings. Two warnings with the same kind and text become one.
type Warnings []Warning

// Add adds a warning of the given kind, unless its number n is 0.
func (w *Warnings) Add(kind string, n int, format string, args ...any) {
	if n == 0 {
		return
	}
	text := fmt.Sprintf(format, args...)
	if !slices.ContainsFunc(*w, func(old Warning) bool { return old.Kind == kind && old.Text == text }) {
		*w = append(*w, Warning{kind, n, text})
	}
}

// Join adds the warnings that are not in the list yet.
func (w *Warnings) Join(others []Warning) {
	for _, o := range others {
		w.Add(o.Kind, o.N, "%s", o.Text)
	}
}

// FewInstances warns if a line of a picture has fewer than stat.Enough instances. The parameters
// are the name of the line and its number of instances. Lines with the same number share one
// warning.
func (w *Warnings) FewInstances(name string, n int) {
	if n >= stat.Enough {
		return
	}
	name = wording.If(name != "", " of "+name)
	text := wording.Either(n == 0, "no instance", fmt.Sprintf("only %d %s", n, format.Plural(n, "instance", "instances")))
	if i := slices.IndexFunc(*w, func(old Warning) bool { return old.Kind == FewInstances && strings.HasPrefix(old.Text, text+" of ") }); i >= 0 && name != "" {
		(*w)[i].Text += ";" + strings.TrimPrefix(name, " of")
		return
	}
	w.Add(FewInstances, max(n, 1), "%s%s", text, name)
}

// NotTheSame warns if methods that a picture or table compares cover different instances. Each group
// holds the samples of one place where methods are compared, such as a suite. A method without
// samples at a place is not compared there. The warning adds up the places of each method.
func (w *Warnings) NotTheSame(places ...*Group) {
	own, all := map[string]int{}, map[string]int{}
	method := func(s *Sample) string { return s.Method }
	for _, place := range places {
		tasks := result.Neighbours(place.Samples, (*Sample).Task)
		for m := range wording.Set(place.Samples, method) {
			all[m] += len(tasks)
		}
		for _, samples := range tasks {
			for m := range wording.Set(samples, method) {
				own[m]++
			}
		}
	}
	var fewer []string
	for _, m := range format.SortedKeys(own) {
		if own[m] < all[m] {
			fewer = append(fewer, fmt.Sprintf("%s on %s of %s", m, format.Whole(own[m]), format.Whole(all[m])))
		}
	}
	w.Add(NotTheSame, len(fewer), "not the same instances: %s", format.List(format.AtMost(fewer, MostNamed, "%s other methods")))
}

// Measured adds the warnings about how the samples were measured.
func (w *Warnings) Measured(samples []*Sample, m Measure) {
	if len(samples) == 0 {
		return
	}
	if m.Timed() {
		w.repetitions(samples)
	}
	w.provenance(samples, m.Timed())
	if m.Unit == "s" {
		w.parallel(samples)
		w.outside(samples)
	}
	if !m.wrong {
		w.wrongAnswers(samples)
	}
	w.limits(samples)
	fast := CountIf(samples, func(s *Sample) bool { return s.Solved() && s.Value < m.finest })
	w.Add(TooFast, fast, "%s of %s are below %s, which is within the error of the clock", format.Whole(fast), format.Whole(len(samples)), m.Say(m.finest))
}

func (w *Warnings) repetitions(samples []*Sample) {
	few := CountIf(samples, func(s *Sample) bool { return s.Runs < enoughRuns })
	subject := wording.Either(few == len(samples), "all were", fmt.Sprintf("%s of %s were", format.Whole(few), format.Whole(len(samples))))
	least := slices.MinFunc(samples, func(a, b *Sample) int { return a.Runs - b.Runs })
	w.Add(FewRuns, few, "%s measured fewer than %d times (%s)", subject, enoughRuns, wording.Either(least.Runs < 2, "once", "twice"))
}

func (w *Warnings) provenance(samples []*Sample, timed bool) {
	records := slices.Concat(wording.Each(samples, func(s *Sample) []*result.Record { return s.Records })...)
	if hosts := hostsOf(records); timed && len(hosts) > 1 {
		w.Add(Mixed, len(hosts), "measured on %d machines: %s", len(hosts), format.List(hosts))
		w.separateMachines(records)
	}
	if gos := distinct(records, func(r *result.Record) string { return r.Go }); timed && len(gos) > 1 {
		w.Add(Mixed, len(gos), "measured with %d versions of Go: %s", len(gos), format.List(gos))
	}
	if commits := distinct(records, func(r *result.Record) string { return r.Commit }); len(commits) > 1 {
		w.Add(Mixed, len(commits), "measured at %d commits", len(commits))
	}
	// The version of a method up to symmetry also contains the version of the symmetries.
	method := func(r *result.Record) string { return r.Method + wording.If(r.Orbits, " up to symmetry") }
	for _, same := range ByName(records, method) {
		for _, own := range ByName(same, func(r *result.Record) string { return r.Puzzle }) {
			if v := distinct(own, func(r *result.Record) string { return strings.TrimSpace(r.Version + " " + r.Solver) }); len(v) > 1 {
				w.Add(Mixed, len(v), "%d versions of %s: %s", len(v), method(own[0]), format.List(v))
			}
		}
	}
}

func distinct(records []*result.Record, value func(*result.Record) string) (values []string) {
	for _, r := range records {
		values = format.AppendDistinct(values, value(r))
	}
	return values
}

func hostsOf(records []*result.Record) []string {
	return distinct(records, func(r *result.Record) string { return r.Host })
}

func (w *Warnings) parallel(samples []*Sample) {
	var numbers, crowds []string
	crowded := CountIf(samples, func(s *Sample) bool {
		before := len(crowds)
		for _, r := range s.Records { // records of earlier versions have no numbers
			if r.Parallel > 0 {
				numbers = format.AppendDistinct(numbers, fmt.Sprint(r.Parallel))
			}
			if r.Parallel > r.Cores {
				crowds = append(crowds, fmt.Sprintf("%d on %d cores", r.Parallel, r.Cores))
			}
		}
		return len(crowds) > before
	})
	slices.Sort(crowds)
	w.Add(TooParallel, crowded, "%s of %s were measured with more jobs at once than cores (%s), so their times are too long",
		format.Whole(crowded), format.Whole(len(samples)), format.List(slices.Compact(crowds)))
	if slices.SortFunc(numbers, format.Natural); len(numbers) > 1 {
		w.Add(Mixed, len(numbers), "measured with different numbers of jobs at once: %s", format.List(numbers))
	}
}

// outside warns if outside programs are compared with methods inside the process. It says how long an empty
// run of each program takes, and which share of the program's wall time so many empty runs would take.
func (w *Warnings) outside(samples []*Sample) {
	program := func(s *Sample) string {
		name, err := method.Parse(s.Method)
		if err != nil || !outside(name) {
			return ""
		}
		return name.Family + "/" + name.Part
	}
	var texts []string
	groups := ByName(samples, program)
	for _, own := range groups {
		var empty []float64
		var starting, whole float64
		for _, s := range own {
			for _, r := range s.Records {
				if r.EmptyRun != nil && r.Runs != nil && r.WallSeconds != nil {
					empty = append(empty, *r.EmptyRun)
					starting, whole = starting+*r.EmptyRun*float64(*r.Runs), whole+*r.WallSeconds
				}
			}
		}
		switch name := program(own[0]); {
		case name == "":
		case len(empty) == 0:
			texts = append(texts, name+" was not measured")
		default:
			texts = append(texts, fmt.Sprintf("%s %s, %.0f%% of its wall time", name, format.Seconds(stat.UnsortedMedian(empty)), 100*min(starting/whole, 1)))
		}
	}
	if len(texts) < len(groups) {
		w.Add(Outside, len(texts), "outside programs are compared with methods inside this process: each run of a program includes starting it and reading the formula; empty runs: %s", strings.Join(texts, "; "))
	}
}

// limits warns if the jobs have different limits and at least one job is unsolved. It also warns if
// two jobs on the same instance stop after different numbers of solutions.
func (w *Warnings) limits(samples []*Sample) {
	limited := slices.DeleteFunc(slices.Clone(samples), func(s *Sample) bool { return s.Limit <= 0 })
	limits := len(wording.Set(limited, func(s *Sample) float64 { return s.Limit }))
	if limits > 1 && slices.ContainsFunc(samples, func(s *Sample) bool { return !s.Solved() }) {
		w.Add(MixedLimits, limits, "the jobs had %d different limits", limits)
	}
	if !slices.ContainsFunc(samples, func(s *Sample) bool { return s.solutions() != samples[0].solutions() }) {
		return
	}
	tasks, various := result.Neighbours(samples, (*Sample).Task), 0
	for _, own := range tasks {
		various += one(len(wording.Set(own, (*Sample).solutions)) > 1)
	}
	w.Add(MixedLimits, various, "%s of %s instances have jobs that stop at different numbers of solutions", format.Whole(various), format.Whole(len(tasks)))
}

// CountIf counts the samples that satisfy a condition.
func CountIf(samples []*Sample, holds func(*Sample) bool) int {
	n := 0
	for _, s := range samples {
		n += one(holds(s))
	}
	return n
}

// separateMachines warns about two methods that never ran on the same machine. The ratio of these
// methods includes the difference between the machines.
func (w *Warnings) separateMachines(records []*result.Record) {
	methods := ByName(records, func(r *result.Record) string { return r.Method })
	var pairs []string
	for i, as := range methods {
		for _, bs := range methods[i+1:] {
			a, b := hostsOf(as), hostsOf(bs)
			shared := slices.ContainsFunc(a, func(h string) bool { return slices.Contains(b, h) })
			if !shared && len(a) > 0 && len(b) > 0 {
				pairs = append(pairs, as[0].Method+" and "+bs[0].Method)
			}
		}
	}
	w.Add(SeparateMachines, len(pairs), "%s were never measured on the same machine", strings.Join(format.AtMost(pairs, MostNamed, "%s other pairs"), "; "))
}

func (w *Warnings) wrongAnswers(samples []*Sample) {
	n := 0
	var texts []string
	for _, own := range byMethod(samples) {
		wrong := slices.DeleteFunc(slices.Clone(own), func(s *Sample) bool { return s.Wrong == 0 })
		if len(wrong) == 0 {
			continue
		}
		n += len(wrong)
		boards := wording.Each(wrong, func(s *Sample) string { return format.ShortLabel(s.Record) })
		named := format.List(format.AtMost(boards, mostBoardsNamed, "%s more"))
		texts = append(texts, fmt.Sprintf("%s on %s of %s (%s)", own[0].Method, format.Whole(len(wrong)), format.Whole(len(own)), named))
	}
	w.Add(LeftOut, n, "wrong answers, which count as unsolved: %s", strings.Join(texts, "; "))
}

// NoPAR2 warns about a line without a PAR-2, because the limit of another measure ended some of its
// jobs.
func (w *Warnings) NoPAR2(name string, samples []*Sample, m Measure) {
	ended := slices.DeleteFunc(slices.Clone(samples), func(s *Sample) bool { return s.Other == "" })
	texts := wording.Each(ByName(ended, func(s *Sample) string { return s.Other }), func(own []*Sample) string {
		return fmt.Sprintf("%s ended by the limit of %s", format.Whole(len(own)), ReasonName(own[0].Other))
	})
	name = wording.If(name != "", " of "+name)
	w.Add(NoPAR2, len(ended), "no PAR-2%s: %s, not by the limit of %s", name, format.List(texts), m.Name)
}

// LeftOutOf warns about samples without an answer, because a mean or median leaves them out.
func (w *Warnings) LeftOutOf(what string, samples []*Sample) {
	n := CountIf(samples, func(s *Sample) bool { return !s.Solved() })
	w.Add(Ignored, n, "%s leaves out %s without an answer (%s)", what, format.Whole(n), reasonsOf(samples))
}

// reasonsOf returns why samples have no answer, with numbers: "wall time 2, wrong 1".
func reasonsOf(samples []*Sample) string {
	unsolved := slices.DeleteFunc(slices.Clone(samples), func(s *Sample) bool { return s.Solved() })
	texts := wording.Each(ByName(unsolved, func(s *Sample) string { return s.Cut }), func(own []*Sample) string {
		return ReasonName(own[0].Cut) + " " + format.Whole(len(own))
	})
	return strings.Join(texts, ", ")
}

// CutVerb returns a verb, such as "timed out", for what happened to the samples that have no answer
// and are not wrong.
func CutVerb(samples []*Sample) string {
	other := func(s *Sample) bool {
		return !s.Solved() && s.Cut != result.Timeout && s.Cut != result.CPU && s.Cut != result.Wrong
	}
	return wording.Either(slices.ContainsFunc(samples, other), "had no answer", "timed out")
}

// CountWrong returns the number of samples that have no answer because their answer is wrong.
func CountWrong(samples []*Sample) int {
	return CountIf(samples, func(s *Sample) bool { return s.Cut == result.Wrong })
}

// LostText describes the samples without an answer: "2 that timed out and 1 wrong".
func LostText(samples []*Sample) string {
	wrong := CountWrong(samples)
	cut := CountIf(samples, func(s *Sample) bool { return !s.Solved() }) - wrong
	return format.List(format.AppendDistinct(nil, format.Some(cut, "", " that "+CutVerb(samples)), format.Some(wrong, "", " wrong")))
}

// ReasonName returns the words with which reports name the reason why a job ended.
func ReasonName(reason string) string {
	return cmp.Or(map[string]string{result.Timeout: "wall time", result.CPU: "CPU time", result.Done: "no answer"}[reason], reason)
}

// MostNamed is the largest number of lines or pairs that a text names one by one.
const MostNamed = 6
