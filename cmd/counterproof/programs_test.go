//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/ask"
	"counterproof/bench/test/processtest"
	"counterproof/reports/test/webtest"
)

const apiToken = "0123456789abcdef"

// serveAPI starts the command serve with the token.
func serveAPI(t *testing.T) *served {
	t.Helper()
	file := filepath.Join(t.TempDir(), "token.txt")
	if err := os.WriteFile(file, []byte(apiToken+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return serveWith(t, "--api", file, "--listen", "127.0.0.1:0")
}

// TestSameReplies checks that the command ask and the server give the same answers as a Desk, to
// questions of all kinds. TestQuestions of reports/web does so for the engine in a browser.
func TestSameReplies(t *testing.T) {
	t.Parallel()
	questions := webtest.Questions(t, "../../bench/ask/testdata/questions.jsonl")
	var lines strings.Builder
	for i, q := range questions {
		lines.WriteString(strings.Replace(q.Line, "{", `{"id":`+strconv.Itoa(i)+",", 1) + "\n")
	}
	cmd := exec.Command("counterproof", "ask")
	cmd.Stdin = strings.NewReader(lines.String())
	out, err := cmd.Output()
	replies := slices.Collect(strings.Lines(string(out)))
	if err != nil || len(replies) != len(questions) {
		t.Fatalf("%d replies to %d questions, %v", len(replies), len(questions), err)
	}
	server := serveAPI(t)
	for i, q := range questions {
		var piped struct {
			webtest.Reply
			ID int
		}
		if err := json.Unmarshal([]byte(replies[i]), &piped); err != nil || piped.ID != i || piped.String() != q.Want {
			t.Errorf("%s: the command ask answers\n%.2000s\nwant\n%.2000s (%v)", q.Line, replies[i], q.Want, err)
		}
		var posted webtest.Reply
		if err := json.Unmarshal(server.post(t, q), &posted); err != nil || posted.String() != q.Want {
			t.Errorf("%s: the server answers\n%.2000s\nwant\n%.2000s (%v)", q.Line, posted.String(), q.Want, err)
		}
	}
}

// post asks the server with the token and returns the body of its answer.
func (s *served) post(t *testing.T, q webtest.Question) []byte {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.root+"v1/"+q.Name, bytes.NewReader(q.Body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+apiToken)
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// python runs a program of testdata/python, which imports the file that ask --python prints.
func python(t *testing.T, program string, args ...string) {
	t.Helper()
	needs(t, "python3")
	dir := t.TempDir()
	module, err := exec.Command("counterproof", "ask", "--python").Output()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "counterproof.py"), module, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("python3", append([]string{"-X", "dev", "-W", "error", "testdata/python/" + program}, args...)...)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+dir, "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "done") {
		t.Errorf("%v: %s", err, out)
	}
	t.Logf("%s", out)
}

// TestPython calls all methods of the Python file, by a child process and over HTTP.
func TestPython(t *testing.T) {
	t.Parallel()
	t.Run("pipe", func(t *testing.T) { python(t, "calls.py") })
	t.Run("HTTP", func(t *testing.T) { python(t, "calls.py", serveAPI(t).root, apiToken) })
}

// TestFlood asks many questions from Python, while another client is killed.
func TestFlood(t *testing.T) {
	t.Parallel()
	processtest.Need(t)
	python(t, "flood.py", strconv.Itoa(processtest.Cases(1000, 100_000)))
}

// block matches a block of code of a page, and its language.
var block = regexp.MustCompile("(?m)^```(sh|python)\n((?s:.*?))^```$")

// TestProgramsPage runs the programs and commands of docs/programs.md in their order. Long tests grade
// 1,000 boards; others grade 40, some of which human techniques do not solve.
func TestProgramsPage(t *testing.T) {
	t.Parallel()
	needs(t, "python3", "curl")
	text, err := os.ReadFile("../../docs/programs.md")
	if err != nil {
		t.Fatal(err)
	}
	page, number := string(text), 1000
	if !processtest.IsLong() {
		number = 40
		page = strings.Replace(page, "number = 1000\n", "number = 40\n", 1)
	}
	for _, name := range ask.Names() {
		if !strings.Contains(page, "| `"+name+"` |") {
			t.Errorf("the table of docs/programs.md lacks the question %s", name)
		}
	}
	dir, server := t.TempDir(), ""
	for i, m := range block.FindAllStringSubmatch(page, -1) {
		language, code := m[1], m[2]
		switch {
		case i == 1: // the page says: save this program
			if err := os.WriteFile(filepath.Join(dir, "grade.py"), []byte(code), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		case strings.Contains(code, "counterproof serve"):
			server = serveWith(t, "--api", filepath.Join(dir, "token.txt"), "--listen", "127.0.0.1:0").root
			continue
		case language == "python":
			code = "python3 - <<'END'\n" + code + "END\n"
		}
		out := shell(t, dir, strings.ReplaceAll(code, "http://127.0.0.1:8080/", server))
		switch {
		case strings.Contains(code, "curl") && !strings.Contains(out, `"count":"7"`),
			strings.Contains(code, "url=") && out != "7\n",
			strings.Contains(code, "problem.column") && !regexp.MustCompile(`^\S{81}\n1 solution\n.+\nok\npossible\nline 1, column 6: .+\n$`).MatchString(out):
			t.Errorf("%s\nprints\n%s", code, out)
		}
	}
	graded, err := os.ReadFile(filepath.Join(dir, "boards.tsv"))
	if lines := bytes.Count(graded, []byte("\n")); err != nil || lines != number {
		t.Errorf("%d boards are graded, want %d (%v)", lines, number, err)
	}
}

// shell runs a shell command in a folder and returns its output.
func shell(t *testing.T, dir, command string) string {
	t.Helper()
	cmd := exec.Command("sh", "-ec", command)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s\n%v: %s", command, err, out)
	}
	return string(out)
}
