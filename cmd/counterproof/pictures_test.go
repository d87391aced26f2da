package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/boards"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/test/facttest"
)

// A pictured is a fake instance with a picture.
type pictured struct {
	fake
	w, h float64
}

func (p pictured) Picture(*encode.Solution) *draw.Picture { return &draw.Picture{W: p.w, H: p.h} }

// TestPictureLimits checks that a command refuses a picture flag, before it searches, if the
// instance has no picture or if the picture exceeds the limits of the format. It must accept the
// flag --svg for a picture that is too large for PNG.
func TestPictureLimits(t *testing.T) {
	for _, c := range []struct {
		flag, want string // want has the facts of the message; empty if the flag is accepted
		in         encode.Instance
	}{
		{"svg", "--svg, fake", fake{}},
		{"pdf", "--pdf, fake", fake{}},
		{"svg", "", pictured{w: 9000, h: 9000}},
		{"pdf", "", pictured{w: 9000, h: 9000}},
		{"png", "--png, 9000 x 9000, 40", pictured{w: 9000, h: 9000}},
		{"pdf", "--pdf, 30000 x 10, 20000", pictured{w: 30000, h: 10}},
		{"svg", "", pictured{w: 30000, h: 10}},
	} {
		app := &cli.App{Name: "app", Flags: boards.PictureFlags("draw"), ExitErrHandler: func(*cli.Context, error) {}, Action: func(c *cli.Context) error {
			p, err := boards.OpenPictures(console.NewCall(c))
			if err != nil {
				return err
			}
			return p.CheckBoard(&encode.Puzzle{Name: "fake"}, c.App.Metadata["board"].(encode.Instance))
		}}
		app.Metadata = map[string]any{"board": c.in}
		err := app.Run([]string{"app", "--" + c.flag, t.TempDir() + "/a." + c.flag})
		var usage console.UsageError
		if c.want == "" {
			if err != nil {
				t.Errorf("%+v: %v", c, err)
			}
		} else if !errors.As(err, &usage) || !facttest.States(err.Error(), c.want) {
			t.Errorf("%+v: got %v", c, err)
		}
	}
}

// TestPictureFlags checks the names of the flags that every command with pictures has.
func TestPictureFlags(t *testing.T) {
	var names []string
	for _, f := range boards.PictureFlags("draw the board") {
		names = append(names, f.Names()...)
	}
	if got := strings.Join(names, " "); got != "svg png pdf" {
		t.Errorf("the flags are %s", got)
	}
}
