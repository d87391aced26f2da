//go:build !js

package extern

import (
	"crypto/rand"
	"sync"
)

// MarkVariable is the environment variable that marks a program and the processes that it
// starts. A process keeps the mark even if it leaves the program's process group and session.
const MarkVariable = "COUNTERPROOF_MARK"

// NewMark returns a value for MarkVariable that no other process has.
func NewMark() string { return rand.Text() }

// mark is the mark of the programs of this process. A worker uses the mark of its parent, so
// that the parent can find the programs after the worker has ended.
var mark = sync.OnceValue(NewMark)

func environment(own []string) []string { return append(own, MarkVariable+"="+mark()) }

// EndMarked ends all processes that have the mark, except this one, until there are none left, and
// removes the files of their formulas. On systems other than Linux it only removes the files.
func EndMarked(m string) {
	endMarked(m)
	removeFiles(m)
}
