// Package release says which version of Counterproof runs. The program, the server, and the engine for
// browsers all name this version.
package release

import (
	"cmp"
	"runtime/debug"
)

// described is the output of git describe for the source. The linker sets it: the Makefile for the
// program, and cmd/wasm for the engine.
var described string

// Version returns the version of this program. If the linker has set the variable described, this is
// the version. If not, the version is the one that Go has recorded, for example after go install.
// Without any, the version is "devel".
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && described == "" && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return cmp.Or(described, "devel")
}
