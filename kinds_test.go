package counterproof

import (
	"strings"
	"testing"
)

// TestKinds starts a puzzle of each kind in one copy of the module. The tests of the packages must pass,
// and so must some tests that are about all puzzles. Two engines must count a board of each
// kind, whose number of solutions was worked out by hand. Its certificate and its booklet must be right.
func TestKinds(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles the program and several tests")
	}
	root := copyModule(t)
	run := func(command string) string {
		t.Helper()
		out, err := shell(t, root, command)
		if err != nil {
			t.Fatalf("%s: %v: %s", command, err, out)
		}
		return out
	}
	kinds := []struct{ kind, board, count string }{
		{"numbers", "1../.../...", "4"},   // 12 Latin squares, and three numbers for the first cell
		{"shading", ".../.2./...", "160"}, // 10 pairs of black cells, and four free corners
		{"colours", "A./..", "6"},         // 18 colourings, and three colours for the first cell
	}
	for _, k := range kinds {
		run("go run ./cmd/counterproof new puzzle --kind " + k.kind + " my" + k.kind)
	}
	run("go vet ./encode/puzzle/mynumbers ./encode/puzzle/myshading ./encode/puzzle/mycolours")
	run("go test ./encode/puzzle/mynumbers ./encode/puzzle/myshading ./encode/puzzle/mycolours")
	run("go test ./bench/ask -run 'TestBoard|TestAnswers|TestSizes|TestEveryQuestion|TestGuess|TestOtherTexts'")
	run("go test ./bench/solve/explain ./cmd/counterproof/scaffold -run 'TestBroken|TestConflictPicture|TestPlan'")
	run("go build -o program ./cmd/counterproof")
	for _, k := range kinds {
		out := run("./program count --method native,sat my" + k.kind + " " + k.board)
		if strings.Count(out, "\t"+k.count+"\n") != 2 {
			t.Errorf("%s: want %s solutions by two methods, got %s", k.kind, k.count, out)
		}
		out = run("./program certify -o proof-" + k.kind + " my" + k.kind + " " + k.board + " && ./program verify proof-" + k.kind)
		if !strings.Contains(out, k.count) {
			t.Errorf("%s: the certificate of %s solutions says %s", k.kind, k.count, out)
		}
		run("./program generate --size 5x5 --number 2 my" + k.kind + " | ./program sheet -o " + k.kind + ".pdf my" + k.kind + " -")
	}
}
