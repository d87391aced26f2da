package cluster

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestName checks that, for any file name, the job name is a label as in RFC 1123 and has at
// most 40 characters.
func TestName(t *testing.T) {
	label := regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)
	for spec, want := range map[string]string{
		"a/calendar-year.toml":          "calendar-year",
		"100.toml":                      "100",
		"Ärger im Büro.toml":            "rger-im-b-ro",
		"---.toml":                      "experiment",
		strings.Repeat("x", 39) + "-y":  strings.Repeat("x", 39),
		strings.Repeat("x", 41):         strings.Repeat("x", 40),
		"--" + strings.Repeat("x-", 40): strings.Repeat("x-", 19) + "x",
	} {
		got := Job{Spec: spec}.Name()
		if got != want || !label.MatchString(got) || len(got) > 40 {
			t.Errorf("%s is called %q, want %q", spec, got, want)
		}
	}
}

// TestWrite checks that a job name is written as a string in YAML even if it looks like a
// number, and that characters that would end a line are rejected.
func TestWrite(t *testing.T) {
	good := Job{Spec: "100.toml", Shards: 4, CPUs: 1, Memory: 2, Hours: 3, Image: "i:1", Volume: "v"}
	var b strings.Builder
	if err := good.Write(&b, "k8s"); err != nil || !strings.Contains(b.String(), "\n  name: \"100\"\n") {
		t.Errorf("%v:\n%s", err, b.String())
	}
	for _, kind := range Kinds() {
		for _, bad := range []string{"a\nb", "a\rb", "a\x00b", "a\tb", "a\u2028b", "a\u0085b", "a\xffb"} {
			spec, image, volume := good, good, good
			spec.Spec, image.Image, volume.Volume = bad+".toml", bad, bad
			for _, c := range []Job{spec, image, volume} {
				var b strings.Builder
				if err := c.Write(&b, kind); err == nil || b.Len() > 0 || strings.ContainsAny(err.Error(), "\n\r\x00") {
					t.Errorf("%s of %q: %v, %d bytes", kind, bad, err, b.Len())
				}
			}
		}
	}
	// These strings are quoted by hand, as a shell reads them. The shell of a pod gets the script
	// from Kubernetes, which replaces $$ by $.
	odd := good
	odd.Spec = "it's ärger $HOME.toml"
	for _, kind := range Kinds() {
		quoted := []string{`it'\''s ärger $HOME.toml`, `it'\''s ärger $HOME.toml`} // in the command that runs the experiment, and in the command that reports
		if kind == "k8s" {
			quoted[1] = `it'\''s ärger $$HOME.toml`
		}
		var b strings.Builder
		if err := odd.Write(&b, kind); err != nil || !inOrder(b.String(), quoted...) {
			t.Errorf("%s: %v\n%s", kind, err, b.String())
		}
	}
}

// inOrder reports whether a text has the given parts, one after the other.
func inOrder(text string, parts ...string) bool {
	for _, part := range parts {
		_, rest, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = rest
	}
	return true
}

// TestOptions checks that the options for sbatch are in lines of their own, before the first command,
// and quoted as sbatch reads them. The expected values were read back from Slurm 22.05 with scontrol.
func TestOptions(t *testing.T) {
	job := Job{Spec: "a.toml", Shards: 4, CPUs: 1, Memory: 2, Hours: 3, AtOnce: 2,
		Partition: "short", Account: `a "b" \c`, Constraint: "gpu&big|[old#1]", QOS: "it's",
		Prelude: "#!/bin/bash\n\n#SBATCH --mail-type=END\nmodule load x\n#SBATCH --late\ncat <<'END'\n$HOME\nEND"}
	var b strings.Builder
	if err := job.Write(&b, "slurm"); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	options, _, found := strings.Cut(text, "\nif [")
	for _, want := range []string{
		"#SBATCH --array=0-3%2\n", "#SBATCH --partition=short\n", `#SBATCH --account="a \"b\" \\c"` + "\n",
		`#SBATCH --constraint="gpu&big|[old#1]"` + "\n", `#SBATCH --qos="it's"` + "\n", "\n#!/bin/bash\n\n#SBATCH --mail-type=END\n",
	} {
		if !strings.Contains(options, want) || !found {
			t.Errorf("the options before the first command lack %q:\n%s", want, options)
		}
	}
	for line := range strings.Lines(options) {
		if line != "\n" && line[0] != '#' {
			t.Errorf("sbatch stops to look for options at the line %q", line)
		}
	}
	if _, text, _ := strings.Cut(text, "\nfi\n"); !strings.Contains(text, "\nmodule load x\n#SBATCH --late\ncat <<'END'\n$HOME\nEND\n") {
		t.Errorf("the commands of the prelude are changed, or run where the file is submitted:\n%s", text)
	}
	plain := Job{Spec: "a.toml", Shards: 4, CPUs: 1, Memory: 2, Hours: 3}
	b.Reset()
	if err := plain.Write(&b, "slurm"); err != nil || !strings.Contains(b.String(), "\n#SBATCH --array=0-3\n") ||
		strings.Contains(b.String(), "--partition") || strings.Contains(b.String(), "--qos") {
		t.Errorf("options that nobody asked for (%v):\n%s", err, b.String())
	}
}

// TestPrelude checks that a prelude with "set -ef" and arguments of its own changes neither the second try of a
// task nor the steps after a merge that fails.
func TestPrelude(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("*** SKIPPED: sh is not installed ***")
	}
	var b strings.Builder
	if err := (Job{Spec: "a.toml", Shards: 4, CPUs: 1, Memory: 2, Hours: 3, Prelude: "set -ef\nset -- other words\n"}).Write(&b, "slurm"); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "a-shards"), 0o777), os.WriteFile(filepath.Join(dir, "a-shards", "7.sqlite"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		task, arg string
		words     []string // the words of the commands that run, in the order of the commands
		status    int
	}{
		{"2", "", []string{"run", "2/4", "run", "2/4"}, 0},
		{"", "merge", []string{"merge", "a-shards/7.sqlite", "report", "status"}, 1},
	} {
		cmd := exec.Command(sh, "-c", "counterproof() { printf '%s\\n' \"$@\"; tries=x$tries; [ $tries != x ]; }; mkdir() { :; }\n"+b.String(), "sh", c.arg)
		cmd.Dir, cmd.Env = dir, []string{"PATH=/nonexistent", "SLURM_ARRAY_TASK_ID=" + c.task}
		out, _ := cmd.CombinedOutput()
		words := slices.DeleteFunc(strings.Split(string(out), "\n"), func(w string) bool { return !slices.Contains(c.words, w) })
		if !slices.Equal(words, c.words) || cmd.ProcessState.ExitCode() != c.status {
			t.Errorf("task %q, argument %q: exit status %d, want %d; the commands have the words %q, want %q:\n%s",
				c.task, c.arg, cmd.ProcessState.ExitCode(), c.status, words, c.words, out)
		}
	}
}

// FuzzNames checks job files with arbitrary names. Every option must stay in its line. A shell must
// accept each job file that is a shell script, and must read the names from it. The same must hold
// for the script in the file for Kubernetes. No name may change the structure of this file.
func FuzzNames(f *testing.F) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		f.Skip("*** SKIPPED: sh is not installed ***")
	}
	f.Add("it's", `a"b\`)
	f.Add("$(touch x) `id` #%&|;<>", "")
	f.Add("{}", "-x")
	f.Add(`\`, "'")
	f.Add("a$(HOME)b$$c.toml", "a$(NONE)b$(HOME$$(HOME).json")
	f.Add("a$", "$$$(JOB_COMPLETION_INDEX)$$$")
	f.Fuzz(func(t *testing.T, spec, option string) {
		job := Job{Spec: spec, Parts: option, Shards: 3, CPUs: 1, Memory: 1, Hours: 1, Hosts: option, Partition: option, Account: spec, Constraint: option, QOS: spec}
		for _, kind := range []string{"slurm", "parallel"} {
			var b strings.Builder
			if err := job.Write(&b, kind); err != nil {
				if !strings.ContainsFunc(spec, unprintable) && !strings.ContainsFunc(option, unprintable) && !strings.Contains(spec+option, "{") {
					t.Errorf("%q, %q: %v", spec, option, err)
				}
				continue
			}
			out, err := commands(sh, b.String())
			if err != nil {
				t.Fatalf("%s of %q, %q: %v: %s\n%s", kind, spec, option, err, out, b.String())
			}
			if spec != "" && !strings.Contains(string(out), "\n"+spec+"\n") || option != "" && kind == "parallel" && !strings.Contains(string(out), "\n"+option+"\n") {
				t.Errorf("%s of %q, %q: the shell reads\n%s", kind, spec, option, out)
			}
		}
		if strings.ContainsFunc(spec, unprintable) || strings.ContainsFunc(option, unprintable) {
			return
		}
		job.Image, job.Volume = option, spec
		testPod(t, sh, job)
	})
}

// commands runs a script with shell functions in place of its commands. The functions print the
// words of each command, one word per line.
func commands(sh, script string) (words []byte, err error) {
	cmd := exec.Command(sh, "-c", "show() { printf '%s\\n' \"$0\" \"$@\"; }\n"+
		"counterproof() { show counterproof \"$@\"; }; parallel() { show \"$@\"; }; mkdir() { :; }; seq() { :; }\n"+script, "sh", "merge")
	cmd.Env = []string{"PATH=/nonexistent", "JOB_COMPLETION_INDEX=2"}
	return cmd.CombinedOutput()
}

// reference matches the parts of the field args that Kubernetes replaces.
var reference = regexp.MustCompile(`\$\$|\$\([^)]*\)`)

// expanded returns what a container gets for a text in the field args. The API reference of
// Kubernetes (Container v1 core) says: "Variable references $(VAR_NAME) are expanded using the
// container's environment. If a variable cannot be resolved, the reference in the input string will
// be unchanged. Double $$ are reduced to a single $".
func expanded(text string) string {
	variables := map[string]string{"$$": "$", "$(HOME)": "/root", "$(JOB_COMPLETION_INDEX)": "2"}
	return reference.ReplaceAllStringFunc(text, func(found string) string { return cmp.Or(variables[found], found) })
}

// testPod checks the file for Kubernetes. Every line must have the same indent and key as with
// harmless names. A name in quotation marks must be a JSON string, which YAML reads in the same
// way. A shell must read the names from the lines of the script.
func testPod(t *testing.T, sh string, job Job) {
	t.Helper()
	harmless := job
	harmless.Spec, harmless.Image, harmless.Volume = "harmless.toml", "harmless", "harmless"
	var b, h strings.Builder
	if err := errors.Join(job.Write(&b, "k8s"), harmless.Write(&h, "k8s")); err != nil {
		t.Fatalf("%q, %q: %v", job.Spec, job.Image, err)
	}
	got, want := strings.Split(b.String(), "\n"), strings.Split(h.String(), "\n")
	if len(got) != len(want) {
		t.Fatalf("%q, %q: %d lines, want %d:\n%s", job.Spec, job.Image, len(got), len(want), b.String())
	}
	const indent = "              " // of the script
	var script strings.Builder
	var names []string
	for i, line := range want {
		key, end, quoted := strings.Cut(line, `"harmless"`)
		switch {
		case strings.HasPrefix(line, indent):
			key = indent
			script.WriteString(strings.TrimPrefix(got[i], indent) + "\n")
		case strings.HasPrefix(line, "#   "):
			key = "#   counterproof "
		case quoted:
			var name string
			text := strings.TrimSuffix(strings.TrimPrefix(got[i], key), end)
			if err := json.Unmarshal([]byte(text), &name); err != nil {
				t.Errorf("%q, %q: %v: %s", job.Spec, job.Image, err, got[i])
			}
			names = append(names, name)
		default:
			key = line
		}
		if !strings.HasPrefix(got[i], key) {
			t.Errorf("%q, %q: the line %q, want %q", job.Spec, job.Image, got[i], line)
		}
	}
	if want := []string{job.Name(), job.Image, job.Volume}; !slices.Equal(names, want) {
		t.Errorf("the names are %q, want %q", names, want)
	}
	out, err := commands(sh, strings.Replace(expanded(script.String()), "exec counterproof", "counterproof", 1)) // a shell function cannot run by exec
	if !inOrder(string(out), "--shard\n2/3\n", "-shards/2.sqlite\n") {
		t.Errorf("%q, %q: the task has another number: the shell reads\n%s", job.Spec, job.Parts, out)
	}
	if err != nil || !strings.Contains(string(out), "\n"+job.Spec+"\n") || job.Parts != "" && !strings.Contains(string(out), "\n"+job.Parts+"\n") {
		t.Errorf("%q, %q: %v: the shell reads\n%s\n%s", job.Spec, job.Parts, err, out, b.String())
	}
}
