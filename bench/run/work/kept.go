package work

import (
	"slices"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/system/child"
)

// byProgram reports whether an outside program does the job. If the name of the method cannot be
// parsed, the result is false. Such a job ends with an error in any case.
func byProgram(j result.Job) bool {
	name, err := method.Parse(j.Method)
	return err == nil && lookup.ProgramOf(name) != nil
}

// Unkept returns a warning for each kind of limit (CPU time or memory) that the jobs have but that
// this operating system cannot enforce.
func Unkept[J result.Keyed](jobs []J) []string {
	return unkept(jobs, child.CanLimitMemory(), endsAtCPULimit)
}

// unkept does the work of Unkept. The error noMemory says why the system cannot enforce memory limits,
// and cpu whether it can end a built-in method that has used up its CPU time.
func unkept[J result.Keyed](jobs []J, noMemory error, cpu bool) (lines []string) {
	some := func(has func(result.Job) bool) bool {
		return slices.ContainsFunc(jobs, func(j J) bool { return has(j.Whole()) })
	}
	if noMemory != nil && some(func(j result.Job) bool { return j.Limits.Memory > 0 }) {
		lines = append(lines, "the jobs run without their memory limits: "+noMemory.Error())
	}
	switch {
	case !cpu && some(func(j result.Job) bool { return j.Limits.CPU > 0 }):
		lines = append(lines, "a job may exceed its limit of CPU time: only Linux can end a job at this limit")
	case noMemory != nil && some(func(j result.Job) bool { return j.Limits.CPU > 0 && byProgram(j) }): // the same files are missing
		lines = append(lines, "an outside program may exceed its limit of CPU time: this system reports the time only after the program has ended")
	}
	return lines
}
