package extern

import (
	"crypto/rand"
	"sync"
)

// MarkVariable is the variable of the environment that marks a program, and all that it
// starts, as ours. A process that leaves the program's group and session still has it.
const MarkVariable = "COUNTERPROOF_MARK"

// NewMark returns a value of MarkVariable that no other process has.
func NewMark() string { return rand.Text() }

// mark is the mark of the programs of this process. A worker has that of its parent, which
// can then find the programs when the worker is gone.
var mark = sync.OnceValue(NewMark)

// environment marks a program that is to be started with the environment of this process.
func environment(own []string) []string { return append(own, MarkVariable+"="+mark()) }
