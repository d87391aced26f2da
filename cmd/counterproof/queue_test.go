//go:build unix && !nonats

package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
	"counterproof/encode/test/facttest"
)

// A queued is a process of the command coordinate.
type queued struct {
	cmd    *exec.Cmd
	url    string // for workers
	out    *bufio.Reader
	stderr *output
	late   *time.Timer // kills the process if the test waits too long
}

// coordinateWith starts the command coordinate in a folder and waits for the address for workers.
func coordinateWith(t *testing.T, dir string, args ...string) *queued {
	t.Helper()
	heedInterrupts()
	q := &queued{cmd: exec.Command("counterproof", append([]string{"coordinate"}, args...)...), stderr: newOutput(t)}
	q.cmd.Dir, q.cmd.Stderr = dir, q.stderr.File
	pipe, err := q.cmd.StdoutPipe()
	if err == nil {
		err = q.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	q.late = time.AfterFunc(processtest.Patience, func() { _ = q.cmd.Process.Kill() })
	t.Cleanup(func() {
		q.late.Stop()
		if q.cmd.ProcessState == nil {
			_ = q.cmd.Process.Kill()
			_ = q.cmd.Wait()
		}
	})
	q.out = bufio.NewReader(pipe)
	q.url = q.line(t)
	return q
}

// line returns the next line of stdout.
func (q *queued) line(t *testing.T) string {
	t.Helper()
	line, err := q.out.ReadString('\n')
	if err != nil {
		_ = q.cmd.Wait()
		t.Fatalf("coordinate prints %q (%v): %s", line, err, q.stderr)
	}
	return strings.TrimSpace(line)
}

// end waits for the end and returns the rest of stdout and the exit status.
func (q *queued) end(t *testing.T) (rest string, status int) {
	t.Helper()
	text, err := io.ReadAll(q.out)
	if err != nil {
		t.Fatal(err)
	}
	_ = q.cmd.Wait()
	return string(text), q.cmd.ProcessState.ExitCode()
}

// workWith starts the command work in a folder. Its environment has the given variables.
func workWith(t *testing.T, dir string, env []string, args ...string) (*exec.Cmd, *output) {
	t.Helper()
	cmd, stderr := exec.Command("counterproof", append([]string{"work"}, args...)...), newOutput(t)
	cmd.Dir, cmd.Stderr, cmd.Env = dir, stderr.File, append(os.Environ(), env...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(processtest.Patience, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() {
		late.Stop()
		if cmd.ProcessState == nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	return cmd, stderr
}

// TestCoordinate runs an experiment by a coordinator and two workers. The records must be equal to the
// records of a plain run, and the last line must be the line that run prints. A second start finds all records.
func TestCoordinate(t *testing.T) {
	processtest.Need(t)
	t.Parallel()
	spec, dir := struckSpec(t, false, ""), t.TempDir()
	base, file := filepath.Join(dir, "base"), filepath.Join(dir, "queue")
	if s := startStruck(t, base, spec); s.wait(t) != 0 {
		t.Fatalf("undisturbed: %s", s.stderr)
	}
	want, _ := measured(t, base)
	q := coordinateWith(t, dir, "--ledger", file, "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0", spec)
	if !strings.HasPrefix(q.url, "nats://127.0.0.1:") {
		t.Errorf("the first line is %q", q.url)
	}
	testStatusPage(t, q.line(t), len(want))
	for range 2 {
		cmd, stderr := workWith(t, dir, nil, "--jobs", "1", "--idle", "5s", q.url)
		defer func() {
			if err := cmd.Wait(); err != nil || stderr.String() != "" {
				t.Errorf("work: %v, stderr %q", err, stderr)
			}
		}()
	}
	last, status := q.end(t)
	summary := fmt.Sprintf("Struck: %d jobs, 0 of them from the ledger, in ", len(want))
	if status != 0 || !strings.HasPrefix(last, summary) || strings.Count(last, "\n") != 1 || q.stderr.String() != "" {
		t.Errorf("exit status %d, stdout %q, stderr %q", status, last, q.stderr)
	}
	if _, err := os.Stat(file + "-queue"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of the queue stays: %v", err)
	}
	got, _ := measured(t, file)
	for key := range want {
		if got[key] != want[key] {
			t.Errorf("got  %s\nwant %s", got[key], want[key])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d records, want %d", len(got), len(want))
	}
	again := coordinateWith(t, dir, "--ledger", file, "--listen", "127.0.0.1:0", spec)
	if last, status := again.end(t); status != 0 || !strings.Contains(last, fmt.Sprintf("%d jobs, %d of them from the ledger", len(want), len(want))) {
		t.Errorf("again: exit status %d, stdout %q", status, last)
	}
}

// testStatusPage checks the page of --http, and that it refuses a request for another host.
func testStatusPage(t *testing.T, link string, jobs int) {
	t.Helper()
	r, err := http.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	for _, part := range []string{"Struck", fmt.Sprintf(" of %d", jobs), "Machines", "Jobs a second", "Time left", "Wrong answers"} {
		if err != nil || !strings.Contains(string(text), part) {
			t.Errorf("the page lacks %q: %s", part, text)
		}
	}
	q, err := http.NewRequest(http.MethodGet, link, nil)
	if err != nil {
		t.Fatal(err)
	}
	q.Host = "evil.example.org"
	other, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Body.Close()
	if other.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("a request for another host: status %d", other.StatusCode)
	}
}

// TestCoordinateInterrupt interrupts a coordinator with Ctrl-C and starts it again.
func TestCoordinateInterrupt(t *testing.T) {
	processtest.Need(t)
	t.Parallel()
	spec, dir := struckSpec(t, false, ""), t.TempDir()
	q := coordinateWith(t, dir, "--listen", "127.0.0.1:0", spec)
	_ = q.cmd.Process.Signal(os.Interrupt)
	if last, status := q.end(t); status != 1 || last != "" || !facttest.States(q.stderr.String(), "interrupted, 0, run the command again") {
		t.Errorf("exit status %d, stdout %q, stderr %q", status, last, q.stderr)
	}
	q = coordinateWith(t, dir, "-v", "--listen", "127.0.0.1:0", spec)
	cmd, _ := workWith(t, dir, []string{"SLURM_CPUS_PER_TASK=1"}, q.url) // a task of Slurm uses its own cores only
	if _, status := q.end(t); status != 0 || !facttest.States(q.stderr.String(), "joined, 1 job") {
		t.Errorf("exit status %d, stderr %q", status, q.stderr)
	}
	_ = cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); err != nil {
		t.Errorf("work after Ctrl-C: %v", err)
	}
}

// TestQueueMistakes checks mistakes in the flags of coordinate and work.
func TestQueueMistakes(t *testing.T) {
	spec, dir := struckSpec(t, false, ""), t.TempDir()
	open := filepath.Join(dir, "open.token")
	if err := os.WriteFile(open, []byte("0123456789abcdef\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		status int
		facts  string
		args   []string
	}{
		{2, "0.0.0.0:0, --token, --tls-cert, --tls-key", []string{"coordinate", "--listen", "0.0.0.0:0", spec}},
		{2, "--token, --tls-cert", []string{"coordinate", "--listen", ":0", "--token", "t", spec}},
		{2, "--tls-cert, --tls-key", []string{"coordinate", "--tls-cert", "c", spec}},
		{2, "--listen, \"4222\", port", []string{"coordinate", "--listen", "4222", spec}},
		{1, "open.token, chmod 600", []string{"coordinate", "--token", open, spec}},
		{2, "\"http://x\", nats://127.0.0.1:4222", []string{"work", "http://x"}},
		{2, "host, port, nats://127.0.0.1:4222", []string{"work", "nats://x"}},
		{2, "port, 65535, nats://127.0.0.1:4222", []string{"work", "nats://127.0.0.1:99999"}},
		{2, "token, --token, COUNTERPROOF_TOKEN", []string{"work", "nats://secret@127.0.0.1:1"}},
		{1, "open.token, chmod 600", []string{"work", "--token", open, "nats://127.0.0.1:1"}},
	} {
		cmd := exec.Command("counterproof", test.args...)
		cmd.Dir = dir
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, _ := cmd.Output()
		if code := cmd.ProcessState.ExitCode(); code != test.status || len(out) > 0 || facttest.Missing(stderr.String(), test.facts) != "" {
			t.Errorf("%v: exit status %d, stdout %q, stderr %q; want %d, %s", test.args, code, out, &stderr, test.status, test.facts)
		}
	}
}

// TestQueueListen starts a coordinator at a port that another program uses. The coordinator must not leave
// any file.
func TestQueueListen(t *testing.T) {
	spec, dir := struckSpec(t, false, ""), t.TempDir()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, flag := range []string{"--listen", "--http"} {
		args := []string{"coordinate", "--listen", "127.0.0.1:0", flag, l.Addr().String(), "--ledger", "l.sqlite", spec}
		if flag == "--listen" {
			args = append([]string{"coordinate", "--token", "t"}, args[1:]...)
		}
		cmd := exec.Command("counterproof", args...)
		cmd.Dir = dir
		text, err := cmd.CombinedOutput()
		if err == nil || !facttest.States(string(text), l.Addr().String()) {
			t.Errorf("%v: %v, %s", args, err, text)
		}
		if left := processtest.Entries(t, dir); len(left) > 0 {
			t.Errorf("%v: these files are left: %v", args, left)
		}
	}
}

// certificate writes a self-signed certificate for 127.0.0.1, and the key of this certificate.
func certificate(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "coordinator"}, NotAfter: time.Now().Add(48 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	text, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: text}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestQueueStranger serves the queue to all machines, with TLS and a token that coordinate makes.
// Workers without the token or without the certificate get a clear error. The token may be in a file
// or in the environment.
func TestQueueStranger(t *testing.T) {
	processtest.Need(t)
	t.Parallel()
	spec, dir := struckSpec(t, false, ""), t.TempDir()
	cert, key := certificate(t, dir)
	q := coordinateWith(t, dir, "--listen", "0.0.0.0:0", "--token", "queue.token", "--tls-cert", cert, "--tls-key", key, spec)
	if !strings.HasPrefix(q.url, "tls://localhost:") {
		t.Errorf("the first line is %q", q.url)
	}
	info, err := os.Stat(filepath.Join(dir, "queue.token"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the token: %v, %v", info, err)
	}
	token, err := os.ReadFile(filepath.Join(dir, "queue.token"))
	if err != nil {
		t.Fatal(err)
	}
	for facts, args := range map[string][]string{
		"token, --token":        {"--tls-ca", cert, q.url},
		"certificate, --tls-ca": {"--token", "queue.token", q.url},
	} {
		cmd, stderr := workWith(t, dir, nil, args...)
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 1 || facttest.Missing(stderr.String(), facts) != "" || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%v: exit status %d, stderr %q", args, code, stderr)
		}
	}
	first, _ := workWith(t, dir, nil, "--idle", "5s", "--token", "queue.token", "--tls-ca", cert, q.url)
	second, _ := workWith(t, dir, []string{"COUNTERPROOF_TOKEN=" + string(token)}, "--idle", "5s", "--tls-ca", cert, strings.Replace(q.url, "tls:", "nats:", 1))
	if _, status := q.end(t); status != 0 || !facttest.States(q.stderr.String(), "refused, token") {
		t.Errorf("exit status %d, stderr %q", status, q.stderr)
	}
	for _, cmd := range []*exec.Cmd{first, second} {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// runQueue runs an example of the command coordinate with a worker, or an example of the command work
// with a coordinator. It replaces the address by a free one, so that tests can run in parallel.
func runQueue(t *testing.T, args []string) {
	t.Helper()
	processtest.Need(t)
	dir := exampleFolder(t, false)
	certificate(t, dir)
	secure := slices.Contains(args, "--tls-cert") || slices.Contains(args, "--tls-ca")
	var own, other []string
	other = append(other, "--token", "queue.token")
	if args[0] == "coordinate" {
		own = args[1:]
		if i := slices.Index(own, "--listen"); i >= 0 {
			own[i+1] = "0.0.0.0:0"
		} else {
			own = append([]string{"--listen", "127.0.0.1:0"}, own...)
		}
		other = append(other, "--idle", "3s", "--tls-ca", "cert.pem")
	} else {
		own = append(own, "--listen", "127.0.0.1:0", "--tls-cert", "cert.pem", "--tls-key", "key.pem")
		if !secure {
			own = own[:2]
		}
		own = append(own, "--token", "queue.token", filepath.Join("bench", "experiments", "map-kempe.toml"))
		other = append([]string{"--idle", "3s"}, args[1:len(args)-1]...)
		if i := slices.Index(other[2:], "--idle"); i >= 0 {
			other = append(other[2:], "--token", "queue.token")
			other[i+1] = "3s"
		}
	}
	q := coordinateWith(t, dir, own...)
	if _, err := os.Stat(filepath.Join(dir, "queue.token")); err != nil {
		other = other[2:] // the coordinator has no token
	}
	cmd, stderr := workWith(t, dir, nil, append(other, q.url)...)
	if _, status := q.end(t); status != 0 {
		t.Errorf("coordinate: exit status %d: %s", status, q.stderr)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("work: %v: %s", err, stderr)
	}
}

// TestQueueOfFiles runs formulas from files by a coordinator and a worker in another folder, which gets their
// contents from the queue. One of them is too large for the queue, and the worker finds it by --files.
func TestQueueOfFiles(t *testing.T) {
	processtest.Need(t)
	t.Parallel()
	dir, large := t.TempDir(), t.TempDir()
	var noise strings.Builder // random letters, which do not become much shorter when they are compressed
	for noise.Len() < 12<<20 {
		fmt.Fprintf(&noise, "c %s\n", rand.Text())
	}
	for name, text := range map[string]string{
		"a.cnf": "p cnf 2 1\n1 2 0\n", "b.cnf": "c p show 1 0\np cnf 3 1\n1 2 3 0\n", "same.cnf": "p cnf 2 1\n1 2 0\n",
		"large.cnf": noise.String() + "p cnf 1 0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	spec := filepath.Join(dir, "spec.toml")
	text := "title = 'Files'\n[[suite]]\npuzzle = 'dimacs'\nmethods = ['sat', 'brute']\ninstances = ['@a.cnf', '@b.cnf', '@same.cnf', '@large.cnf']\n"
	if err := os.WriteFile(spec, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	q := coordinateWith(t, dir, "--ledger", filepath.Join(dir, "l.sqlite"), "--listen", "127.0.0.1:0", spec)
	if err := os.Rename(filepath.Join(dir, "large.cnf"), filepath.Join(large, "other name.cnf")); err != nil {
		t.Fatal(err)
	}
	cmd, stderr := workWith(t, t.TempDir(), nil, "--files", large, "--jobs", "1", "--idle", "5s", q.url)
	last, status := q.end(t)
	if err := cmd.Wait(); err != nil || stderr.String() != "" {
		t.Errorf("work: %v, stderr %q", err, stderr)
	}
	if status != 0 || !strings.Contains(last, "6 correct, 0 wrong, 0 unchecked") {
		t.Errorf("exit status %d, stdout %q", status, last)
	}
	if said := q.stderr.String(); !facttest.States(said, "large.cnf, --files DIR") {
		t.Errorf("stderr %q", said)
	}
}
