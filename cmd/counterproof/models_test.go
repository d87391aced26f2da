package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
)

const modelFolder = "../../docs/models/"

// published has the models of docs/models with their counts. The short test only takes the first row of each model.
var published = []struct {
	model, data string // data is a file, or a define with =
	count       string
	source      string
}{
	{"queens", "n=6", "4", "OEIS A000170"},
	{"queens", "n=1", "1", "OEIS A000170"},
	{"queens", "n=2", "0", "OEIS A000170"},
	{"queens", "n=3", "0", "OEIS A000170"},
	{"queens", "n=4", "2", "OEIS A000170"},
	{"queens", "n=5", "10", "OEIS A000170"},
	{"queens", "n=7", "40", "OEIS A000170"},
	{"queens", "n=8", "92", "OEIS A000170"},
	{"queens", "n=9", "352", "OEIS A000170"},
	{"queens", "n=10", "724", "OEIS A000170"},
	{"latin-square", "n=3", "12", "OEIS A002860"},
	{"latin-square", "n=1", "1", "OEIS A002860"},
	{"latin-square", "n=2", "2", "OEIS A002860"},
	{"latin-square", "n=4", "576", "OEIS A002860"},
	{"latin-square", "n=5", "161280", "OEIS A002860"},
	{"magic-square", "n=3", "8", "the square of Lo Shu with its rotations and reflections"},
	{"magic-square", "n=1", "1", "the trivial square"},
	{"magic-square", "n=2", "0", "two numbers would be equal"},
	{"magic-square", "n=4", "7040", "880 squares of Frenicle (1693), times 8"},
	{"costas", "n=5", "40", "OEIS A008404"},
	{"costas", "n=1", "1", "OEIS A008404"},
	{"costas", "n=2", "2", "OEIS A008404"},
	{"costas", "n=3", "4", "OEIS A008404"},
	{"costas", "n=4", "12", "OEIS A008404"},
	{"costas", "n=6", "116", "OEIS A008404"},
	{"costas", "n=7", "200", "OEIS A008404"},
	{"costas", "n=8", "444", "OEIS A008404"},
	{"costas", "n=9", "760", "OEIS A008404"},
	{"langford", "n=4", "1", "OEIS A014552"},
	{"langford", "n=3", "1", "OEIS A014552"},
	{"langford", "n=5", "0", "OEIS A014552"},
	{"langford", "n=6", "0", "OEIS A014552"},
	{"langford", "n=7", "26", "OEIS A014552"},
	{"langford", "n=8", "150", "OEIS A014552"},
	{"langford", "n=11", "17792", "OEIS A014552"},
	{"slitherlink", "h=2;w=2;number=array2d(1..h,1..w,[-1|i in 1..h*w])", "13", "OEIS A140517"},
	{"slitherlink", "slitherlink-many.dzn", "213", "OEIS A140517"},
	{"slitherlink", "slitherlink-1.dzn", "1", "Gecode"},
	{"star-battle", "n=5;stars=1;region=array2d(1..n,1..n,[i|i,j in 1..n])", "14", "OEIS A002464: the regions are the rows"},
	{"star-battle", "n=6;stars=1;region=array2d(1..n,1..n,[i|i,j in 1..n])", "90", "OEIS A002464"},
	{"star-battle", "star-battle-1.dzn", "1", "all permutations"},
	{"star-battle", "star-battle-many.dzn", "13", "all permutations"},
	{"sudoku", "sudoku-empty.dzn", "288", "OEIS A107739"},
	{"sudoku", "sudoku-1.dzn", "1", "the puzzle sudoku"},
	{"pairplace", "pairplace-many.dzn", "720", "OEIS A000438, times 5!"},
	{"pairplace", "pairplace-1.dzn", "1", "the puzzle pairplace"},
	{"nonogram", "nonogram-many.dzn", "6", "3!"},
	{"nonogram", "nonogram-1.dzn", "1", "the puzzle nonogram"},
	{"hitori", "hitori-1.dzn", "1", "all sets of cells"},
	{"hitori", "hitori-many.dzn", "8", "Gecode"},
	{"kakuro", "kakuro-1.dzn", "1", "all rows with the right sums"},
	{"kakuro", "kakuro-many.dzn", "7", "Gecode"},
	{"futoshiki", "futoshiki-many.dzn", "13", "Gecode"},
	{"futoshiki", "futoshiki-1.dzn", "1", "Gecode"},
	{"skyscrapers", "skyscrapers-many.dzn", "13", "Gecode"},
	{"skyscrapers", "skyscrapers-1.dzn", "1", "Gecode"},
}

// mostShown limits the solutions that MiniZinc prints for a test. For 161,280 it takes minutes.
const mostShown = 10_000

// TestModels counts the models of docs/models by both engines. A long test also asks fzn-gecode.
func TestModels(t *testing.T) {
	minizinc := processtest.Program(t, "minizinc")
	seen := map[string]bool{}
	for _, c := range published {
		if seen[c.model] && !processtest.IsLong() {
			continue
		}
		seen[c.model] = true
		args := []string{"--define", c.data}
		if !strings.Contains(c.data, "=") {
			args = []string{"--data", modelFolder + c.data}
		}
		checkModel(t, c.model, args, c.count, c.source)
		n, _ := strconv.Atoi(c.count)
		if gecode, ok := processtest.Find(t, "fzn-gecode"); ok && processtest.IsLong() && n <= mostShown {
			if got := gecodeCount(t, minizinc, gecode, c.model, strings.NewReplacer("--define", "-D").Replace(args[0]), args[1]); got != c.count {
				t.Errorf("%s %s: fzn-gecode counts %s, want %s (%s)", c.model, c.data, got, c.count, c.source)
			}
		}
	}
	files, err := filepath.Glob(modelFolder + "*.mzn")
	if err != nil || len(files) != len(seen) {
		t.Errorf("counted %d of %d models, %v", len(seen), len(files), err)
	}
}

// checkModel counts a model of docs/models by the command line.
func checkModel(t *testing.T, name string, args []string, want, source string) {
	t.Helper()
	methods := []string{"native/csp", "sat/count"}
	if n, err := strconv.Atoi(want); err == nil && n <= 1000 {
		methods = append(methods, "sat")
	}
	args = append(append([]string{"count", "--method", strings.Join(methods, ",")}, args...), "minizinc", "@"+modelFolder+name+".mzn")
	out, errs, status := invoke(nil, args...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for _, line := range lines {
		if fields := strings.Split(line, "\t"); status != 0 || len(lines) != len(methods) || fields[len(fields)-1] != want {
			t.Errorf("%q: exit status %d, want the count %s (%s) by each method, got\n%s%s", args, status, want, source, out, errs)
			return
		}
	}
}

// gecodeCount compiles a model with the standard library and returns the number of different solutions that
// fzn-gecode finds. They are compared after MiniZinc has printed them.
func gecodeCount(t *testing.T, minizinc, gecode, name string, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	fzn, ozn := filepath.Join(dir, "model.fzn"), filepath.Join(dir, "model.ozn")
	if args[0] == "--data" {
		args = args[1:]
	}
	args = append([]string{"-c", "-G", "std", "--output-mode", "dzn", "--fzn", fzn, "--ozn", ozn, modelFolder + name + ".mzn"}, args...)
	if out, err := exec.Command(minizinc, args...).CombinedOutput(); err != nil {
		t.Fatalf("minizinc %q: %v: %s", args, err, out)
	}
	show := exec.Command(minizinc, "--ozn-file", ozn)
	solve := exec.Command(gecode, "-a", fzn)
	pipe, err := solve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	show.Stdin = pipe
	if err := solve.Start(); err != nil {
		t.Fatal(err)
	}
	out, err := show.Output()
	if err2 := solve.Wait(); err != nil || err2 != nil {
		t.Fatalf("%s %q: %v, %v", name, args, err, err2)
	}
	different := map[string]bool{}
	for _, s := range strings.SplitAfter(string(out), "----------\n") {
		if strings.HasSuffix(s, "----------\n") {
			different[s] = true
		}
	}
	return strconv.Itoa(len(different))
}

// TestDratTrimOnModels checks the proofs in certificates of models with drat-trim, which gets the file names of
// docs/certificates.md. Without the last clause that forbids a solution, drat-trim must refuse the same proof.
func TestDratTrimOnModels(t *testing.T) {
	processtest.Program(t, "minizinc")
	trim := processtest.Program(t, "drat-trim")
	for _, name := range []string{"queens.mzn+n=8", "latin-square.mzn+n=4", "futoshiki.mzn+futoshiki-many.dzn", "star-battle.mzn+star-battle-many.dzn"} {
		dir := filepath.Join(t.TempDir(), "c")
		if _, errs, status := invoke(nil, "certify", "-o", dir, "minizinc", "@"+modelFolder+name); status != 0 {
			t.Fatalf("%s: %s", name, errs)
		}
		all, proof := filepath.Join(dir, "all.cnf"), filepath.Join(dir, "proof.drat")
		for _, verified := range []bool{true, false} {
			out, _ := exec.Command(trim, all, proof).Output() // its exit status says little
			if strings.Contains(string(out), "s VERIFIED") != verified {
				t.Errorf("%s: want verified %v, drat-trim says %s", name, verified, out)
			}
			text, err := os.ReadFile(all)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(string(text), "\n")
			lines[len(lines)-2] = "1 -1 0\n"
			if err := os.WriteFile(all, []byte(strings.Join(lines, "")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestFourthFormulation compares the models of sudoku, nonogram and Pair Place with the puzzles, on boards of their
// conformance tests.
func TestFourthFormulation(t *testing.T) {
	processtest.Program(t, "minizinc")
	for _, c := range []struct {
		puzzle string
		data   func(board string) string
		boards []string // the short test takes the first
	}{
		{"sudoku", sudokuData, []string{
			"12..34..........", "3x2:6.3.....14......1556......53.....6.4", "..1.4......3....", "1.........1.....", "11..............",
			"1...........1...", "1....1..........", "6...3...361...6......3...612...2...4", "3x2:1............1......................",
		}},
		{"nonogram", nonogramData, []string{
			"6x3:1/1.1/1/2/1/1/2.1/1.2/1.1", "5x5:3/1.1/1.1/1.1/3/3/1.1/1.1/1.1/3", "1x1:1/1", "1x1:/", "1x1:/1", "7x1:1/1//1///1/2.1.1",
			"7x1:1/1//1///1/2.2", "5x1://1///1.1", "1x6:2.1/1/1///1/", "1x6:2.1/1/1//1/1/", "4x4:1/1/1/1/1/1/1/1",
			"3x5:1.1/1/1.1/1/1.1/1/1.1/", "3x2:////",
		}},
		{"pairplace", pairplaceData, []string{
			"free:.A../....", "......./..C....", ".", "A", "..", "A.", "AB", "...", ".../.../...", "BAC/A..", "A../A..", "AB.", "..../..../....",
			"BC../....", "B.../B...", "B.../.A..", "BB..", "AB../....", "A.../....", "A..D/A..D/B...", ".B...F/A.C.../......", "free:.",
			"free:..", "free:......", "free:.../...", "free:.../.../...", "free:AB.", "free:A../A..", "free:B..../.C.../..C..", "......",
			"....../......", "...../...../...../...../.....", "BA..../D..AFE", "C..../.E..B/....A",
		}},
	} {
		for _, board := range c.boards[:processtest.Cases(1, len(c.boards))] {
			out, errs, status := invoke(nil, "count", c.puzzle, board)
			if status != 0 {
				t.Fatalf("%s %s: %s", c.puzzle, board, errs)
			}
			file := filepath.Join(t.TempDir(), "board.dzn")
			if err := os.WriteFile(file, []byte(c.data(board)), 0o666); err != nil {
				t.Fatal(err)
			}
			want := strings.TrimSpace(out[strings.LastIndex(out, "\t"):])
			checkModel(t, c.puzzle, []string{"--data", file}, want, "the puzzle counts "+board)
		}
	}
}

func sudokuData(board string) string {
	r, c := 2, 2
	if columns, rest, found := strings.Cut(board, ":"); found {
		r, c, board = int(columns[0]-'0'), int(columns[2]-'0'), rest
	} else if len(board) == 36 {
		c = 3
	}
	given := strings.Join(strings.Split(strings.ReplaceAll(board, ".", "0"), ""), ",")
	return fmt.Sprintf("r=%d;c=%d;given=array2d(1..r*c,1..r*c,[%s]);", r, c, given)
}

func nonogramData(board string) string {
	size, clues, _ := strings.Cut(board, ":")
	width, height, _ := strings.Cut(size, "x")
	w, _ := strconv.Atoi(width)
	h, _ := strconv.Atoi(height)
	lines := strings.Split(clues, "/")
	list := func(lines []string) string {
		most, all := 1, []string{}
		for _, line := range lines {
			most = max(most, strings.Count(line, ".")+1)
		}
		for _, line := range lines {
			runs := strings.FieldsFunc(line, func(r rune) bool { return r == '.' })
			for len(runs) < most {
				runs = append(runs, "0")
			}
			all = append(all, runs...)
		}
		return fmt.Sprintf("array2d(1..%d,1..%d,[%s])", len(lines), most, strings.Join(all, ","))
	}
	return fmt.Sprintf("h=%d;w=%d;rows=%s;columns=%s;given=array2d(1..h,1..w,[-1|i in 1..h*w]);", h, w, list(lines[w:]), list(lines[:w]))
}

func pairplaceData(board string) string {
	board, loose := strings.CutPrefix(board, "free:")
	rows := strings.Split(board, "/")
	var given []string
	for _, c := range strings.Join(rows, "") {
		given = append(given, strconv.Itoa(max(0, int(c)-'A'+1)))
	}
	return fmt.Sprintf("m=%d;n=%d;loose=%t;given=array2d(1..m,1..n,[%s]);", len(rows), len(rows[0]), loose, strings.Join(given, ","))
}
