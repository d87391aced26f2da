package main

import (
	"encoding/hex"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
)

// TestFreshFlips draws new boards with sgt-flip. It checks that both engines find the same number of
// solutions, and that the presses of each engine's solution turn every light off.
func TestFreshFlips(t *testing.T) {
	program := processtest.Program(t, "sgt-flip")
	for _, params := range []string{"3x3c", "4x4c", "5x5c", "5x5r", "9x9c"} {
		out, err := exec.Command(program, "--generate", "2", params).Output()
		ids := strings.Fields(string(out))
		if err != nil || len(ids) != 2 {
			t.Fatalf("%s --generate 2 %s: %v, %d boards", filepath.Base(program), params, err, len(ids))
		}
		for _, id := range ids {
			args := []string{"crosscheck", "--method", "sat,native", "lightsout", id}
			if out, status := call(t, "", args...); status != 0 {
				t.Errorf("crosscheck %s: exit status %d: %s", id, status, out)
			}
			for _, method := range []string{"native", "sat"} {
				line, status := call(t, "", "solve", "--json", "--method", method, "lightsout", id)
				var answer struct{ Solution string }
				if err := json.Unmarshal([]byte(line), &answer); err != nil || status != 0 {
					t.Fatalf("solve %s by %s: exit status %d, %v: %s", id, method, status, err, line)
				}
				if on := pressed(t, id, answer.Solution); on != 0 {
					t.Errorf("%s by %s: %d lights stay on after the presses %s", id, method, on, answer.Solution)
				}
			}
		}
	}
}

// pressed plays the presses on the board of an ID and returns how many lights are on afterwards. The
// ID is WxH:MATRIX,GRID. MATRIX and GRID are in hex, with the most significant bit first.
func pressed(t *testing.T, id, presses string) int {
	size, desc, _ := strings.Cut(id, ":")
	ws, hs, _ := strings.Cut(size, "x")
	w, err1 := strconv.Atoi(ws)
	h, err2 := strconv.Atoi(hs)
	m, g, _ := strings.Cut(desc, ",")
	bits := func(text string) func(i int) byte {
		data, err := hex.DecodeString(text + strings.Repeat("0", len(text)%2))
		if err != nil || err1 != nil || err2 != nil {
			t.Fatalf("%s: %v", id, err)
		}
		return func(i int) byte { return data[i/8] >> (7 - i%8) & 1 }
	}
	matrix, grid := bits(m), bits(g)
	if len(presses) != w*h {
		t.Fatalf("%s: %d presses for %d lights", id, len(presses), w*h)
	}
	on := 0
	for light := range w * h {
		state := grid(light)
		for p := range w * h {
			if presses[p] == '1' {
				state ^= matrix(p*w*h + light)
			}
		}
		on += int(state)
	}
	return on
}
