package boards

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

const mostPicture = 64 << 20

// pictureTime limits the search for a second solution of a board made from a picture.
const pictureTime = 10 * time.Second

// fromPicture prints the board of a picture. If it has several solutions, stderr says so.
func fromPicture(c *console.Call) error {
	file := c.String("picture")
	if c.Puzzle.FromPicture == nil {
		var names []string
		for _, p := range catalog.All() {
			if p.FromPicture != nil {
				names = append(names, p.Name)
			}
		}
		return c.Usagef("--picture makes boards of %s, not of %s", strings.Join(names, ", "), c.Puzzle.Name)
	}
	for _, other := range []string{"size", "seed", "number", "difficulty", "minimal"} {
		if c.IsSet(other) {
			return c.Usagef("--picture makes only the board of the picture: leave out --%s", other)
		}
	}
	var threshold *float64
	if c.IsSet("threshold") {
		t, err := strconv.ParseFloat(c.String("threshold"), 64)
		if err != nil || !(t >= 0 && t <= 1) {
			return c.Usagef("--threshold: want a number from 0 to 1, such as 0.3, got %q", wording.Short(c.String("threshold")))
		}
		threshold = &t
	}
	in, err := readPicture(c, file, threshold)
	if err != nil {
		return err
	}
	c.WarnAbout(in)
	if _, err := fmt.Fprintln(c.Stdout, in); err != nil {
		return err
	}
	return reportSolutions(c, in)
}

func readPicture(c *console.Call, file string, threshold *float64) (encode.Instance, error) {
	in, err := console.ReadSource(c, file, func(r io.Reader) (encode.Instance, error) {
		data, err := io.ReadAll(io.LimitReader(r, mostPicture+1))
		switch {
		case err != nil:
			return nil, err
		case len(data) > mostPicture:
			return nil, console.Usagef("want a picture of at most %d MB", mostPicture>>20)
		}
		return c.Puzzle.FromPicture(data, threshold)
	})
	if errors.Is(err, encode.ErrThreshold) {
		err = c.Usagef("--threshold: %w; leave --threshold out, or give a PNG image", err)
	}
	return in, err
}

// reportSolutions says on stderr if the board has several solutions, or if this is not known.
func reportSolutions(c *console.Call, in encode.Instance) error {
	j, err := answer.Prepare(result.Job{Task: result.Unique}, c.Puzzle, in, method.MustParse("native"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c, pictureTime)
	defer cancel()
	r, err := console.Await(ctx, func() (result.Record, error) { return answer.Answer(ctx, j, c.Puzzle, in, answer.Watcher{}), ctx.Err() })
	switch {
	case c.Err() != nil:
		return c.Err()
	case errors.Is(err, context.DeadlineExceeded):
		c.Say("it is not known whether the board has one solution: the search was stopped after %v", pictureTime)
		return nil
	case err != nil:
		return err
	case r.Status == result.AtLeast:
		c.Say("the board has several solutions: counterproof repair %s finds the fewest given cells that leave exactly one solution", c.Puzzle.Name)
	case r.Status != result.Exact:
		return errors.New(r.Error)
	}
	return nil
}
