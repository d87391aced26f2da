package browser

import (
	"os/exec"
	"runtime"
)

func opener(system, link string) []string {
	switch system {
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", link}
	case "darwin":
		return []string{"open", link}
	}
	return []string{"xdg-open", link}
}

func openBrowser(link string) error {
	words := opener(runtime.GOOS, link)
	cmd := exec.Command(words[0], words[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }()
	return nil
}
