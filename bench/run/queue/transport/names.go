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
	"runtime"
	"strconv"
	"strings"
	"time"
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
