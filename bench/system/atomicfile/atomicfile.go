// Package atomicfile writes files and folders that appear either complete or not at all.
//
// While a file or folder is being written, it has a hidden name that ends with the process id.
// The hidden name and the final name are in the same folder, so that the rename never crosses
// a file system. The rename happens after everything is written. After an error, such as a
// full disk, the unfinished version is removed and the previous version stays. A killed
// process leaves its hidden names behind. Sweep and WriteAll remove hidden names whose process
// has ended.
//
// Errors name the file or folder that the caller asked for, never a hidden name.
package atomicfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// ErrExists is wrapped by the errors about a folder that cannot be written, as it is not empty.
var ErrExists = errors.New("the folder is not empty")

// A Folder is a new folder that is being written. If several writers write the same folder, the
// first writer succeeds and the others get ErrExists.
type Folder struct {
	Path string // the temporary folder for its files
	dir  string // its final name, as given to NewFolder
	real string // dir without symbolic links
}

// NewFolder starts a folder under a temporary name. Commit moves the folder to dir. The folder dir
// must be empty or missing. NewFolder also makes the folders above dir.
func NewFolder(dir string) (*Folder, error) {
	if err := empty(dir); err != nil {
		return nil, err
	}
	real, err := place(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{unfinished(real) + strconv.Itoa(os.Getpid()), dir, real}
	err = os.MkdirAll(filepath.Dir(f.Path), 0o777)
	if err == nil {
		err = os.RemoveAll(f.Path) // left by an earlier process with the same id
	}
	if err == nil {
		err = os.Mkdir(f.Path, 0o777)
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be made: %w", dir, f.Named(err))
	}
	return f, nil
}

// Named replaces the temporary name by the final name in an error about a file below Path.
func (f *Folder) Named(err error) error { return renamed(err, f.Path, f.dir) }

// Commit moves the folder to its final name. Call Discard after an error.
func (f *Folder) Commit() error {
	if err := empty(f.dir); err != nil {
		return err
	}
	if err := os.Remove(f.real); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.Named(os.Rename(f.Path, f.real))
}

// Discard removes the temporary folder. After Commit, Discard does nothing.
func (f *Folder) Discard() error { return os.RemoveAll(f.Path) }

// Free returns nil if Commit could move a Folder to dir: dir must be empty or missing, and must not
// be a mount point. Free makes the folders above dir. If dir is not empty, the error wraps
// ErrExists.
func Free(dir string) error {
	f, err := NewFolder(dir)
	if err != nil {
		return err
	}
	if err := os.Remove(f.Path); err != nil {
		return f.Named(err)
	}
	// An empty mount point cannot be renamed.
	switch err := os.Rename(f.real, f.Path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s cannot be replaced: %w", dir, err)
	}
	return f.Named(os.Rename(f.Path, f.real))
}

// Sweep removes the hidden folders that writers of dir left behind when they were killed. Folders
// of writers on this machine that are still running stay.
func Sweep(dir string) error {
	real, err := place(dir)
	if err != nil {
		return err
	}
	return sweep(unfinished(real))
}

func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && len(entries) > 0:
		return fmt.Errorf("%s: %w", dir, ErrExists)
	}
	return err
}

// place resolves symbolic links in dir and makes sure that the last part is a name, not a dot.
// If possible, the result is a relative path, because relative paths read better in messages.
func place(dir string) (string, error) {
	dir = filepath.Clean(dir)
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if base := filepath.Base(dir); base == "." || base == ".." {
		return filepath.Abs(dir)
	}
	return dir, nil
}

// unfinished returns the prefix of the hidden names for path. The process id follows the prefix. If
// one process writes path several times at once, a dot and a number follow the process id.
func unfinished(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".unfinished-")
}

// renamed replaces a hidden name in an error, or a path below the hidden name, by the name that the
// caller asked for. If the error does not name a hidden path, renamed returns it unchanged.
func renamed(err error, hidden, name string) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		if rest, ok := strings.CutPrefix(path.Path, hidden); ok {
			return &fs.PathError{Op: path.Op, Path: name + rest, Err: path.Err}
		}
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok && strings.HasPrefix(link.Old, hidden) {
		return &fs.PathError{Op: "write", Path: name + strings.TrimPrefix(link.Old, hidden), Err: link.Err}
	}
	return err
}

// sweep removes files and folders with the prefix whose process has ended on this machine, even if
// another machine made them.
func sweep(prefix string) error {
	dir, base := filepath.Split(prefix)
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return nil // a missing folder has no entries
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), base)
		number, _, _ := strings.Cut(rest, ".")
		if pid, err := strconv.Atoi(number); !ok || err != nil || alive(pid) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// alive reports whether a process is running. In case of doubt, the result is true.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	if errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		return false
	}
	// A process that has ended stays listed until its parent asks for its status. In a container,
	// the parent may never ask. Linux gives such a process the state Z. In the file, the state
	// follows the name of the process in parentheses.
	text, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return !bytes.HasPrefix(text[bytes.LastIndexByte(text, ')')+1:], []byte(" Z "))
}

// A File is a file that is being written. Commit puts the File in the place of the old file, if
// there is an old file. A pipe or a device is written directly and never replaced.
type File struct {
	file    *os.File
	name    string // as given to Create
	path    string // of the file to be replaced, without symbolic links
	old     os.FileInfo
	special bool
}

// Create starts a new file. If the name is a symbolic link, Create follows the link. Do not
// write to the File after Commit or Discard.
func Create(name string) (*File, error) {
	real, old, special := Target(name)
	var f *os.File
	var err error
	if special {
		f, err = os.OpenFile(real, os.O_WRONLY, 0)
	} else {
		f, err = hidden(real, name)
	}
	if err != nil {
		return nil, err
	}
	return &File{f, name, real, old, special}, nil
}

// Write writes bytes to the new file.
func (f *File) Write(data []byte) (int, error) {
	n, err := f.file.Write(data)
	return n, f.named(err)
}

func (f *File) named(err error) error { return renamed(err, f.file.Name(), f.name) }

// Commit closes the new file, gives the new file the permissions of the old file, and renames the
// new file to its final name. If there is an error, the old file stays unchanged.
func (f *File) Commit() error {
	defer f.Discard()
	var err error
	if !f.special && f.old != nil {
		err = f.file.Chmod(f.old.Mode().Perm())
	}
	if err := errors.Join(err, f.file.Close()); err != nil || f.special {
		return f.named(err)
	}
	return f.named(os.Rename(f.file.Name(), f.path))
}

// Discard removes the new file and leaves the old file unchanged. After Commit, it does nothing.
func (f *File) Discard() {
	f.file.Close()
	if !f.special {
		os.Remove(f.file.Name())
	}
}

// Write writes a whole file. If there is an error, the old file stays unchanged.
func Write(name string, data []byte) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}

// Check returns the error that Write would return, as far as this error can be known in advance.
// For an empty name, Check returns nil, because then no file is written.
func Check(name string) error {
	if name == "" {
		return nil
	}
	_, info, special := Target(name)
	switch {
	case info != nil && info.IsDir():
		return fmt.Errorf("%s is a folder: want the name of a file", name)
	case special:
		return nil
	}
	f, err := Create(name)
	if err == nil {
		f.Discard()
	}
	return err
}

// Target follows symbolic links from a name to the file that a write to this name would change. The
// result real is the path of this file, and info is its FileInfo. If the file does not exist, info
// is nil. If the file is a pipe or a device, special is true.
func Target(name string) (real string, info os.FileInfo, special bool) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	info, err := os.Stat(name)
	if err != nil {
		return name, nil, false
	}
	return name, info, !info.Mode().IsRegular()
}

// mostLinks limits how many symbolic links Follow follows, as Linux does.
const mostLinks = 40

// Follow returns where the symbolic links at the end of a path lead to, even if nothing is there.
func Follow(path string) (string, error) {
	start := path
	for range mostLinks + 1 { // the last step only finds that no link follows
		to, err := os.Readlink(path)
		if err != nil { // not a link
			return path, nil
		}
		if !filepath.IsAbs(to) { // filepath.Join would shorten a/../b, which is wrong if a is a link
			folder, _ := filepath.Split(path)
			to = folder + to
		}
		path = to
	}
	return "", fmt.Errorf("%s: more than %d symbolic links", start, mostLinks)
}

// hidden creates a file with a hidden name next to path. Errors have the name in asked instead.
func hidden(path, asked string) (*os.File, error) {
	name := unfinished(path) + strconv.Itoa(os.Getpid())
	for n := 1; ; n++ {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		switch {
		case err == nil:
			return f, nil
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%s: %s", asked, whyMissing(filepath.Dir(path)))
		case !errors.Is(err, fs.ErrExist):
			return nil, renamed(err, name, asked)
		}
		name = fmt.Sprintf("%s%d.%d", unfinished(path), os.Getpid(), n)
	}
}

// whyMissing says why a folder takes no file of a good name. Some, such as /proc, exist but take none.
func whyMissing(folder string) string {
	if info, err := os.Stat(folder); err == nil && info.IsDir() {
		return "the system does not allow new files in the folder " + folder + "; choose another folder"
	}
	return "there is no folder " + folder + "; make it first"
}

// A Named is the name and the content of a file to be written.
type Named struct {
	Name string // a path in the folder, with slashes
	Data []byte

	Rest func(io.Writer) error // writes what follows the data; may be nil
}

func (f *Named) write(path string) error {
	w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = w.Write(f.Data)
	if f.Rest != nil && err == nil {
		err = f.Rest(w)
	}
	return errors.Join(err, w.Close())
}

// A ForeignError reports a file that no earlier run has made and that is not overwritten.
type ForeignError struct {
	Path  string
	Maker string // what an earlier run would have made, such as "report"
}

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s is not a file of an earlier %s, so it is not overwritten: name another folder with -o, or remove the file", e.Path, e.Maker)
}

// WriteAll writes files into dir. Other files in dir stay. If dir or the folder of a file is
// missing, WriteAll makes this folder. All files are written under temporary names before the first
// file is renamed. After an error there are no half-written files and no new folders, and the old
// files stay.
func WriteAll(dir string, files []Named) (err error) {
	var made []string
	defer func() {
		for _, path := range slices.Backward(made) {
			if err != nil {
				os.Remove(path) // which fails for a folder that is not empty
			}
		}
	}()
	makeFolder := func(path string) error {
		made = append(made, missing(path)...)
		return os.MkdirAll(path, 0o777)
	}
	if err := makeFolder(dir); err != nil {
		return err
	}
	prefix := filepath.Join(dir, ".unfinished-")
	if err := sweep(prefix); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(dir, fmt.Sprintf(".unfinished-%d.*", os.Getpid()))
	if err != nil {
		return fmt.Errorf("%s: no file can be written into this folder: %w", dir, errors.Unwrap(err)) // without the hidden name
	}
	defer os.RemoveAll(temporary)
	for _, f := range files {
		path := filepath.Join(temporary, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), f.write(path)); err != nil {
			return renamed(err, temporary, filepath.Clean(dir))
		}
	}
	for _, f := range files {
		// Now a rename can only fail because a folder is in the way. Check this before.
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a folder where a file must be written: move the folder or write elsewhere", path)
		}
		if err := makeFolder(filepath.Dir(path)); err != nil {
			return err
		}
	}
	for _, f := range files {
		name := filepath.FromSlash(f.Name)
		if err := os.Rename(filepath.Join(temporary, name), filepath.Join(dir, name)); err != nil {
			return renamed(err, temporary, filepath.Clean(dir))
		}
	}
	return nil
}

func missing(dir string) []string {
	var paths []string
	for dir = filepath.Clean(dir); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		paths = append(paths, dir)
	}
	slices.Reverse(paths)
	return paths
}
