package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"counterproof/bench/experiment"
	"counterproof/encode"
)

const inputName = "max-input"

// InputFlag is the flag of the commands that read instances or answers from files.
var InputFlag = &cli.StringFlag{Name: inputName, Value: "256MB",
	Usage: "read at most `BYTES`, such as 1GB, from a file or from standard input, and a sixteenth of it in one line",
	Action: func(c *cli.Context, text string) error {
		if _, err := ParseLimit(text); err != nil {
			return Usagef("%s: --%s: %w", c.Command.Name, inputName, err)
		}
		return nil
	}}

// An InputLimit is how much a command reads from one file.
type InputLimit struct {
	Bytes int64  // of the file
	Line  int64  // of a line
	text  string // as the flag has it
}

// leastLine is what a line may have under the smallest limits.
const leastLine = 1 << 20

// ReadLimit returns the limit that the flag sets, or the default for a command without the flag.
func ReadLimit(c *cli.Context) InputLimit {
	if l, err := ParseLimit(c.String(InputFlag.Name)); err == nil {
		return l
	}
	return DefaultLimit()
}

func ParseLimit(text string) (InputLimit, error) {
	n, err := experiment.ParseSize(text)
	return InputLimit{n, max(n/16, leastLine), text}, err
}

// DefaultLimit is the limit without the flag.
func DefaultLimit() InputLimit {
	l, err := ParseLimit(InputFlag.Value)
	if err != nil {
		panic(err)
	}
	return l
}

// openSource opens a file to read it. A pipe may be one, as a shell makes it for <(...).
// A device and a socket are bad input; a folder is an error of the file system.
func openSource(path string) (*os.File, error) {
	// Before it is opened, which may wait or act on a device.
	if info, err := os.Stat(path); err == nil && notSource(info) != nil {
		return nil, notSource(info)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = notSource(info) // it may be another file by now
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// notSource is nil for what can be read as a file.
func notSource(info os.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular(), mode&fs.ModeNamedPipe != 0:
		return nil
	case mode.IsDir():
		return errors.New("want a file, got a folder") // the file system's, as one that is missing
	case mode&fs.ModeDevice != 0:
		return Usagef("want a file, or - for standard input, got a device")
	case mode&fs.ModeSocket != 0:
		return Usagef("want a file, got a socket")
	}
	return Usagef("want a file that can be read")
}

// A bounded reader fails where its text is longer than the limit, or a line of it.
type bounded struct {
	r     io.Reader
	limit InputLimit
	whole int64 // bytes so far
	line  int   // from 1
	open  int64 // bytes of the line so far
	err   error // the first, which stays: a scanner may ask again
}

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

// take counts the bytes and lines of a part, of which only the first line and the last may
// be too long, for it has at most leastLine bytes.
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
		return encode.Errorf(b.line, 1, "want lines of at most %d bytes: --%s raises the limit, a line may have a sixteenth of it", b.limit.Line, InputFlag.Name)
	}
	if first >= 0 {
		b.line += bytes.Count(part, []byte("\n"))
		b.open = int64(len(part) - 1 - bytes.LastIndexByte(part, '\n'))
	}
	return nil
}

func (l InputLimit) tooLong() error {
	return Usagef("want at most %s: --%s raises the limit", l.text, InputFlag.Name)
}

// readText reads a whole text of instances.
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

// ReadFile reads a file of instances.
func (l InputLimit) ReadFile(path string) ([]byte, error) {
	f, err := openSource(path)
	if err != nil {
		return nil, inFile(path, err)
	}
	defer f.Close()
	text, err := l.readText(f)
	return text, inFile(path, err)
}

// inFile puts the name of a file in front of an error that does not have it.
func inFile(path string, err error) error {
	var file *fs.PathError
	if err == nil || errors.As(err, &file) {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}
