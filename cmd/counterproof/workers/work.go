package workers

import (
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
)

// WorkCommand is the command work.
var WorkCommand = &cli.Command{
	Name:  "work",
	Usage: "run jobs of an experiment that another machine coordinates" + console.QueueNote,
	Description: console.Describe(
		"Joins the coordinator at URL, which the command coordinate has printed, and runs its jobs. If the connection is lost, "+
			"the command tries to connect again, without a time limit unless --idle sets one. After Ctrl-C, it gives its unfinished jobs back to the coordinator.\n\n"+
			"If the coordinator has a token, copy the token file to this machine and name it with --token, or put the token into "+
			"the environment variable COUNTERPROOF_TOKEN. A connection to another machine always uses TLS.",
		"counterproof work --idle 5m nats://127.0.0.1:4222",
		"counterproof work --jobs 8 --token queue.token --tls-ca cert.pem tls://coordinator.example.org:4222",
	),
	ArgsUsage: "URL",
	Flags: []cli.Flag{
		&cli.DurationFlag{Name: "idle", Usage: "end if no job arrives for the time `D`; if no coordinator has answered, the exit status is 1 (default: keep waiting)", Action: console.Least("idle", time.Millisecond)},
		console.FileFlag("token", "", "read the coordinator's token from `FILE`"),
		console.FileFlag("tls-ca", "", "trust the certificate in `FILE`: the coordinator's own certificate, or one that has signed it"),
		console.FilesFlag, console.JobsFlag,
		&cli.BoolFlag{Name: console.CommandsFlag.Name, Usage: "let experiments of the coordinator run the commands of their [[solver]] tables on this machine"},
		&cli.BoolFlag{Name: console.VerboseFlag.Name, Usage: "also report on stderr when an experiment is done and when the connection is back"},
	},
	Action: console.Do(join),
}
