package deduction

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// Levels lists the levels of the rules for the board, the easiest first. A board that is not Deducible
// has none.
func Levels(in encode.Instance) []string {
	board, ok := Of(in)
	if !ok {
		return nil
	}
	var levels []string
	for _, r := range board.Rules() {
		if !slices.Contains(levels, r.Level) {
			levels = append(levels, r.Level)
		}
	}
	return levels
}

// LevelWords explains the names of levels that players cannot know. Each text says what a player does.
var LevelWords = map[string]string{
	"chain":         "looking several moves ahead",
	"contradiction": "trying a move",
	"exact":         "comparing all cases",
	"kempe":         "following two colours",
	"probing":       "trying cells and ships",
	"unreasonable":  "beyond hard",
}

// NamedLevel returns the name of a level, followed by its LevelWords in parentheses if it has any.
func NamedLevel(level string) string {
	if words := LevelWords[level]; words != "" {
		return fmt.Sprintf("%s (%s)", level, words)
	}
	return level
}

// LevelHelp is a sentence for help texts that explains the levels with LevelWords.
func LevelHelp() string {
	names := slices.Sorted(maps.Keys(LevelWords))
	return "Besides easy, normal, hard and extreme, some puzzles have levels of their own: " + strings.Join(wording.Each(names, NamedLevel), ", ") + "."
}
