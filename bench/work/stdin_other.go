//go:build !unix

package work

import "os"

func polled(f *os.File) *os.File { return f }
