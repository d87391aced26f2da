//go:build linux

package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"counterproof/bench/test/processtest"
)

// TestServeMemory checks that the flag --memory of the command serve limits the check of a large board,
// and that the server itself stays small while it answers several such questions.
func TestServeMemory(t *testing.T) {
	s := serveWith(t, "--listen", "127.0.0.1:0", "--memory", "100MiB")
	const people = 52
	board := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", people)+"/", people-1), "/")
	entries := "-1" + strings.Repeat(",-1", people*(people-1)-1)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			response, err := s.ask("check", fmt.Sprintf(`{"puzzle": "pairplace", "instance": %q, "entries": [%s]}`, board, entries))
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			if text, err := io.ReadAll(response.Body); err != nil || !strings.Contains(string(text), "100 MiB") {
				t.Errorf("the check of a large board: %v, %.300s", err, text)
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
