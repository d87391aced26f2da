package console

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
)

// Address reads the host and the port of a flag.
func (c *Call) Address(flag string) (host string, port int, err error) {
	text, want := c.String(flag), "want a host and a port, such as 127.0.0.1:8080"
	host, digits, err := net.SplitHostPort(text)
	if err != nil {
		return "", 0, c.Usagef("--%s: %q has no port or is not an address: %s", flag, text, want)
	}
	port, err = strconv.Atoi(digits)
	if err != nil || port < 0 || port > 65535 {
		return "", 0, c.Usagef("--%s: the port %q is not a number from 0 to 65535: %s", flag, digits, want)
	}
	return host, port, nil
}

// A Listener waits for browsers.
type Listener struct {
	net.Listener
	Address string // as the flag names it, but with the actual port
	Token   string // that browsers must send, or "" if only this machine can reach the address
	Link    string // the address for browsers
}

// Listen listens at the address of a flag.
func (c *Call) Listen(flag string) (*Listener, error) {
	host, _, err := c.Address(flag)
	if err != nil {
		return nil, err
	}
	at, err := new(net.ListenConfig).Listen(c, "tcp", c.String(flag))
	if err != nil {
		return nil, c.ListenError(flag, err)
	}
	_, port, err := net.SplitHostPort(at.Addr().String())
	l := &Listener{Listener: at, Address: net.JoinHostPort(host, port)}
	l.Link = "http://" + Reachable(at.Addr(), l.Address) + "/"
	if tcp, ok := at.Addr().(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		l.Token = rand.Text()
		l.Link += "?token=" + l.Token
	}
	return l, err
}

// ListenError explains why the program cannot listen at the address of a flag.
func (c *Call) ListenError(flag string, err error) error {
	text := c.String(flag)
	host, _, _ := net.SplitHostPort(text)
	switch {
	case errors.As(err, new(*net.DNSError)):
		return c.Usagef("--%s: there is no host %q: %s", flag, host, "want a host and a port, such as 127.0.0.1:8080")
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s: another program listens at %s: choose another port, or a free one with --%s %s", c.Command, text, flag, net.JoinHostPort(host, "0"))
	}
	return fmt.Errorf("%s: cannot listen at %s (%w): choose another address with --%s", c.Command, text, err, flag)
}

// Reachable returns the host and port under which others reach the program. If it listens at all
// addresses of this machine, the result has the first one that other machines can reach.
func Reachable(at net.Addr, address string) string {
	tcp, ok := at.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return address
	}
	port := strconv.Itoa(tcp.Port)
	all, _ := net.InterfaceAddrs()
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			return net.JoinHostPort(n.IP.String(), port)
		}
	}
	return net.JoinHostPort("127.0.0.1", port)
}
