package console

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"counterproof/bench/run/experiment"
	"counterproof/encode"
	"counterproof/sat/cnf"
)

const inputName = "max-input"

// InputFlag is the flag --max-input of the commands that read instances or answers from files.
var InputFlag = &cli.StringFlag{Name: inputName, Value: "256MB",
	Usage: "refuse input that is larger than `BYTES`, such as 1GB. A line may be up to BYTES/16 long, or up to 1 MiB if that is more",
	Action: checked(inputName, func(text string) error {
		_, err := ParseLimit(text)
		return err
	})}

// LinesFlag is the flag --lines of the commands that read instances.
var LinesFlag = &cli.BoolFlag{Name: "lines", Usage: "read one board from each line of a file, also if the lines could be the rows of one board"}

// An InputLimit limits how much a command reads from one file.
type InputLimit struct {
	Bytes int64  // the largest size of the file
	Line  int64  // the largest length of a line in bytes
	text  string // the value of the flag
}

// leastLine is the number of bytes that a line may have under every limit.
const leastLine = 1 << 20

// InputLimit returns the limit that the flag --max-input sets, or the default for a command without
// this flag.
func (c *Call) InputLimit() InputLimit {
	l, _ := ParseLimit(cmp.Or(c.String(InputFlag.Name), InputFlag.Value)) // the flag has checked the text
	return l
}

// ParseLimit reads the value of the flag --max-input. The limit for a line is a sixteenth of
// the limit for the input, but at least leastLine bytes.
func ParseLimit(text string) (InputLimit, error) {
	n, err := experiment.ParseSize(text)
	return InputLimit{Bytes: n, Line: max(n/16, leastLine), text: text}, err
}

// openSource opens a file or a named pipe, such as a shell makes for <(...). A device and a socket
// are usage errors (exit status 2). A folder is a failure (exit status 1), like a missing file.
func openSource(path string) (*os.File, error) {
	// Check first: opening a device may wait or have an effect.
	if info, err := os.Stat(path); err == nil && notSource(info) != nil {
		return nil, notSource(info)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = notSource(info) // the file may have been replaced since the first check
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// notSource returns nil for a regular file or a pipe, and an error for everything else.
func notSource(info os.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular(), mode&fs.ModeNamedPipe != 0:
		return nil
	case mode.IsDir():
		return errors.New("want a file, got a folder")
	case mode&fs.ModeDevice != 0:
		return Usagef("want a file, or - for standard input, got a device")
	case mode&fs.ModeSocket != 0:
		return Usagef("want a file, got a socket")
	}
	return Usagef("want a file that can be read")
}

// A bounded is a reader that fails when the text, or one of its lines, is longer than an InputLimit
// allows.
type bounded struct {
	r     io.Reader
	limit InputLimit
	whole int64 // bytes read so far
	line  int   // number of the current line, from 1
	open  int64 // bytes of the current line so far
	err   error // the first error; every later Read returns it again
}

// Reader returns a reader of r that fails when the text exceeds the limit.
func (l InputLimit) Reader(r io.Reader) *bounded { return &bounded{r: r, limit: l, line: 1} }

func (b *bounded) Read(p []byte) (n int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err = b.r.Read(p[:min(len(p), leastLine)])
	if b.err = b.take(p[:n]); b.err != nil {
		return 0, b.err
	}
	return n, err
}

// take counts the bytes and lines of the next part of the text. The part has at most leastLine
// bytes, so only a line that began in an earlier part can be too long.
func (b *bounded) take(part []byte) error {
	if b.whole += int64(len(part)); b.whole > b.limit.Bytes {
		return b.limit.tooLong()
	}
	first := bytes.IndexByte(part, '\n')
	if first < 0 {
		b.open += int64(len(part))
	} else {
		b.open += int64(first)
	}
	if b.open > b.limit.Line {
		return encode.Errorf(b.line, 1, "want lines of at most %d bytes: for longer lines, set --%s to 16 times the length of the longest line", b.limit.Line, InputFlag.Name)
	}
	if first >= 0 {
		b.line += bytes.Count(part, []byte("\n"))
		b.open = int64(len(part) - 1 - bytes.LastIndexByte(part, '\n'))
	}
	return nil
}

func (l InputLimit) tooLong() error {
	return Usagef("want at most %s of input: --%s raises the limit", l.text, InputFlag.Name)
}

func (l InputLimit) readText(r io.Reader) ([]byte, error) {
	size := int64(0)
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			if info.Size() > l.Bytes {
				return nil, l.tooLong()
			}
			size = info.Size()
		}
	}
	text := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := text.ReadFrom(l.Reader(r))
	return text.Bytes(), err
}

// ReadFile reads a whole file within the limit.
func (c *Call) ReadFile(path string) ([]byte, error) {
	return readFile(c, path, c.InputLimit().readText)
}

// ReadText reads a whole file, or standard input if its name is -, within the limit.
func (c *Call) ReadText(file string) ([]byte, error) {
	return ReadSource(c, file, func(r io.Reader) ([]byte, error) { return io.ReadAll(c.InputLimit().Reader(r)) })
}

// ReadSource reads a file, or standard input if its name is -. A mistake in the text (a
// *cnf.SyntaxError) becomes a UsageError.
func ReadSource[T any](c *Call, file string, read func(io.Reader) (T, error)) (value T, err error) {
	if file != "-" {
		value, err = readFile(c, file, read)
	} else if value, err = Await(c, func() (T, error) { return read(c.Stdin) }); err != nil {
		err = fmt.Errorf("standard input: %w", err)
	}
	if errors.As(err, new(*cnf.SyntaxError)) {
		err = Misused(err)
	}
	return value, err
}

// readFile reads a file, whose name is in every error. If ctx ends, readFile returns even while it waits
// for the other end of a pipe.
func readFile[T any](ctx context.Context, path string, read func(io.Reader) (T, error)) (T, error) {
	value, err := Await(ctx, func() (value T, err error) {
		f, err := openSource(path)
		if err != nil {
			return value, err
		}
		defer f.Close()
		return read(f)
	})
	if err != nil && !errors.As(err, new(*fs.PathError)) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return value, err
}
