// Package child starts this program again as a child process, writes lines to it, and reads the
// lines that it answers. It ends such processes together with their outside programs, and measures
// the memory of processes.
package child

import "os/exec"

// Command returns the command that starts a child process: the result of the function own or, if own
// is nil, our own binary with the given argument.
func Command(own func() *exec.Cmd, arg string) *exec.Cmd {
	if own != nil {
		return own()
	}
	cmd := self()
	cmd.Args = append(cmd.Args, arg)
	return cmd
}
