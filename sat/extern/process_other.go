//go:build !linux && !js

package extern

import "os"

// Adopt does nothing on this system. A process that left its program's group survives the
// program.
func Adopt(string) {}

func endMarked(string) {}

func endStrays() {}

func endAll() {}

// Strays returns 0 on this system, which does not say what a program has started.
func Strays() int { return 0 }

// Peak returns 0, because the size is unknown on this system.
func Peak(int) int64 { return 0 }

// maxResident returns 0, because this system reports it in other units or not at all.
func maxResident(*os.ProcessState) int64 { return 0 }
