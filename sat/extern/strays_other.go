//go:build !linux && !js

package extern

// Adopt does nothing on this system. A process that left its program's group survives the
// program.
func Adopt(string) {}

// EndMarked does nothing on this system.
func EndMarked(string) {}

func endStrays() {}

func endAll() {}
