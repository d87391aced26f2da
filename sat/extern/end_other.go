//go:build !unix && !js

package extern

import (
	"os"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr { return nil }

func killGroup(p *os.Process) { _ = p.Kill() }

// pastCPU returns false, because this system does not say why a program ended.
func pastCPU(*os.ProcessState) bool { return false }
