//go:build nonats

package workers

import (
	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
)

func join(*cli.Context, []string) error {
	return console.Usagef("work: this program was built without the queue (build tag nonats): build it without the tag, or use run --shard and merge")
}
