// Package transport moves the messages of package queue between a coordinator and its workers, with
// NATS JetStream. The server runs in the process of the coordinator and keeps its files in a folder
// next to the ledger. The folder may be lost at any time.
//
// The stream of jobs has one subject for each list, and room for one message per subject. So the
// server refuses a list only while the same list is pending. (Message ids would not work: the
// server silently drops a second message with the same id within two minutes, even if the first
// message was acknowledged.) A list stays in the stream until a worker acknowledges it. If a worker
// is silent for the time AckWait, the server hands the list to another worker.
package transport

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"counterproof/bench/system/atomicfile"
)

// The names of streams, subjects and consumers.
const (
	jobsStream    = "jobs"
	recordsStream = "records"
	recordsReader = "coordinator" // the consumer of the records
	signSubject   = "hello"
	overSubject   = "over" // the coordinator says that the experiment is done
)

// The names of the users. A worker proves with the token that it may join.
const (
	workerUser      = "worker"
	coordinatorUser = "coordinator"
)

// maxPayload limits the bytes of one message. The server's files hold no message of 32 MiB or more.
const maxPayload = 31 << 20

// pinging is the time between two checks of the connection, on each side. After two unanswered
// checks, a side closes the connection.
const pinging = 15 * time.Second

// TokenVariable is the environment variable from which a worker takes the token, unless it has the
// flag --token.
const TokenVariable = "COUNTERPROOF_TOKEN"

func subject(class, key string) string { return jobsStream + "." + class + "." + key }

func parts(subject string) (class, key string, ok bool) {
	fields := strings.Split(subject, ".")
	if len(fields) != 3 || fields[0] != jobsStream {
		return "", "", false
	}
	return fields[1], fields[2], true
}

// ReadToken reads the token from a file. Other users must not be able to read the file, except on
// Windows, where the permissions say nothing.
func ReadToken(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("other users can read the token in %s: run chmod 600 %s", path, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < 16 || strings.ContainsAny(token, " \t\r\n") {
		return "", fmt.Errorf("%s has no token: want one word of 16 characters or more", path)
	}
	return token, nil
}

// MakeToken reads the token from a file. If the file does not exist, MakeToken writes a random token
// into it.
func MakeToken(path string) (string, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return ReadToken(path)
	}
	if err != nil {
		return "", err
	}
	token := rand.Text()
	_, err = f.WriteString(token + "\n")
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
		return "", err
	}
	return token, nil
}

// Loopback reports whether a host is this machine, so that no other machine can reach it or listen
// to the connection.
func Loopback(host string) bool {
	return strings.EqualFold(host, "localhost") || net.ParseIP(host).IsLoopback()
}

// ParseURL reads the address of a coordinator: nats://HOST:PORT or tls://HOST:PORT.
func ParseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	const want = "want the address that coordinate has printed, such as nats://127.0.0.1:4222"
	if err != nil {
		return nil, fmt.Errorf("%q is not an address: %s", text, want)
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	switch {
	case u.Scheme != "nats" && u.Scheme != "tls":
		return nil, fmt.Errorf("%q does not begin with nats:// or tls://: %s", text, want)
	case u.Hostname() == "" || u.Port() == "" || u.Path != "" && u.Path != "/":
		return nil, fmt.Errorf("%q has no host and port: %s", text, want)
	case err != nil || port == 0:
		return nil, fmt.Errorf("%q: the port is not a number from 1 to 65535: %s", text, want)
	case u.User != nil:
		return nil, errors.New("the address must not contain the token, which other users of this machine could see: use --token FILE or the variable " + TokenVariable)
	}
	return u, nil
}

// stored is the name of the subfolder in which the NATS server keeps all its files.
const stored = "jetstream"

// claim makes the folder of the queue unless it exists, and returns its path without symbolic links at
// the end. If the folder has files that no queue has made, the result is an error.
func claim(folder string) (string, error) {
	path, err := atomicfile.Follow(folder)
	if err != nil {
		return "", err
	}
	reserved := func(why string) error {
		return fmt.Errorf("%s is reserved for the queue, but %s: move it away, or choose another ledger", folder, why)
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return "", reserved("it is a file")
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return "", err
	}
	foreign := func(name string) error { return reserved(fmt.Sprintf("it has something else with the name %q", name)) }
	all, err := os.ReadDir(path)
	if err != nil {
		return "", err
	}
	for _, e := range all {
		if e.Name() != stored || !e.IsDir() {
			return "", foreign(e.Name())
		}
	}
	all, err = os.ReadDir(filepath.Join(path, stored))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, e := range all { // a folder for each account, such as $G, and files such as _test_123
		if first := e.Name()[0]; !(first == '$' && e.IsDir() || first == '_') {
			return "", foreign(filepath.Join(stored, e.Name()))
		}
	}
	return path, nil
}

// Clear deletes the files of the queue, and its folder if nothing else is there. It must not be called
// while a server uses the folder. If the folder is a symbolic link, Clear keeps the link and the folder
// behind it.
func Clear(folder string) error {
	path, err := claim(folder)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(path, stored)); err != nil || path != folder {
		return err
	}
	return os.Remove(path)
}

func foldersOf(folder string) (map[string]os.FileInfo, error) {
	all := map[string]os.FileInfo{}
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			all[path], err = d.Info()
		}
		return err
	})
	return all, err
}

var (
	// ErrGone means that the folder of the server was deleted or replaced while the server ran.
	ErrGone = errors.New("the folder of the queue was deleted")
	// ErrFull means that the server could not write its files because the disk is full.
	ErrFull = errors.New("no space left on the disk")
)

// Intact returns an error if the server does not keep messages any more. The error wraps ErrFull if
// the disk is full. It is ErrGone if the folder, or a folder in it, was deleted or replaced since the
// start.
func (s *Server) Intact() error {
	if s.log.full.Load() {
		return fmt.Errorf("the queue in %s: %w", s.options.Folder, ErrFull)
	}
	for path, was := range s.folders {
		if now, err := os.Stat(path); err != nil || !os.SameFile(was, now) {
			return ErrGone
		}
	}
	if !s.ns.JetStreamEnabled() {
		return fmt.Errorf("the queue in %s has stopped to keep messages", s.options.Folder)
	}
	return nil
}
