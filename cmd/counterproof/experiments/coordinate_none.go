//go:build nonats

package experiments

import (
	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
)

func coordinate(*cli.Context, []string) error {
	return console.Usagef("coordinate: this program was built without the queue (build tag nonats): build it without the tag, or use run --shard and merge")
}
