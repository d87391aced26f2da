//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
)

// loadVariable is the environment variable that says how long TestLoad runs, such as 10m.
const loadVariable = "LOAD"

// A visitor counts the answers to one kind of request, and measures how long they took.
type visitor struct {
	mu    sync.Mutex
	took  []time.Duration
	wrong []string
}

func (v *visitor) add(took time.Duration, wrong string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.took = append(v.took, took)
	if wrong != "" {
		v.wrong = append(v.wrong, wrong)
	}
}

// quantile returns the time within which the given fraction of the answers came.
func (v *visitor) quantile(q float64) time.Duration {
	slices.Sort(v.took)
	return v.took[int(q*float64(len(v.took)-1))]
}

// TestLoad sends 180 requests for pages, 9 checks, 9 hints and 2 counts per second to the server,
// for the time in the variable LOAD, or for a minute in a long test. No request may be lost or wrong,
// and the memory of the server must stay flat.
func TestLoad(t *testing.T) {
	d, err := time.ParseDuration(os.Getenv(loadVariable))
	if err != nil {
		processtest.Long(t)
		d = time.Minute
	}
	s := serveWith(t, "--listen", "127.0.0.1:0")
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: time.Minute}
	const clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	var entries, solved []string
	for i := range clues {
		entries = append(entries, strconv.Itoa(max(-1, int(clues[i])-'1')))
		solved = append(solved, strconv.Itoa(int(solution[i])-'1'))
	}
	kinds := []struct {
		name, path, body, want string
		every                  time.Duration
	}{
		{"pages", "play.html", "", "<main", time.Second / 180},
		{"checks", "ask/check", `{"puzzle": "sudoku", "instance": "` + clues + `", "entries": [` + strings.Join(solved, ",") + `]}`, `"solved":true`, time.Second / 9},
		{"hints", "ask/hint", `{"puzzle": "sudoku", "instance": "` + clues + `", "entries": [` + strings.Join(entries, ",") + `]}`, `"placed":[[`, time.Second / 9},
		{"counts", "ask/count", `{"puzzle": "calendar", "instance": "10-06", "method": "native"}`, `"count":"7"`, time.Second / 2},
	}
	visitors := make([]visitor, len(kinds))
	var all sync.WaitGroup
	began := time.Now()
	for i, k := range kinds {
		all.Go(func() {
			var sent sync.WaitGroup
			defer sent.Wait()
			for n := 0; time.Since(began) < d; n++ {
				sent.Go(func() { s.visit(client, &visitors[i], k.path, k.body, k.want) })
				time.Sleep(time.Until(began.Add(time.Duration(n+1) * k.every)))
			}
		})
	}
	var sizes []int
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	for open := true; open; {
		select {
		case <-done:
			open = false
		case <-time.After(d / 60):
			sizes = append(sizes, memoryOf(s.cmd.Process.Pid, "VmRSS:"))
		}
	}
	for i, k := range kinds {
		v := &visitors[i]
		t.Logf("%d %s: median %v, 99%% within %v", len(v.took), k.name, v.quantile(0.5).Round(10*time.Microsecond), v.quantile(0.99).Round(10*time.Microsecond))
		if want := int(d / k.every); len(v.took) < want || len(v.wrong) > 0 {
			t.Errorf("%s: %d requests, want %d; %d are wrong, the first: %q", k.name, len(v.took), want, len(v.wrong), append(v.wrong, "")[0])
		}
	}
	n := len(sizes)
	early, late := slices.Max(sizes[n/10:n/2]), slices.Max(sizes[n/2:])
	t.Logf("resident size: %d kB at the start, %d in the middle, %d at the end; at most %d in the first half, %d in the second", sizes[0], sizes[n/2], sizes[n-1], early, late)
	if late > early+early/4 {
		t.Errorf("the memory grows from %d kB to %d kB", early, late)
	}
	if left := len(processtest.Children(s.cmd.Process.Pid)); left > 2 {
		t.Errorf("%d processes are left, want at most 2", left)
	}
	s.end(t, os.Interrupt)
}

// visit sends one request.
func (s *served) visit(client *http.Client, v *visitor, path, body, want string) {
	method, kind := http.MethodGet, ""
	if body != "" {
		method, kind = http.MethodPost, "application/json"
	}
	r, err := http.NewRequest(method, s.root+path, strings.NewReader(body))
	if err != nil {
		v.add(0, err.Error())
		return
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Origin", strings.TrimSuffix(s.root, "/"))
	began := time.Now()
	response, err := client.Do(r)
	if err != nil {
		v.add(time.Since(began), err.Error())
		return
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	wrong := ""
	if err != nil || response.StatusCode != http.StatusOK || !bytes.Contains(text, []byte(want)) {
		wrong = fmt.Sprintf("status %d, %v, %.300s", response.StatusCode, err, text)
	}
	v.add(time.Since(began), wrong)
}

// memoryOf returns a size that Linux states about a process, in kB. VmRSS is the resident size, and VmHWM
// is the largest resident size so far.
func memoryOf(pid int, name string) int {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			n, _ := strconv.Atoi(strings.Fields(rest)[0])
			return n
		}
	}
	return 0
}
