//go:build unix

package worker

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// A network is a network namespace for workers, connected with this machine by one cable.
type network struct {
	t     *testing.T
	name  string
	cable string // its end on this side
	cert  string // a certificate for the coordinator's address, with its key
	token string
	host  string // the coordinator's address
}

// newNetwork makes a network. If this machine cannot make a network, the result is nil,
// and a message says so.
func newNetwork(t *testing.T) *network {
	t.Helper()
	id := os.Getpid() % 10000
	n := &network{t: t, name: fmt.Sprint("queue", id), cable: fmt.Sprint("qa", id), token: "0123456789abcdef", host: fmt.Sprintf("10.203.%d.1", id%250)}
	other := fmt.Sprint("qb", id)
	t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", n.name).Run() })
	for _, args := range [][]string{
		{"netns", "add", n.name},
		{"link", "add", n.cable, "type", "veth", "peer", "name", other, "netns", n.name},
		{"addr", "add", n.host + "/24", "dev", n.cable},
		{"link", "set", n.cable, "up"},
		{"-n", n.name, "addr", "add", fmt.Sprintf("10.203.%d.2/24", id%250), "dev", other},
		{"-n", n.name, "link", "set", other, "up"},
		{"-n", n.name, "link", "set", "lo", "up"},
	} {
		if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
			t.Logf("*** LEFT OUT: no network namespaces here: ip %v: %v, %s ***", args, err, out)
			return nil
		}
	}
	n.certify()
	return n
}

// certify writes the certificate.
func (n *network) certify() {
	n.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		n.t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour), IPAddresses: []net.IP{net.ParseIP(n.host)},
		IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		n.t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		n.t.Fatal(err)
	}
	text := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})...)
	n.cert = filepath.Join(n.t.TempDir(), "cert.pem")
	if err := os.WriteFile(n.cert, text, 0o600); err != nil {
		n.t.Fatal(err)
	}
}

// carry lets the workers of a stage run in the network. In the network, the coordinator needs a
// token and TLS.
func (n *network) carry(s *stage) {
	s.options = append(s.options, "-host", n.host, "-token", n.token, "-cert", n.cert)
	s.host, s.through, s.join = n.host, []string{"ip", "netns", "exec", n.name}, []string{"-token", n.token, "-cert", n.cert}
}

// cut cuts the cable for some time.
func (n *network) cut(d time.Duration) {
	n.t.Helper()
	for _, state := range []string{"down", "up"} {
		if out, err := exec.Command("ip", "link", "set", n.cable, state).CombinedOutput(); err != nil {
			n.t.Fatalf("%v: %s", err, out)
		}
		if state == "down" {
			later(d)
		}
	}
}
