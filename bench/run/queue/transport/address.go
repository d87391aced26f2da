package transport

import (
	"crypto/x509"
	"net"
	"slices"
	"strings"

	"counterproof/encode/wording"
)

// Named returns a host that fits the server's certificate and under which workers can reach the
// server. The parameter listen is the host at which the server listens, or empty if it listens at
// all addresses. The parameter own has the name and the addresses of this machine. If Named finds
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

// candidates returns hosts that fit the certificate, the best first. First come the names in the
// certificate, then the addresses in the certificate that this machine has. After them come names
// that fit the certificate's wildcards, the other addresses in the certificate, and loopback hosts.
// An address that this machine lacks may belong to a router in front of it.
func candidates(leaf *x509.Certificate, own []string) (hosts []string) {
	var wild []string
	for _, name := range leaf.DNSNames {
		domain, ok := strings.CutPrefix(name, "*.")
		if !ok {
			hosts = append(hosts, name)
		} else if len(own) > 0 { // the name of this machine, here and in that domain
			first, _, _ := strings.Cut(own[0], ".")
			wild = append(wild, own[0], first+"."+domain)
		}
	}
	all := wording.Each(leaf.IPAddresses, net.IP.String)
	mine := slices.DeleteFunc(slices.Clone(all), func(ip string) bool { return !slices.Contains(own, ip) })
	hosts = slices.DeleteFunc(slices.Concat(hosts, mine, wild, all), func(host string) bool { return leaf.VerifyHostname(host) != nil })
	slices.SortStableFunc(hosts, func(a, b string) int { return loopbackLast(a) - loopbackLast(b) })
	return hosts
}

func loopbackLast(host string) int {
	if Loopback(host) || net.ParseIP(host).IsLinkLocalUnicast() {
		return 1
	}
	return 0
}
