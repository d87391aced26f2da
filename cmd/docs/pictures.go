package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native"
)

// wide is the largest width of a picture that is shown next to another one. A wider picture would
// be illegible on half of a screen, so the second picture is then below the first.
const wide = 500

// instance reads the instance of a section; empty means the example of the catalogue.
func (m *maker) instance(text string) (encode.Instance, error) {
	text = cmp.Or(text, m.puzzle.Example)
	in, err := m.puzzle.Parse(text)
	if err != nil {
		return nil, err
	}
	if in.String() != text {
		return nil, fmt.Errorf("want the canonical text %s", in)
	}
	return in, nil
}

// pictures returns the text that shows a board and the first solution that the best native method finds.
func (m *maker) pictures(text string) (string, error) {
	in, err := m.instance(text)
	if err != nil {
		return "", err
	}
	var found []encode.Solution
	err = in.Reduce()[0].Search(m.ctx, new(native.Stats), func(s encode.Solution) bool {
		found = append(found, s)
		return len(found) < 2
	})
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fmt.Errorf("%v has no solution", in)
	}
	if err := in.Check(found[0]); err != nil {
		return "", err
	}
	board, solved := m.puzzle.Picture(in, nil), m.puzzle.Picture(in, &found[0])
	if board == nil {
		return "", fmt.Errorf("%s draws no pictures", m.puzzle.Name)
	}
	left, err := m.picture("", board, "A board of "+m.puzzle.Title)
	if err != nil {
		return "", err
	}
	right, err := m.picture("-solution", solved, "The same board with a solution")
	if err != nil {
		return "", err
	}
	caption := "its only solution"
	if len(found) > 1 {
		caption = "one of its solutions"
	}
	if max(board.W, solved.W) > wide {
		return fmt.Sprintf("A board:\n\n%s\n\nand %s:\n\n%s\n", left, caption, right), nil
	}
	return fmt.Sprintf("| a board | %s |\n|:---:|:---:|\n| %s | %s |\n", caption, left, right), nil
}

// move shows a move of deduction. The argument has its number, from 1, and an instance.
func (m *maker) move(argument string) (string, error) {
	number, text, _ := strings.Cut(argument, " ")
	i, err := strconv.Atoi(number)
	if err != nil {
		return "", fmt.Errorf("want the number of a move and an instance, got %q", argument)
	}
	in, err := m.instance(text)
	if err != nil {
		return "", err
	}
	d, err := in.(deduction.Deducible).Deduce(m.ctx, new(native.Stats), deduction.Options{Moves: true})
	if err != nil {
		return "", err
	}
	if i < 1 || i > len(d.Moves) || d.MovePicture == nil {
		return "", fmt.Errorf("want a move from 1 to %d that can be drawn, got %d", len(d.Moves), i)
	}
	p := d.MovePicture(i - 1)
	image, err := m.picture("-move", draw.Caption(p, wording.Sentence(d.MoveText(i-1))), "A move of deduction")
	if err != nil {
		return "", err
	}
	rule := d.Moves[i-1].Rule
	return fmt.Sprintf("%s\n\nMove %d of %d, by the rule *%s* (level %s).\n", image, i, len(d.Moves), rule.Name, rule.Level), nil
}

func (m *maker) explanation(text string) (string, error) {
	in, err := m.instance(text)
	if err != nil {
		return "", err
	}
	x, err := in.(encode.Explainable).Explain(m.ctx)
	if err != nil {
		return "", err
	}
	if x.Picture == nil {
		return "", fmt.Errorf("the explanation of %v has no picture", in)
	}
	p, err := x.Picture()
	if err != nil {
		return "", err
	}
	p.Title, p.Description = m.puzzle.Title+", explained", in.String()
	image, err := m.picture("-explained", p, "What explain draws of a board")
	return image + "\n", err
}

func (m *maker) picture(suffix string, p *draw.Picture, alt string) (string, error) {
	var b bytes.Buffer
	if err := p.WriteSVG(&b); err != nil {
		return "", err
	}
	name := m.puzzle.Name + suffix + ".svg"
	m.files[path.Join(pages, name)] = b.Bytes()
	return fmt.Sprintf("![%s](%s)", alt, name), nil
}
