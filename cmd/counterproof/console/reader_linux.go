package console

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"
)

// WhileRead returns a context that also ends when the reader of a pipe goes away, if the given output is a
// pipe. A command that waits long between two writes would not notice this by itself.
func WhileRead(ctx context.Context, out io.Writer) (context.Context, context.CancelCauseFunc) {
	ctx, stop := context.WithCancelCause(ctx)
	s, _ := out.(*Sink)
	if s == nil {
		return ctx, stop
	}
	file, _ := s.file.(*os.File)
	poll, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if file == nil || err != nil {
		return ctx, stop
	}
	fd := int(file.Fd())
	// epoll always waits for errors and for the end of a connection, and refuses regular files
	if syscall.EpollCtl(poll, syscall.EPOLL_CTL_ADD, fd, &syscall.EpollEvent{Fd: int32(fd)}) == nil {
		go func() {
			for err := error(syscall.EINTR); errors.Is(err, syscall.EINTR); {
				_, err = syscall.EpollWait(poll, make([]syscall.EpollEvent, 1), -1)
			}
			stop(errors.New("standard output: its reader has gone away"))
		}()
	}
	return ctx, stop
}
