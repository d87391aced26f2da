package transport

import (
	"crypto/x509"
	"net"
	"testing"
)

// TestNamed checks that the host for workers fits the certificate.
func TestNamed(t *testing.T) {
	own := []string{"node7.cluster", "127.0.0.1", "192.0.2.2", "10.77.1.1"}
	for _, test := range []struct {
		listen string
		names  []string
		ips    []string
		want   string
	}{
		{"", nil, []string{"10.77.1.1"}, "10.77.1.1"},
		{"", nil, []string{"198.51.100.9", "10.77.1.1"}, "10.77.1.1"},
		{"", nil, []string{"127.0.0.1", "198.51.100.9"}, "198.51.100.9"}, // of a router
		{"", []string{"head.example.org"}, []string{"10.77.1.1"}, "head.example.org"},
		{"", []string{"localhost"}, []string{"127.0.0.1"}, "localhost"},
		{"", []string{"localhost"}, []string{"127.0.0.1", "10.77.1.1"}, "10.77.1.1"},
		{"", []string{"*.example.org"}, nil, "node7.example.org"},
		{"", []string{"*.cluster"}, nil, "node7.cluster"},
		{"", []string{"*.example.org", "head.example.org"}, nil, "head.example.org"},
		{"", nil, nil, ""},
		{"192.0.2.2", nil, []string{"192.0.2.2", "10.77.1.1"}, "192.0.2.2"},
		{"192.0.2.2", []string{"head.example.org"}, nil, "head.example.org"},
		{"head.example.org", []string{"*.example.org"}, nil, "head.example.org"},
		{"127.0.0.1", []string{"head.example.org", "localhost"}, nil, "localhost"},
		{"127.0.0.1", []string{"head.example.org"}, nil, "127.0.0.1"},
		{"::1", nil, []string{"::1"}, "::1"},
	} {
		leaf := &x509.Certificate{DNSNames: test.names}
		for _, ip := range test.ips {
			leaf.IPAddresses = append(leaf.IPAddresses, net.ParseIP(ip))
		}
		if got := Named(leaf, test.listen, own); got != test.want {
			t.Errorf("--listen %q, names %q, addresses %q: got %q, want %q", test.listen, test.names, test.ips, got, test.want)
		}
	}
	if got := Named(nil, "127.0.0.1", own); got != "127.0.0.1" {
		t.Errorf("without TLS: got %q", got)
	}
}
