//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"counterproof/bench/test/processtest"
)

// TestServeMemory checks that the flag --memory of the command serve limits the check of a large board,
// and that the server itself stays small while it answers several such questions. The server tries each
// check itself for at most 20 s. On a busy machine this can be too short, and the test asks again.
func TestServeMemory(t *testing.T) {
	t.Setenv("GOGC", "100") // make test sets it to 400, with which the server needs more memory
	s := serveWith(t, "--listen", "127.0.0.1:0", "--memory", "100MiB")
	const people = 52
	board := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", people)+"/", people-1), "/")
	entries := "-1" + strings.Repeat(",-1", people*(people-1)-1)
	question := fmt.Sprintf(`{"puzzle": "pairplace", "instance": %q, "entries": [%s]}`, board, entries)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			var text []byte
			inTime := processtest.Happens(func() bool {
				response, err := s.ask("check", question)
				if err != nil {
					t.Error(err)
					return true
				}
				defer response.Body.Close()
				text, err = io.ReadAll(response.Body)
				return err != nil || !bytes.Contains(text, []byte("stopped after 20s")) && !bytes.Contains(text, []byte("deadline exceeded"))
			})
			if !inTime || !bytes.Contains(text, []byte("100 MiB")) {
				t.Errorf("the check of a large board: %.300s", text)
			}
		})
	}
	all.Wait()
	most := 250_000
	if processtest.Race {
		most *= 4 // the race detector's own memory
	}
	if peak := memoryOf(s.cmd.Process.Pid, "VmHWM:"); peak == 0 || peak > most {
		t.Errorf("the server has used %d kB, want at most %d", peak, most)
	}
	s.end(t, os.Interrupt)
}
