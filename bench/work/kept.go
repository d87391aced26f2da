package work

import (
	"slices"

	"counterproof/bench/engine"
	"counterproof/bench/method"
	"counterproof/bench/result"
)

// byProgram reports whether an outside program does the job. It returns false if the name of the
// method cannot be parsed; such a job ends with an error in any case.
func byProgram(j result.Job) bool {
	name, err := method.Parse(j.Method)
	return err == nil && engine.ProgramOf(name) != nil
}

// Unkept returns a warning for each kind of limit (CPU time or memory) that the jobs have but that
// this operating system cannot enforce.
func Unkept(jobs []result.Job) []string {
	err := CanLimitMemory()
	if err == nil {
		return nil
	}
	var lines []string
	if slices.ContainsFunc(jobs, func(j result.Job) bool { return j.Limits.Memory > 0 }) {
		lines = append(lines, "the jobs run without their memory limits: "+err.Error())
	}
	if slices.ContainsFunc(jobs, func(j result.Job) bool { return j.Limits.CPU > 0 && byProgram(j) }) {
		lines = append(lines, "an outside program may exceed its limit of CPU time: this system reports the time only after the program has ended")
	}
	return lines
}
