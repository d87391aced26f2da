package console

import (
	"context"
	"time"

	"counterproof/bench/run/experiment"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
)

// Under returns the text of an instance followed by the given values, if there are any.
func Under(instance, given string) string {
	if given == "" {
		return instance
	}
	return instance + " --" + GivenFlag.Name + " " + given
}

// An Unsolvable says on stderr why boards have no solution. The zero value is ready for use.
type Unsolvable struct {
	searched bool // whether a conflict was looked for
	pointed  bool // whether the command explain was named
}

// conflictTime limits the search for given values that contradict each other or a clue.
const conflictTime = 2 * time.Second

// mostPasted limits the length of an instance that is repeated in a command to paste.
const mostPasted = 200

// Explain prints why a board has no solution under the given values. It prints the simple reason that
// the puzzle knows, if there is one. For the first board with given values, it prints clues and values
// that contradict each other. Otherwise, it names the command that finds a contradiction. It names the
// command once, and only for a board with clues.
func (u *Unsolvable) Explain(c *Call, p *encode.Puzzle, in encode.Instance, given []clues.Given) {
	values := clues.FormatGiven(given)
	say := func(why string) {
		c.Say("%s %s: no solution: %s", p.Name, Under(in.String(), values), why)
	}
	why := encode.ObstacleOf(in)
	if why != "" {
		say(why)
	}
	if why == "" && len(given) > 0 && !u.searched {
		u.searched = true
		ctx, stop := context.WithTimeout(c, conflictTime)
		defer stop()
		if found, err := explain.FindConflict(ctx, p, in, given, answer.Watcher{}); err == nil && found != nil {
			say(found.String())
			return
		}
	}
	clued, ok := in.(clues.HasDemands)
	if u.pointed || len(given) == 0 && (!ok || len(clued.Demands()) == 0) {
		return
	}
	u.pointed = true
	c.Say("to see which clues contradict each other, run: %s", ExplainLine(p, in, values))
}

// ExplainLine returns the command that explains a board under the given values. In place of a
// long board, the command has the word INSTANCE.
func ExplainLine(p *encode.Puzzle, in encode.Instance, given string) string {
	line := "counterproof explain "
	if given != "" {
		line += "--" + GivenFlag.Name + " " + given + " "
	}
	if board := in.String(); len(board) <= mostPasted {
		return line + p.Name + " " + experiment.ShellQuote(board)
	}
	return line + p.Name + " INSTANCE"
}
