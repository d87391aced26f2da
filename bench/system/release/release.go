// Package release says which version of Counterproof runs. The program, the server, and the engine for
// browsers all name this version.
package release

import (
	"cmp"
	"runtime/debug"
)

// described is the output of git describe for the source, which the linker sets.
var described string

// Version returns the version of this program. If the linker has set the variable described,
// Version returns it. If not, Version returns the version that Go has recorded, for example after
// go install. If Go has recorded no version, the result is "devel".
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && described == "" && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return cmp.Or(described, "devel")
}
