package work

import (
	"errors"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
)

// TestUnkept checks which limits lead to a warning on which system.
func TestUnkept(t *testing.T) {
	none := errors.New("no files about processes")
	type system struct { // the parameters of unkept
		noMemory error
		cpu      bool
	}
	linux, bare, other := system{nil, true}, system{none, true}, system{none, false}
	memory, cpu, wall := result.Limits{Memory: 1 << 30}, result.Limits{CPU: time.Second}, result.Limits{Wall: time.Second}
	both := result.Limits{Memory: 1 << 30, CPU: time.Second}
	const inside, outside = "native", "extern/clasp"
	for _, c := range []struct {
		name   string
		system system
		method string
		limits result.Limits
		want   []string // facts of the warnings
	}{
		{"Linux", linux, inside, both, nil},
		{"Linux", linux, outside, both, nil},
		{"without /proc", bare, inside, memory, []string{"without their memory limits, no files about processes"}},
		{"without /proc", bare, inside, cpu, nil},
		{"without /proc", bare, outside, cpu, []string{"outside program, CPU time"}},
		{"without /proc", bare, outside, both, []string{"without their memory limits", "outside program, CPU time"}},
		{"another system", other, inside, memory, []string{"without their memory limits, no files about processes"}},
		{"another system", other, inside, cpu, []string{"CPU time, only Linux"}},
		{"another system", other, outside, cpu, []string{"CPU time, only Linux"}},
		{"another system", other, outside, both, []string{"without their memory limits", "CPU time, only Linux"}},
		{"another system", other, inside, wall, nil},
		{"another system", other, outside, wall, nil},
	} {
		got := unkept([]result.Job{{Method: inside}, {Method: c.method, Limits: c.limits}}, c.system.noMemory, c.system.cpu)
		for i, want := range c.want {
			if len(got) != len(c.want) || !facttest.States(got[i], want) {
				t.Errorf("%s, %s, %+v: the warnings are %q, want the facts %q", c.name, c.method, c.limits, got, c.want)
				break
			}
		}
		if c.want == nil && len(got) > 0 {
			t.Errorf("%s, %s, %+v: the warnings are %q, want none", c.name, c.method, c.limits, got)
		}
	}
}
