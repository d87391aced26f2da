//go:build !unix

package extern

import (
	"os"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr { return nil }

func killGroup(p *os.Process) { _ = p.Kill() }

// pastCPU is not known here.
func pastCPU(*os.ProcessState) bool { return false }
