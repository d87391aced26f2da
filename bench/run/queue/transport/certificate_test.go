package transport_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/transport"
	"counterproof/bench/test/processtest"
)

// signed returns a certificate that signs itself.
func signed(t *testing.T, template x509.Certificate) (pair tls.Certificate, roots *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template.SerialNumber, template.NotAfter, template.IsCA, template.BasicConstraintsValid = big.NewInt(1), time.Now().Add(time.Hour), true, true
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots = x509.NewCertPool()
	roots.AddCert(cert)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

// secure starts a server with a certificate.
func secure(t *testing.T, port int, pair tls.Certificate) *transport.Server {
	t.Helper()
	s, err := transport.Start(t.Context(), transport.Options{Host: "127.0.0.1", Port: port, Folder: t.TempDir(), Classes: []string{queue.BuiltIn},
		TLS: &tls.Config{Certificates: []tls.Certificate{pair}}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOtherName connects to a coordinator whose certificate is for other machines, although the
// worker trusts the certificate. The error must name these machines. It must not advise the user to
// trust another certificate.
func TestOtherName(t *testing.T) {
	for _, c := range []struct {
		template x509.Certificate
		want     []string
	}{
		{x509.Certificate{DNSNames: []string{"head.example.org"}, IPAddresses: []net.IP{net.IPv4(192, 0, 2, 7)}}, []string{"head.example.org", "192.0.2.7", "127.0.0.1"}},
		{x509.Certificate{}, []string{"subjectAltName", "127.0.0.1"}},
	} {
		pair, roots := signed(t, c.template)
		s := secure(t, 0, pair)
		defer s.Close()
		u, err := transport.ParseURL(fmt.Sprintf("tls://127.0.0.1:%d", s.Port()))
		if err != nil {
			t.Fatal(err)
		}
		_, err = transport.Connect(transport.Dial{URL: u, TLS: &tls.Config{RootCAs: roots}})
		if !errors.As(err, new(*transport.RefusedError)) || strings.Contains(err.Error(), "--tls-ca") {
			t.Errorf("%v: %v", c.want, err)
		}
		for _, want := range c.want {
			if !strings.Contains(fmt.Sprint(err), want) {
				t.Errorf("%v lacks %q", err, want)
			}
		}
	}
}

// TestRenewed starts a coordinator again with another certificate. A connected worker cannot trust the new
// certificate, so it must give up and say why.
func TestRenewed(t *testing.T) {
	here := x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	pair, roots := signed(t, here)
	s := secure(t, 0, pair)
	port := s.Port()
	u, err := transport.ParseURL(fmt.Sprintf("tls://127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	c, err := transport.Connect(transport.Dial{URL: u, TLS: &tls.Config{RootCAs: roots}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s.Close()
	pair, _ = signed(t, here)
	s = secure(t, port, pair)
	defer s.Close()
	processtest.Until(t, "the worker gives up", func() bool {
		_, err = c.Sign(t.Context(), queue.Sign{})
		return errors.As(err, new(*transport.RefusedError))
	})
	if !strings.Contains(err.Error(), "--tls-ca") {
		t.Errorf("the worker gives up, but the reason is %v", err)
	}
}

// TestPort checks which ports an address may have.
func TestPort(t *testing.T) {
	for port, want := range map[string]bool{"1": true, "4222": true, "65535": true, "0": false, "65536": false, "99999": false, "99999999999999999999": false} {
		if _, err := transport.ParseURL("nats://127.0.0.1:" + port); (err == nil) != want {
			t.Errorf("port %s: %v", port, err)
		}
	}
}
