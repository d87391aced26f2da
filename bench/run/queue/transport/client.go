package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"counterproof/bench/run/queue"
	"counterproof/encode/wording"
)

// A Dial says how a worker reaches its coordinator.
type Dial struct {
	URL   *url.URL
	Token string
	TLS   *tls.Config // nil: the certificates of the system
	// Changed is called with the reason when the connection was lost, and with nil when it is there
	// again.
	Changed func(error)
	Over    func() // the coordinator says that the experiment is done
}

// A Client is the worker's end of the queue.
type Client struct {
	nc *nats.Conn
	js jetstream.JetStream
}

// Connect connects to the coordinator. Whenever the connection is lost, the client tries to connect
// again, for any length of time. If the coordinator refuses the worker, the error is a
// *RefusedError.
func Connect(d Dial) (*Client, error) {
	if d.Changed == nil {
		d.Changed = func(error) {}
	}
	if d.Over == nil {
		d.Over = func() {}
	}
	changed, over, closed := make(chan error, 1), make(chan *nats.Msg, 64), make(chan struct{})
	nc, err := nats.Connect(d.URL.Scheme+"://"+d.URL.Host,
		nats.Name("counterproof work"), nats.Timeout(queue.Answering), nats.PingInterval(pinging), nats.MaxPingsOutstanding(2),
		nats.MaxReconnects(-1), nats.ReconnectWait(time.Second), nats.ReconnectJitter(500*time.Millisecond, time.Second),
		nats.ReconnectBufSize(-1), // a message that cannot be sent now is sent again by its sender
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // otherwise, the connection is closed for good
				changed <- err
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { changed <- nil }),
		nats.ClosedHandler(func(*nats.Conn) { close(closed) }),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
		func(o *nats.Options) error {
			o.TLSConfig = d.TLS // also in case the server demands TLS
			o.Secure = d.URL.Scheme == "tls" || !Loopback(d.URL.Hostname())
			if d.Token != "" {
				o.User, o.Password = workerUser, d.Token
			}
			return nil
		})
	if err != nil {
		return nil, refusal(err)
	}
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(queue.Answering))
	if err == nil {
		_, err = nc.ChanSubscribe(overSubject, over)
	}
	go d.report(changed, over, closed)
	if err != nil {
		nc.Close()
	}
	return &Client{nc, js}, err
}

// report calls Changed and Over until the connection is closed for good. A message that came before the
// connection was lost is reported first.
func (d *Dial) report(changed <-chan error, over <-chan *nats.Msg, closed <-chan struct{}) {
	for {
		var lost error
		select {
		case <-over:
			d.Over()
			continue
		case lost = <-changed:
		case <-closed:
			return
		}
		for len(over) > 0 {
			<-over
			d.Over()
		}
		d.Changed(lost)
	}
}

// A RefusedError says why the coordinator refuses the worker, or why the connection is closed for good.
// Trying again would not help.
type RefusedError struct{ why string }

func (e *RefusedError) Error() string { return e.why }

func refusal(err error) error {
	var unknown *tls.CertificateVerificationError
	var invalid x509.CertificateInvalidError
	var other x509.HostnameError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return &RefusedError{"the coordinator refuses this worker, because the token is missing or wrong: use --token FILE with the coordinator's token, or the variable " + TokenVariable}
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return &RefusedError{fmt.Sprintf("by the clock of this worker, the coordinator's certificate is not valid now (%v): set the clock, or make another certificate", invalid)}
	case errors.As(err, &other):
		return &RefusedError{fmt.Sprintf("the coordinator's certificate is for %s: use an address with a name in the certificate, or make a certificate for %s", names(other.Certificate), other.Host)}
	case errors.As(err, &unknown):
		return &RefusedError{fmt.Sprintf("the coordinator's certificate cannot be trusted (%v): use --tls-ca FILE with the certificate that has signed it", unknown.Err)}
	case errors.Is(err, nats.ErrSecureConnWanted):
		return &RefusedError{"the coordinator has no TLS, which workers on other machines need: start it with --tls-cert and --tls-key"}
	case errors.Is(err, nats.ErrSecureConnRequired):
		return &RefusedError{"the coordinator needs TLS: use its address that begins with tls://"}
	}
	return err
}

func names(c *x509.Certificate) string {
	all := slices.Concat(c.DNSNames, wording.Each(c.IPAddresses, net.IP.String))
	if len(all) == 0 {
		return "no name or address (it has no subjectAltName)"
	}
	return "other machines (" + strings.Join(all, ", ") + ")"
}

// Close closes the connection.
func (c *Client) Close() { c.nc.Close() }

// Connected reports whether the worker is connected now.
func (c *Client) Connected() bool { return c.nc.IsConnected() }

// limit returns a context that ends after the time d, or as soon as the connection is lost, because
// then no answer comes any more.
func (c *Client) limit(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, d)
	lost := c.nc.StatusChanged(nats.RECONNECTING, nats.CLOSED)
	go func() {
		<-lost // also closed by RemoveStatusListener
		cancel()
	}()
	return ctx, func() {
		c.nc.RemoveStatusListener(lost)
		cancel()
	}
}

// Sign sends a sign of life to the coordinator and returns the answer. If the connection is lost, Sign
// returns an error at once. If a coordinator refuses the worker while the worker connects again, or if
// the connection is closed for good, the error is a *RefusedError; the library would try for ever.
func (c *Client) Sign(ctx context.Context, s queue.Sign) (a queue.Answer, err error) {
	ctx, cancel := c.limit(ctx, queue.Answering)
	defer cancel()
	m, err := c.nc.RequestWithContext(ctx, signSubject, queue.Text(s))
	if err != nil {
		why := refusal(c.nc.LastError())
		switch {
		case errors.As(why, new(*RefusedError)):
			return a, why
		case c.nc.IsClosed(): // after an error that the library does not know, it does not connect again
			return a, &RefusedError{cmp.Or(why, err).Error()}
		}
		return a, err
	}
	return a, json.Unmarshal(m.Data, &a)
}

// A Task is a list that the queue has handed to this worker.
type Task struct {
	Class string
	Key   string
	Text  []byte
	Times int           // how often the list was handed out, including this time
	Wait  time.Duration // after which the queue hands the list to another worker, unless Renew is called

	m      jetstream.Msg
	client *Client
}

// Next returns a list of one of the classes, or nil if there is none for some seconds. The error may
// be temporary.
func (c *Client) Next(ctx context.Context, classes []string) (*Task, error) {
	switch len(classes) {
	case 0:
		return nil, errors.New("this worker takes no class of jobs")
	case 1:
		return c.fetch(ctx, classes[0], queue.Asking)
	}
	first := rand.IntN(len(classes)) // a question that waits would wait for one class only
	for _, class := range slices.Concat(classes[first:], classes[:first]) {
		if t, err := c.fetch(ctx, class, 0); t != nil || err != nil {
			return t, err
		}
	}
	return c.fetch(ctx, classes[first], time.Second)
}

func (c *Client) fetch(ctx context.Context, class string, wait time.Duration) (*Task, error) {
	limited, cancel := c.limit(ctx, queue.Answering)
	defer cancel()
	consumer, err := c.js.Consumer(limited, jobsStream, class)
	if err != nil {
		return nil, err
	}
	var batch jetstream.MessageBatch
	if wait == 0 {
		batch, err = consumer.FetchNoWait(1)
	} else {
		waiting, cancel := c.limit(ctx, wait)
		defer cancel()
		batch, err = consumer.Fetch(1, jetstream.FetchContext(waiting))
	}
	if err != nil {
		return nil, err
	}
	if m, ok := <-batch.Messages(); ok {
		meta, err := m.Metadata()
		if err != nil {
			return nil, err
		}
		of, key, ok := parts(m.Subject())
		if !ok {
			return nil, fmt.Errorf("a list with the subject %q", m.Subject())
		}
		return &Task{Class: of, Key: key, Text: m.Data(), Times: int(meta.NumDelivered), Wait: consumer.CachedInfo().Config.AckWait, m: m, client: c}, nil
	}
	if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, jetstream.ErrNoMessages) && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return nil, ctx.Err()
}

// Renew keeps the list for this worker for the time Wait.
func (t *Task) Renew() { _ = t.m.InProgress() }

// GiveBack gives the list back to the queue, so that another worker gets it at once.
func (t *Task) GiveBack() { _ = t.m.Nak() }

// Done removes the list from the queue and waits for the confirmation. Before that, the caller must
// have delivered the records of all jobs of the list. Without the confirmation, the queue hands the
// list to another worker later, which costs only time.
func (t *Task) Done(ctx context.Context) error {
	ctx, cancel := t.client.limit(ctx, queue.Answering)
	defer cancel()
	return t.m.DoubleAck(ctx)
}

// Deliver sends records to the coordinator and returns when the queue has stored them.
func (c *Client) Deliver(ctx context.Context, d queue.Delivery) error {
	ctx, cancel := c.limit(ctx, queue.Answering)
	defer cancel()
	_, err := c.js.Publish(ctx, recordsStream, queue.Text(d))
	return err
}

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
