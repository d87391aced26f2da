"""Asks many questions by a child process, while another client is killed in the middle of its own. Each
answer must belong to its question, none may be lost, and the memory may not grow."""

import datetime
import os
import select
import subprocess
import sys
from pathlib import Path

from counterproof import Client

number, other = int(sys.argv[1]), len(sys.argv) > 2
solution = "0123230110323210"


def question(i):
    day = datetime.date(2026, 1, 1) + datetime.timedelta(i // 5 % 365)
    return [
        {"ask": "count", "puzzle": "calendar", "instance": day.strftime("%m-%d"), "limit": 1},
        {"ask": "day", "date": str(day)},
        {"ask": "check", "puzzle": "sudoku", "instance": "1234341221434...", "entries": list(map(int, solution[:-1])) + [i // 5 % 2]},
        {"ask": "hint", "puzzle": "sudoku", "instance": "1234341221434...", "entries": [-1] * 16},
        {"ask": "nothing", "id": i},
    ][i % 5]


def right(i, asked, answer):
    if i % 5 == 0:
        return (answer["instance"], answer["count"]) == (asked["instance"], "1")
    if i % 5 == 1:
        return answer["date"] == asked["date"]
    if i % 5 == 2:
        return answer["solved"] == (i // 5 % 2 == 0)
    return bool(answer["sites"]) if i % 5 == 3 else "nothing" in str(answer)


def peak(process):
    """Return the largest resident size of a process so far, in kB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    raise AssertionError("no VmHWM")


with Client() as client:
    processes = [client._way._child.pid, os.getpid()]
    early, killed = None, None
    if not other:
        command = [sys.executable, __file__, str(number), "other"]
        killed = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    for i, answer in enumerate(client.map(map(question, range(number)))):
        assert right(i, question(i), answer), (i, question(i), answer)
        if i == number // 5:
            early = [peak(p) for p in processes]
            if killed:
                child = os.pidfd_open(int(killed.stdout.readline()))
                killed.kill()
                killed.communicate()
        if i == number // 10 and other:
            print(processes[0], flush=True)
    assert i == number - 1, f"{i + 1} answers to {number} questions"
    assert select.select([child], [], [], 180)[0], "the process of the client that was killed is left"
    growth = [peak(p) - e for p, e in zip(processes, early)]
    assert max(growth) < 32 << 10, f"the memory grows from {early} kB by {growth} kB"
print("done", early, growth)
