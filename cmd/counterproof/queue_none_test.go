//go:build nonats

package main

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"

	"counterproof/cmd/counterproof/console"
	"counterproof/encode/test/facttest"
)

// TestNoQueue checks the program that was built without the queue. The commands coordinate and work
// must say, as their help does, that the queue is missing. The program must not contain NATS.
func TestNoQueue(t *testing.T) {
	for _, args := range [][]string{{"coordinate", "x.toml"}, {"work", "nats://127.0.0.1:4222"}} {
		var out, messages bytes.Buffer
		status := run(append([]string{"counterproof"}, args...), nil, &out, &messages)
		if status != console.Misuse || !facttest.States(messages.String(), args[0]+", nonats, run --shard, merge") {
			t.Errorf("%v: exit status %d, stderr %q", args, status, &messages)
		}
	}
	for _, args := range [][]string{{"help"}, {"coordinate", "--help"}, {"work", "--help"}} {
		var out bytes.Buffer
		if status := run(append([]string{"counterproof"}, args...), nil, &out, &out); status != console.Done || !strings.Contains(out.String(), "nonats") {
			t.Errorf("%v: exit status %d, and the help does not say that the queue is missing:\n%s", args, status, &out)
		}
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) == 0 {
		t.Fatal("the build information has no modules")
	}
	for _, m := range info.Deps {
		if strings.Contains(m.Path, "nats-io") {
			t.Errorf("%s is linked", m.Path)
		}
	}
}
