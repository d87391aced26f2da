package experiments

import (
	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
)

// CoordinateCommand is the command coordinate.
var CoordinateCommand = &cli.Command{
	Name:  "coordinate",
	Usage: "run an experiment on all machines that join with the command work" + console.QueueNote,
	Description: console.Describe(
		"Sends the jobs of an experiment to workers and keeps their records in the ledger. The first line on stdout is "+
			"the URL for workers. To join, a machine runs \"counterproof work URL\". Any number of machines may join and "+
			"leave at any time. The command coordinate ends when all jobs are done. After an interruption, the same command continues where it stopped.\n\n"+
			"By default, only this machine can join. For other machines, --listen needs a token and TLS, which docs/scale.md explains.",
		"counterproof coordinate --ledger map.sqlite bench/experiments/map-kempe.toml",
		"counterproof coordinate --listen 0.0.0.0:4222 --token queue.token --tls-cert cert.pem --tls-key key.pem bench/experiments/map-kempe.toml",
	),
	ArgsUsage: "SPEC.toml",
	Flags: []cli.Flag{
		console.FileFlag("ledger", defaultLedger, "keep the records in the SQLite file `FILE`; the queue is in the folder FILE-queue, which you can delete at any time"),
		&cli.StringFlag{Name: "listen", Value: "127.0.0.1:4222", Usage: "wait for workers at `ADDR`, a host and a port; port 0 takes a free one"},
		console.FileFlag("token", "", "workers must know the token in `FILE`; if there is no such file, the command creates it with a new token"),
		console.FileFlag("tls-cert", "", "use TLS with the certificate in `FILE`"),
		console.FileFlag("tls-key", "", "use TLS with the private key in `FILE`"),
		&cli.StringFlag{Name: "http", Usage: "show the progress as a page at `ADDR`, a host and a port; the second line on stdout is the address of the page"},
		console.FullFlag, console.CommandsFlag, console.VerboseFlag, console.InputFlag,
	},
	Action: console.Do(coordinate),
}
