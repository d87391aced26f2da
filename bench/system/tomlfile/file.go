// Package tomlfile reads TOML files. Its errors name the line and the column.
package tomlfile

import (
	"bytes"
	"fmt"
)

// A File is the text of a TOML file with the positions of its keys.
type File struct {
	Path string
	Text []byte
	at   positions
}

// An Error says where a file is wrong. Line and Column count from 1. If the error is about the whole
// file, Line and Column are 0.
type Error struct {
	Path         string
	Line, Column int
	Err          error
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: %v", e.Path, e.Line, e.Column, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Value returns the offset of the value at a path such as "suite[1].methods[0]". The result ok is
// false if the file has no such value.
func (f *File) Value(path string) (offset int, ok bool) {
	at, ok := f.at[path]
	return at.value, ok
}

// Errorf returns an *Error at the value of a path, or at the table that lacks the value.
func (f *File) Errorf(path, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	for ; path != ""; path = Up(path) {
		if at, ok := f.at[path]; ok {
			return f.errorAt(at.value, err)
		}
	}
	return &Error{f.Path, 0, 0, err}
}

func (f *File) errorAt(offset int, err error) error {
	before := f.Text[:offset]
	return &Error{f.Path, bytes.Count(before, []byte("\n")) + 1, offset - bytes.LastIndexByte(before, '\n'), err}
}
