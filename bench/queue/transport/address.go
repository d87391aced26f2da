package transport

import (
	"crypto/x509"
	"net"
	"slices"
	"strings"
)

// Named returns the host under which workers reach a server, so that the host fits the server's
// certificate. The parameter listen is the host at which the server listens, or empty if it listens
// at all addresses. The parameter own has the name of this machine and its addresses. If Named finds
// no host that fits, it returns listen.
func Named(leaf *x509.Certificate, listen string, own []string) string {
	if leaf == nil || listen != "" && leaf.VerifyHostname(listen) == nil {
		return listen
	}
	for _, host := range candidates(leaf, own) {
		// Other machines cannot reach a loopback address, whatever its name in the certificate.
		if listen == "" || Loopback(host) == Loopback(listen) {
			return host
		}
	}
	return listen
}

// candidates returns hosts that fit the certificate, the best first: its names, its addresses that
// this machine has, names that fit its wildcards, its other addresses, and loopback hosts. An address
// that this machine lacks may belong to a router in front of it.
func candidates(leaf *x509.Certificate, own []string) (hosts []string) {
	var wild, elsewhere []string
	for _, name := range leaf.DNSNames {
		domain, ok := strings.CutPrefix(name, "*.")
		switch {
		case !ok:
			hosts = append(hosts, name)
		case len(own) > 0 && leaf.VerifyHostname(own[0]) == nil:
			wild = append(wild, own[0])
		case len(own) > 0: // the name of this machine in that domain
			first, _, _ := strings.Cut(own[0], ".")
			wild = append(wild, first+"."+domain)
		}
	}
	for _, ip := range leaf.IPAddresses {
		if slices.Contains(own, ip.String()) {
			hosts = append(hosts, ip.String())
		} else {
			elsewhere = append(elsewhere, ip.String())
		}
	}
	hosts = slices.DeleteFunc(slices.Concat(hosts, wild, elsewhere), func(host string) bool { return leaf.VerifyHostname(host) != nil })
	slices.SortStableFunc(hosts, func(a, b string) int { return loopbackLast(a) - loopbackLast(b) })
	return hosts
}

func loopbackLast(host string) int {
	if ip := net.ParseIP(host); Loopback(host) || ip != nil && ip.IsLinkLocalUnicast() {
		return 1
	}
	return 0
}
