package cnf

import (
	"testing"

	"counterproof/encode/test/facttest"

	"github.com/google/go-cmp/cmp"
)

var small = Formula{
	NumVars:    5,
	Clauses:    [][]Lit{{1, 2}, {-1, -2}, {-4, 5}},
	Projection: Projection{Groups: [][]Lit{{1, 2}, {2, 1}, {-3, 1}}, Free: []Lit{4}},
}

func TestVars(t *testing.T) {
	if diff := cmp.Diff(small.Vars(), []Lit{1, 2, 3, 4}); diff != "" {
		t.Errorf("got -, want +:\n%s", diff)
	}
}

func TestBlocking(t *testing.T) {
	for _, tt := range []struct {
		name string
		m    Model
		want []Lit
	}{
		{"one literal of two groups", Model{false, true, false, true, true}, []Lit{-2, 3, -4}},
		{"a literal of three groups", Model{true, false, true, false, true}, []Lit{-1, 4}},
	} {
		if diff := cmp.Diff(small.Blocking(tt.m), tt.want); diff != "" {
			t.Errorf("%s: got -, want +:\n%s", tt.name, diff)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name string
		m    Model
		want string
	}{
		{"a model", Model{true, false, true, true, true}, ""},
		{"a clause", Model{true, false, true, true, false}, "3, [-4 5]"},
		{"no literal of a group", Model{false, true, true, false, false}, "0, 3"},
		{"two literals of a group", Model{true, false, false, false, false}, "2, 3"},
		{"a short model", Model{true}, "1, 5"},
	} {
		if err := small.Check(tt.m); !facttest.Matches(err, tt.want) {
			t.Errorf("%s: got %v, want the facts %q", tt.name, err, tt.want)
		}
	}
}
