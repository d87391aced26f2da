package nonogram

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/puzzletest"
)

// ids reads testdata/pattern.txt: 20 boards each of 15x15, 25x25 and 40x40. They are the
// output of sgt-pattern --generate (Debian's sgt-puzzles 20230122), which makes boards
// with one solution.
func ids(t testing.TB) []string {
	t.Helper()
	return puzzletest.Lines(t, "testdata/pattern.txt", 60)
}

// TestPattern checks that the native method and SAT find the same single solution of each
// stored board of sgt-pattern. Each game ID must be printed back unchanged.
func TestPattern(t *testing.T) {
	for _, id := range ids(t) {
		b := mustParse(t, id)
		if b.String() != id {
			t.Errorf("%s is printed as %s", id, b)
		}
		one, other := puzzletest.List(t, &Puzzle, b, "native", 2), puzzletest.List(t, &Puzzle, b, "sat", 2)
		if len(one) != 1 || !slices.Equal(one, other) {
			t.Errorf("%s: %d solutions by native, %d by sat, want the same one", id, len(one), len(other))
		}
	}
}

// probedIDs reads testdata/probed.txt: 20 boards of 20x20 with one solution. Solving them line by
// line leaves more than 60 cells open. The boards were made from our own random pictures, which
// were smoothed once or twice. These pictures are 20% to 40% black.
func probedIDs(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/probed.txt")
	all := strings.Fields(string(data))
	if err != nil || len(all) != 20 {
		t.Fatalf("%d game IDs, %v", len(all), err)
	}
	return all
}

// TestProbed checks the boards of probedIDs: probing must decide all cells, and solving line by
// line must not. The native method and SAT must find the same single solution. Another test,
// TestExplainAgainstBrute, checks the fact line_solvable against all fillings of the lines.
func TestProbed(t *testing.T) {
	for _, id := range probedIDs(t) {
		b := mustParse(t, id)
		one, other := puzzletest.List(t, &Puzzle, b, "native", 2), puzzletest.List(t, &Puzzle, b, "sat", 2)
		if len(one) != 1 || !slices.Equal(one, other) {
			t.Errorf("%s: %d solutions by native, %d by sat, want the same one", id, len(one), len(other))
		}
		facts, _ := explained(t, b)
		if facts["line_solvable"].Value != false || facts["probing_solvable"].Value != true || facts["solutions"].Value != "1" {
			t.Errorf("%s: %v", id, facts)
		}
	}
}

// TestFresh checks that the native method and SAT find the same single solution of new
// boards made by the installed sgt-pattern.
func TestFresh(t *testing.T) {
	out, err := exec.Command(processtest.Program(t, "sgt-pattern"), "--generate", "20", "10x10").Output()
	fresh := strings.Fields(string(out))
	if err != nil || len(fresh) != 20 {
		t.Fatalf("%d boards, %v", len(fresh), err)
	}
	for _, id := range fresh {
		b := mustParse(t, id)
		one, other := puzzletest.List(t, &Puzzle, b, "native", 2), puzzletest.List(t, &Puzzle, b, "sat", 2)
		if len(one) != 1 || !slices.Equal(one, other) {
			t.Errorf("%s: %d solutions by native, %d by sat, want the same one", id, len(one), len(other))
		}
	}
}

// TestPatternReads checks that parse accepts exactly the game IDs that sgt-pattern loads,
// and that sgt-pattern loads the IDs that String prints. There are two exceptions: only
// parse accepts a clue of a single 0, and only sgt-pattern ignores text after a size.
func TestPatternReads(t *testing.T) {
	program := processtest.Program(t, "sgt-pattern")
	const five = "5x5:2/4/4/4/2/1.1/5/5/3/1"
	texts := append(ids(t)[:2:2],
		five, five+",", five+",y", five+",z", five+",Z", five+",zz", five+",yz", five+",x", five+",xa", five+",xA", five+",xb",
		five+",Ab", five+",Aw", five+",Ax", five+",Ay", five+",Az", five+",AZ", five+",1", five+",y ",
		"2x2:1/1/1/1,e", "2x2:1/1/1/1,d", "2x2:1/1/1/1,c", "2x2:1/1/1/1,AaAa", "2x2:1/1/1/1,AaAaa", "2x2:1/1/1/1,AaA", "2x2:1/1/1/1,Cb",
		"6x5://///////1/,Az", "6x5://///////1/,AzA", "6x5://///////1/,AzD", "6x5://///////1/,AzE", "6x5://///////1/,AzeA",
		"2:1/1/1/1", "02x2:1/1/1/1", "2x2:01/1/1/1", "1x1:1/1", "1x1:/", "1x1:1/", "3x1:1/1/1/3", "1x3:3/1/1/1", "0x1:/", "x1:/", "1x:/",
		"2x2:1/1/1", "2x2:1/1/1/1/1", "2x2:1/1/1/3", "2x2:3/1/1/1", "3x3:1/1/1/1/1/2.1", "3x3:1/1/1/1/1/1.1", "3x3:1/1/1/1/1/1.", "3x3:1/1/1/1/1/.1", "3x3:1/1/1/1/1/1..1",
		"3x3:1/1/1/1/1/1.0", "3x3:1/1/1/1/1/0.1", "3x3:1/1/1/1/1/0.0", "3x3:1/1/1/1/1/x", "3x3:1/1/1/1/1/-1", "3x3:1/1/1/1/1/1 ", "3x3:", "",
	)
	loads := func(ids ...string) (bool, string) {
		cmd := exec.Command(program, "--save", filepath.Join(t.TempDir(), "x"), "--save-suffix", ".sav")
		cmd.Stdin = strings.NewReader(strings.Join(ids, "\n") + "\n")
		out, err := cmd.CombinedOutput()
		if err != nil && !bytes.Contains(out, []byte("error parsing")) && !bytes.Contains(out, []byte("expected ':'")) {
			t.Fatalf("sgt-pattern on %q: %v, %s", ids, err, out)
		}
		return err == nil, string(out)
	}
	// The slice read holds the IDs that parse accepts, each followed by the text that String
	// prints. One process tests all of them, because each process takes a tenth of a second.
	var read []string
	for _, id := range texts {
		if in, err := parse(id); err == nil {
			read = append(read, id, in.String())
		} else if ok, _ := loads(id); ok {
			t.Errorf("%q: we say %v, sgt-pattern loads it", id, err)
		}
	}
	if len(read) < 50 {
		t.Errorf("%d of %d IDs are read", len(read)/2, len(texts))
	}
	if ok, why := loads(read...); !ok {
		t.Errorf("we read %q, sgt-pattern says %s", read, why)
	}
}

// TestCanonical checks that different game IDs of the same board give the same canonical
// text.
func TestCanonical(t *testing.T) {
	const six = "6x5://////////"
	for _, c := range []struct{ text, want string }{
		{"2:1/1/1/1", "2x2:1/1/1/1"},
		{"002x2:01/1/1/1", "2x2:1/1/1/1"},
		{"2x1:0/0/0", "2x1://"},
		{"2x2:1/1/1/1,d", "2x2:1/1/1/1,d"},
		{"2x2:1/1/1/1,e", "2x2:1/1/1/1"},
		{"2x2:1/1/1/1,E", "2x2:1/1/1/1"},
		{"2x2:1/1/1/1,aD", "2x2:1/1/1/1,ad"},
		{"2x2:1/1/1/1,aC", "2x2:1/1/1/1,aC"},
		{"2x2:1/1/1/1,AaaA", "2x2:1/1/1/1,AaaA"},
		{six + ",zf", six},
		{six + ",ze", six + ",ze"},
		{six + ",Zf", six},
		{six + ",ZDa", six + ",zDa"},
		{six + ",ZAD", six + ",zAD"},
		{six + ",AYD", six + ",AYD"},
		{six + ",AYE", six + ",AYe"},
		{six + ",AZE", six + ",Aze"},
		{six + ",EZ", six + ",Ez"},
		{six + ",FY", six + ",Fy"},
	} {
		in, err := parse(c.text)
		if err != nil || in.String() != c.want {
			t.Errorf("%s is read as %v, %v, want %s", c.text, in, err, c.want)
		}
	}
}
