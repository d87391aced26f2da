package calendar

import (
	"regexp"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
)

// read reads drawings of boards or of solutions, with empty lines between them. A drawing begins with a
// line of six words or more. For any other file, read returns encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	var all []encode.Instance
	dates := false
	for lines := range files.Blocks(string(data), false, len(weekday.rows)) {
		if !dates && (all != nil || len(lines[0].Words(6)) == 6) {
			day, err := drawn(lines)
			if err != nil {
				return nil, err
			}
			all = append(all, day)
			continue
		}
		dates = true
		for _, line := range lines { // 25 and 10 on two lines are not 25/10
			if strings.Trim(line.Text, " 0123456789") == "" {
				return nil, line.Errorf("want a date like 10-06 on each line, got %q", line.Text)
			}
		}
	}
	if all == nil {
		return nil, encode.ErrOneLine
	}
	return all, nil
}

var bracketed = regexp.MustCompile(`\[\w+\]`)

func drawn(lines []encode.Span) (*Day, error) {
	text := ""
	for _, line := range lines {
		text += line.Text[:min(len(line.Text), 99)] + "\n"
	}
	labels := bracketed.FindAllString(text, -1)
	solved := labels == nil
	if solved {
		labels = slices.DeleteFunc(strings.Fields(text), func(word string) bool { return !slices.Contains(slices.Concat(weekday.rows...), word) })
	}
	notation := strings.NewReplacer("[", "", "]", "").Replace(strings.Join(labels, " "))
	if n := strings.LastIndexByte(notation, ' '); len(labels) == 3 {
		notation = weekday.name + ":" + notation[n+1:] + " " + notation[:n]
	}
	day, err := parse(notation)
	if err == nil {
		if day.solved = solved; solved {
			_, err = encode.ReadSolution(day, text)
		}
		if err == nil && (solved || slices.Equal(strings.Fields(text), strings.Fields(day.Draw(nil)))) {
			return day, nil
		}
	}
	return nil, lines[0].Errorf("want a drawing with the date in brackets, as the command show draws it, or with a date and pieces, as solve draws it")
}

func (d *Day) Warnings() []string {
	if d.solved {
		return []string{"ignored the pieces of the drawing, because a board has only a date"}
	}
	return nil
}
