//go:build unix

package processtest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// toolbox makes a folder with the programs that cmd/tools.sh calls. Shell scripts replace the
// programs id and apt-get. The test must use this folder as its whole PATH.
func toolbox(t *testing.T, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	var err error
	for _, name := range []string{"sh", "dirname", "sort", "timeout", "tail", "mktemp", "rm", "cp", "chmod"} {
		err = errors.Join(err, os.Symlink(Program(t, name), filepath.Join(dir, name)))
	}
	for name, text := range scripts {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o777))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestTools checks that cmd/tools.sh installs missing programs and reports them. If a program
// cannot be installed, cmd/tools.sh must fail. In the test, the package archive has no chromium,
// and clasp is already installed.
func TestTools(t *testing.T) {
	const archive = `echo "$*" >>"$PATH/log"
[ $1 = update ] && exit 0
for package; do :; done
case $package in
chromium) echo "E: Unable to locate package chromium"; exit 100 ;;
cryptominisat) package=cryptominisat5 ;;
flatzinc) package=fzn-gecode ;;
libdeflate-tools) package=libdeflate-gzip ;;
nodejs) package=node ;;
munge) "$COUNTERPROOF_SBIN/policy-rc.d"; echo "policy $?" >>"$PATH/log"; package=munged ;;
slurm-wlm) for part in slurmctld slurmd sbatch; do cp "$0" "$PATH/$part"; done; exit 0 ;;
sgt-puzzles) for game in flip map mines pattern; do cp "$0" "$PATH/sgt-$game"; done; exit 0 ;;
esac
cp "$0" "$PATH/$package"`
	for _, c := range []struct {
		name, command string
		scripts       map[string]string
		status        int
		stdout        string
		stderr        []string
	}{
		{"tests begin", "missing", nil, 0, "*** cadical is not installed (Debian's package is cadical). SKIPPED: ", nil},
		{"tests begin without axe-core", "missing", nil, 0, "*** axe-core is not installed (an npm package). SKIPPED: ", nil},
		{"a user", "install", map[string]string{"id": "echo 1000", "apt-get": "exit 1"}, 1, "", []string{
			"nothing was installed", "    apt-get install cadical chromium chromium-headless-shell cryptominisat ", "*** drat-trim is not installed and has no package"}},
		{"no Debian", "install", map[string]string{"id": "echo 0"}, 1, "", []string{"nothing was installed"}},
		{"root", "install", map[string]string{"id": "echo 0", "apt-get": archive}, 1, "tools: installed cadical\n", []string{
			"could not install chromium: E: Unable to locate package chromium", "still missing: chromium\n"}},
		{"root, all there", "install", map[string]string{"id": "echo 0", "apt-get": archive, "chrome": "exit"}, 0, "tools: installed minisat+\n", nil},
		{"tests begin without Slurm", "missing", nil, 0, "*** slurmd is not installed (Debian's package is slurm-wlm). SKIPPED: ", nil},
		{"a user without Slurm", "install-cluster", map[string]string{"id": "echo 1000", "apt-get": "exit 1"}, 1, "", []string{
			"nothing was installed", "    apt-get install munge parallel slurm-wlm\n"}},
		{"a cluster", "install-cluster", map[string]string{"id": "echo 0", "apt-get": archive}, 0, "tools: installed slurm-wlm\n", nil},
		{"misuse", "", nil, 2, "", []string{"want tools.sh missing, tools.sh install or "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := toolbox(t, c.scripts)
			if err := os.Symlink("/bin/sh", filepath.Join(dir, "clasp")); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("sh", "../../../cmd/tools.sh", c.command)
			policy := filepath.Join(dir, "policy-rc.d")
			cmd.Env = []string{"PATH=" + dir, "COUNTERPROOF_AXE=" + dir, "COUNTERPROOF_SBIN=" + dir}
			if c.command == "install" {
				if err := os.WriteFile(filepath.Join(dir, "axe.min.js"), nil, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			_ = cmd.Run()
			if status := cmd.ProcessState.ExitCode(); status != c.status || !strings.Contains(stdout.String(), c.stdout) {
				t.Errorf("exit status %d, want %d; stdout %q, want %q", status, c.status, &stdout, c.stdout)
			}
			for _, want := range c.stderr {
				if !strings.Contains(stderr.String(), want) {
					t.Errorf("stderr %q, want %q", &stderr, want)
				}
			}
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			if strings.Contains(string(log), "clasp") || c.command != "missing" && c.scripts["apt-get"] == archive && !strings.Contains(string(log), "update\n") {
				t.Errorf("apt-get was called with\n%s", log)
			}
			// Debian starts no daemon if the policy exits with status 101 (invoke-rc.d(8)).
			if _, err := os.Stat(policy); c.name == "a cluster" && !strings.Contains(string(log), "policy 101\n") || err == nil {
				t.Errorf("the rule about daemons is left (%v), or was missing during the installation:\n%s", err, log)
			}
		})
	}
}
