package nonogram

import (
	"strings"
	"testing"
)

// TestGoals checks that a goal and lines about colours do not matter if the clues are complete and
// all runs have one colour. The board is stair, whose clues follow from its pictures, ##. over ..#
// and .## over #..
func TestGoals(t *testing.T) {
	const clues = "rows/2/1/columns/1/1/1/"
	const size = "width 3/height 2/"
	xml := func(goal string) string {
		line := func(runs string) string { return "<line><count>" + runs + "</count></line>" }
		return "<puzzle><clues type='rows'>" + line("2") + line("1") + "</clues><clues type='columns'>" + strings.Repeat(line("1"), 3) + "</clues>" +
			"<solution><image>" + goal + "</image></solution></puzzle>"
	}
	check(t, []reading{
		{text: size + clues, boards: stair},
		{text: size + clues + "goal/110/001/", boards: stair},
		{text: size + clues + "goal//110//001//by \"me\"/", boards: stair},
		{text: size + clues + "goal \"110/001\"/", boards: stair},
		{text: size + clues + "goal 1 1 0/0 0 1/title \"goals\"/", boards: stair},
		{text: size + "goal/011/100/" + clues, boards: stair},
		{text: size + "goal/bb0/00b/", boards: stair},
		{text: size + clues + "goal 1?0001/", boards: stair},
		{text: size + clues + "goal 110010/", boards: stair, warning: "line 10, column 6, goal"},
		{text: size + clues + "goal/110/010/", boards: stair, warning: "line 11, column 1, goal"},
		{text: size + clues + "saved \"?????1\"/", boards: stair},
		{text: "columns 3/rows 2/" + clues, boards: stair},
		{text: "color a #ff0000/color b #00ff00/" + size + "rows/2b/1b/columns/1b/1b/1b/goal bb000b/", boards: stair},
		{text: "title \"Bike # 2\"/" + size + clues, boards: stair},
		{text: "# by nobody/" + size + clues, boards: stair},
		{text: size + "rows/2b/1b/columns/1b/1b/1/", fails: `line 9, column 1, colours, "2b", "1"`},
		{text: size + clues + "goal ab000a/", fails: "line 10, column 7, colours, 'a', 'b'"},
		{text: size + clues + "goal/aa0/00b/", fails: "line 12, column 3, colours, 'a', 'b'"},
		{text: size + clues + "goal/110/00/", fails: "line 11, column 1, 6, 5"},
		{text: size + clues + "goal/110/00/by \"me\"/", fails: "line 13, column 1, 6, 5"},
		{text: size + clues + "goal/110/0011/", fails: "line 11, column 1, 6, 7"},
		{text: size + clues + "goal/110/001/1/", fails: `line 13, column 1, "1"`},
		{text: size + "rows/2/1/goal/110/0?1/", fails: "line 7, column 1, every cell"},

		{text: xml("|110|"), fails: "'1'"},
		{text: xml("|XX.| |..X|"), boards: stair},
		{text: xml("|[X.]X.| |..X|"), boards: stair},
		{text: xml("|?X.| |..?|"), boards: stair},
		{text: xml("|XX.| |.X.|"), boards: stair, warning: "line 1, goal"},
	})
}
