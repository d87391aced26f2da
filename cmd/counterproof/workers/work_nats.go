//go:build !nonats

package workers

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"strings"

	"counterproof/bench/run/queue/transport"
	"counterproof/bench/run/queue/worker"
	"counterproof/bench/run/work"
	"counterproof/bench/system/release"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
)

func join(c *console.Call) error {
	u, err := transport.ParseURL(c.Args[0])
	if err != nil {
		return c.Usagef("%w", err)
	}
	say := func(text string) { c.Say("%s", text) }
	if line := work.TooMany(c.Jobs()); line != "" {
		say("warning: " + line)
	}
	o := worker.Options{
		Dial: transport.Dial{URL: u}, Slots: c.Jobs(), Idle: c.Duration("idle"), Version: release.Version(), Lookup: catalog.Find, AllowCommands: c.Bool(console.CommandsFlag.Name),
		Say: say, Note: func(string) {},
	}
	if c.Bool(console.VerboseFlag.Name) || console.IsTerminal(c.Stderr) {
		o.Note = say
	}
	o.Dial.Token = strings.TrimSpace(os.Getenv(transport.TokenVariable))
	if file := c.String("token"); file != "" {
		if o.Dial.Token, err = console.Await(c, func() (string, error) { return transport.ReadToken(file) }); err != nil {
			return fmt.Errorf("work: --token: %w", err)
		}
	}
	o.Dial.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	if file := c.String("tls-ca"); file != "" {
		text, err := c.ReadFile(file)
		if err != nil {
			return fmt.Errorf("work: --tls-ca: %w", err)
		}
		o.Dial.TLS.RootCAs = x509.NewCertPool()
		if !o.Dial.TLS.RootCAs.AppendCertsFromPEM(text) {
			return fmt.Errorf("work: --tls-ca: %s has no certificate in PEM format", file)
		}
	}
	return worker.Run(c, o)
}
