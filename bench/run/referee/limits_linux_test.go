package referee

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/sat/extern"
)

// misbehaviour is the argument that makes this test binary a solver.
const misbehaviour = "misbehave"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == misbehaviour {
		misbehave(os.Args[2])
	}
	os.Exit(m.Run())
}

// misbehave plays a solver that ends by itself after a second if it cannot solve the formula fast.
func misbehave(how string) {
	text, _ := io.ReadAll(os.Stdin)
	p := &fake{}
	if err := p.read(string(text)); err != nil {
		os.Exit(1)
	}
	empty := slices.ContainsFunc(p.clauses, func(c []int) bool { return len(c) == 0 })
	switch {
	case how == "silent":
		os.Exit(0)
	case how == "crashes" && empty:
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Minute)
	case how == "chatty":
		for {
			fmt.Println("c", strings.Repeat("x", 1<<16))
		}
	case how == "forks":
		child := exec.Command("sleep", "100")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		_ = child.Start()
	case how == "stubborn":
		signal.Ignore(syscall.SIGTERM)
	}
	if p.vars > 20 {
		for how == "stubborn" {
			time.Sleep(time.Second)
		}
		time.Sleep(time.Second)
		fmt.Println("s UNKNOWN")
		os.Exit(0)
	}
	models := p.models()
	if len(models) == 0 {
		fmt.Println("s UNSATISFIABLE")
		os.Exit(20)
	}
	fmt.Print("s SATISFIABLE\nv")
	for i, x := range models[0] {
		fmt.Print(" ", map[bool]int{true: 1, false: -1}[x]*(i+1))
	}
	fmt.Println(" 0")
	os.Exit(10)
}

// TestProcesses checks the faults that only a process can have.
func TestProcesses(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for how, wants := range map[string][]string{
		"good": nil, "silent": {NoAnswer}, "chatty": {TooMuch}, "crashes": {Crash}, "forks": {Strays}, "stubborn": {IgnoresTime, IgnoresSignal},
	} {
		t.Run(how, func(t *testing.T) {
			tool := &extern.Tool{Name: "fake", Command: []string{own, misbehaviour, how, "{seconds}"}, Answer: extern.Competition}
			if err := tool.Check(); err != nil {
				t.Fatal(err)
			}
			s := Of(tool, time.Minute)
			if how == "stubborn" {
				s.Late = time.Second / 10
			}
			a := Examine(s)
			if how == "good" || how == "forks" || how == "stubborn" { // the others would be the same
				if err := a.limits(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			for i, f := range []Formula{formOf(1), formOf(1, nil)} {
				fault, err := s.Judge(t.Context(), &f, number(2-2*i))
				if err != nil {
					t.Fatal(err)
				}
				if fault != nil {
					a.Findings = append(a.Findings, &Finding{Fault: *fault})
				}
			}
			extern.Kill()
			got := map[string]bool{}
			for _, f := range a.Findings {
				got[f.Fault.Kind] = true
			}
			for _, want := range wants {
				if !got[want] {
					t.Errorf("got %v, want %q", got, want)
				}
			}
			if wants == nil && len(got) > 0 {
				t.Errorf("got %v, want none", got)
			}
			if n := extern.Strays(); n > 0 {
				t.Errorf("%d processes are left", n)
			}
		})
	}
}
