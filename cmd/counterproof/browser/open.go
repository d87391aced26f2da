package browser

import (
	"os/exec"
	"runtime"
)

func openBrowser(link string) error {
	words := []string{"xdg-open", link}
	switch runtime.GOOS {
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler", link}
	case "darwin":
		words[0] = "open"
	}
	cmd := exec.Command(words[0], words[1:]...)
	err := cmd.Start()
	if err == nil {
		go func() { _ = cmd.Wait() }()
	}
	return err
}
