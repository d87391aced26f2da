package work

import (
	"slices"

	"counterproof/bench/engine"
	"counterproof/bench/method"
	"counterproof/bench/result"
)

// byProgram reports whether an outside program does the job. It does no job whose method is not the
// name of one: such a job ends with the error of the name.
func byProgram(j result.Job) bool {
	name, err := method.Parse(j.Method)
	return err == nil && engine.ProgramOf(name) != nil
}

// Unkept returns a line for each kind of limit that jobs ask for and that is not kept on
// this system.
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
		lines = append(lines, "an outside program may go past its limit of CPU time: what it has used is only known here when it has ended")
	}
	return lines
}
