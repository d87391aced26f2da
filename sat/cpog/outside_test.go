package cpog_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/sat/cnf"
)

// outside runs an outside checker. It returns whether the program accepts the proof, and its output.
func outside(t *testing.T, program string, f *cnf.Formula, proof string) (bool, string) {
	t.Helper()
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args := []string{filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.cpog")}
	if os.WriteFile(args[0], text.Bytes(), 0o666) != nil || os.WriteFile(args[1], []byte(proof), 0o666) != nil {
		t.Fatal("the files cannot be written")
	}
	if filepath.Base(program) == "cpog-check" {
		args = append([]string{"-n", "1"}, args...) // without a number of threads, it divides by zero
	}
	out, _ := exec.Command(program, args...).CombinedOutput() // the exit status says little
	return strings.Contains(string(out), "FULL-PROOF SUCCESS") || strings.Contains(string(out), "s VERIFIED"), string(out)
}

// TestOutsideCheckersAgree compares verdicts and counts with the checkers of the format's authors, on
// proofs and on mutated ones. Few verdicts on the latter differ: Check is stricter with hints after
// the conflict and a second root, and cake_scpog is stricter with a literal that a lemma has twice.
func TestOutsideCheckersAgree(t *testing.T) {
	for _, name := range []string{"cpog-check", "cake_scpog"} {
		t.Run(name, func(t *testing.T) {
			program := processtest.Program(t, name)
			r := rand.New(rand.NewPCG(3, 4))
			f, proof := dominoes(6, 6)
			if ok, out := outside(t, program, f, proof); !ok {
				t.Errorf("the proof of 6x6 dominoes: %s", out)
			}
			taken, refused, different := 0, 0, 0
			for i := range processtest.Cases(60, 600) {
				f := random(r, true)
				proof := proofOf(f, r, i%2 == 0)
				got, err := check(f, proof)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.HasPrefix(proof, fmt.Sprintln("r", f.NumVars+got.Nodes)) && got.Nodes > 0 {
					continue // cpog-check writes beyond its arrays if a node is not below the root
				}
				ok, out := outside(t, program, f, proof)
				if !ok || name == "cpog-check" && !strings.Contains(out, fmt.Sprintf("Regular model count = %d\n", got.Count)) {
					t.Fatalf("got %d, but %s says: %s\n%v projected to %v\n%s", got.Count, name, out, f.Clauses, f.Vars(), proof)
				}
				for range 4 {
					broken := mutate(r, proof)
					_, err := check(f, broken)
					switch ok, _ := outside(t, program, f, broken); {
					case ok != (err == nil):
						different++
					case ok:
						taken++
					default:
						refused++
					}
				}
			}
			t.Logf("mutated proofs: both accept %d and refuse %d, %d verdicts differ", taken, refused, different)
			if all := taken + refused + different; taken < all/20 || different > all/20 {
				t.Errorf("want at most 1 of 20 verdicts to differ, and at least 1 of 20 proofs accepted")
			}
		})
	}
}
