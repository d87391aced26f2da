"""Logic puzzles in Python: make, grade, solve, count, check and explain boards with Counterproof.

    from counterproof import Puzzle

    board = Puzzle("sudoku").generate(level="hard", seed=7)
    print(board, board.count(), board.hint()["text"])

Every question goes to the program counterproof, which this module starts once and keeps, or to a
server that runs "counterproof serve --api". The page programs.md of the documentation lists the
questions, and "counterproof ask --schema" describes their fields and answers.

The module needs Python 3.9 and no other package. Copy it next to your program.
"""

from __future__ import annotations

import atexit
import http.client
import json
import os
import subprocess
import threading
import time
import urllib.parse
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Iterable, Iterator, Mapping, Sequence

__all__ = ["Board", "Client", "Problem", "Puzzle"]

Object = dict[str, Any]  # a JSON object: a part of an answer. The last one completes the answer


class Problem(Exception):
    """The reason why a question has no answer.

    line and column say where the text of a board or a solution has a mistake, counted from 1, or are 0.
    misuse is true if the question is wrong, and false if answering it failed.
    """

    def __init__(self, text: str, line: int = 0, column: int = 0, misuse: bool = False) -> None:
        super().__init__(text)
        self.text, self.line, self.column, self.misuse = text, line, column, misuse


def _objects(reply: Mapping[str, Any]) -> list[Object]:
    """Return the objects of an answer, or raise the Problem of a reply without one."""
    if "answer" in reply:
        return reply["answer"]
    error = reply.get("error")
    if not isinstance(error, dict):
        error = {"error": f"not a reply of Counterproof: {reply}"}
    raise Problem(error["error"], error.get("line", 0), error.get("column", 0), error.get("misuse", False))


class _Process:
    """A child process "counterproof ask". A thread of its own reads all answers, so pipes never fill up."""

    def __init__(self, program: str, jobs: int | None) -> None:
        command = [program, "ask"] + ([] if jobs is None else ["--jobs", str(jobs)])
        try:
            self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as reason:
            text = f"cannot start {program} ({reason}): install it, set $COUNTERPROOF, or use Client(program=...)"
            raise Problem(text) from None
        self._waiting: deque[Future[list[Object]]] = deque()  # in the order of the answers
        self._ended = ""  # why there are no more answers
        self._lock = threading.Lock()  # of the two fields above
        self._writing = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def submit(self, question: Object) -> Future[list[Object]]:
        line = json.dumps(question, allow_nan=False).encode() + b"\n"
        future: Future[list[Object]] = Future()
        assert self._child.stdin
        with self._writing:
            with self._lock:
                if self._ended:
                    raise Problem(self._ended)
                self._waiting.append(future)
            try:
                self._child.stdin.write(line)
                self._child.stdin.flush()
            except OSError:
                pass  # the process has ended: _read gives the reason to all that wait
        return future

    def _read(self) -> None:
        assert self._child.stdout
        with self._child.stdout as replies:
            for line in replies:
                with self._lock:
                    future = self._waiting.popleft()
                try:
                    future.set_result(_objects(json.loads(line)))
                except Problem as problem:
                    future.set_exception(problem)
                except ValueError:  # the process was killed while it wrote the line
                    future.set_exception(Problem("the answer of counterproof ask was cut off"))
        status = self._child.wait()
        with self._lock:
            self._ended = self._ended or f"counterproof ask has ended (exit status {status})"
        for future in self._waiting:
            future.set_exception(Problem(self._ended))

    def close(self) -> None:
        """End the process, and stop the questions without an answer."""
        with self._lock:
            self._ended = self._ended or "the client is closed"
            if self._waiting:
                self._child.kill()  # its own processes end with their input
        assert self._child.stdin
        with self._writing:
            try:
                self._child.stdin.close()
            except OSError:
                pass  # the process has ended
        self._reader.join()


class _Server:
    """A server that runs "counterproof serve --api". Each thread keeps its own connection."""

    def __init__(self, url: str, token: str, jobs: int | None) -> None:
        self._url = urllib.parse.urlsplit(url)
        if self._url.scheme not in ("http", "https") or not self._url.netloc:
            raise Problem(f"want a URL such as http://127.0.0.1:8080/, got {url}", misuse=True)
        self._headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        self._threads = ThreadPoolExecutor(jobs or os.cpu_count())
        self._local = threading.local()
        self._connections: set[http.client.HTTPConnection] = set()

    def submit(self, question: Object) -> Future[list[Object]]:
        return self._threads.submit(self._ask, question)

    def _ask(self, question: Object) -> list[Object]:
        fields = {name: value for name, value in question.items() if name not in ("ask", "id")}
        path = f"{self._url.path.rstrip('/')}/v1/{urllib.parse.quote(str(question.get('ask')), '')}"
        for _ in range(100):
            status, wait, text = self._post(path, json.dumps(fields).encode())
            if status != http.client.SERVICE_UNAVAILABLE:
                break
            time.sleep(wait)  # the server is busy
        try:
            reply = json.loads(text)
        except ValueError:
            reply = {"error": f"the server answers {status} {http.client.responses.get(status, '')}: {text[:200]!r}"}
        return _objects(reply)

    def _post(self, path: str, body: bytes) -> tuple[int, float, bytes]:
        """Return the status, the number of seconds to wait before another attempt, and the body."""
        while True:
            used = getattr(self._local, "connection", None)
            kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
            connection = used or kinds[self._url.scheme](self._url.netloc)
            self._local.connection = connection
            self._connections.add(connection)
            try:
                connection.request("POST", path, body, self._headers)
                response = connection.getresponse()
                return response.status, float(response.getheader("Retry-After") or 1), response.read()
            except (OSError, http.client.HTTPException) as reason:
                connection.close()
                self._connections.discard(connection)
                self._local.connection = None
                if not used:  # otherwise, the server may have closed a connection that was idle
                    text = f"no answer from {self._url.geturl()} ({reason}): is counterproof serve --api running?"
                    raise Problem(text) from None

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)
        for connection in self._connections:
            connection.close()


class Client:
    """Asks questions, by a child process or over HTTP. Threads may share a client.

    Without url, the client starts the program, by default the value of $COUNTERPROOF, or counterproof
    from the PATH. jobs is the number of questions that are answered at the same time (default: all
    cores). Close the client, or use it in a with statement.
    """

    def __init__(
        self, program: str | None = None, *, url: str | None = None, token: str = "", jobs: int | None = None
    ) -> None:
        self._way: _Process | _Server
        if url is None:
            self._way = _Process(program or os.environ.get("COUNTERPROOF") or "counterproof", jobs)
        else:
            self._way = _Server(url, token, jobs)

    def ask(self, question: str, /, **fields: Any) -> Object:
        """Ask a question and return the last object of the answer. Fields that are None are left out."""
        return self.answer(question, **fields)[-1]

    def answer(self, question: str, /, **fields: Any) -> list[Object]:
        """Ask a question and return all objects of the answer."""
        given = {name: value for name, value in fields.items() if value is not None}
        return self._way.submit({"ask": question, **given}).result()

    def map(self, questions: Iterable[Mapping[str, Any]], *, window: int = 256) -> Iterator[Object | Problem]:
        """Ask many questions on all cores. Yield the last object of each answer, in order.

        A question is a dictionary such as {"ask": "count", "puzzle": "sudoku", "instance": "1..."}. For a
        question without an answer, map yields its Problem. If the process has ended, map raises a
        Problem. questions may be endless: at most window questions are ahead of the next answer.
        """
        waiting: deque[Future[list[Object]]] = deque()
        for question in questions:
            waiting.append(self._way.submit(dict(question)))
            while waiting and (len(waiting) >= window or waiting[0].done()):
                yield _last(waiting.popleft())
        while waiting:
            yield _last(waiting.popleft())

    def close(self) -> None:
        """End the process, or the connections to the server. Questions without an answer are stopped."""
        self._way.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _last(future: Future[list[Object]]) -> Object | Problem:
    try:
        return future.result()[-1]
    except Problem as problem:
        return problem


_default: Client | None = None
_default_lock = threading.Lock()


def _default_client() -> Client:
    global _default
    with _default_lock:
        if _default is None:
            _default = Client()
            atexit.register(_default.close)
        return _default


class Puzzle:
    """A kind of puzzle, such as "sudoku". Without a client, all puzzles share one child process."""

    def __init__(self, name: str, client: Client | None = None) -> None:
        self.name, self.client = name, client or _default_client()

    def board(self, text: str) -> Board:
        """Return a board from its text, in any notation that Counterproof reads."""
        return Board(self, text)

    def generate(self, *, level: str | None = None, seed: int = 1, **fields: Any) -> Board:
        """Make a board. The same seed gives the same board as "counterproof generate --seed".

        Further fields are size, minimal, and full=True, which adds solution, level, clues and moves to
        Board.made.
        """
        made = self.client.ask("generate", puzzle=self.name, difficulty=level, seed=seed, **fields)
        return Board(self, made["instance"], made)

    def daily(self, date: str) -> Board:
        """Return the board of a day, such as "2026-11-22"."""
        made = self.client.ask("daily", puzzle=self.name, date=date)
        return Board(self, made["instance"], made)

    def map(self, question: str, boards: Iterable[str | Board], **fields: Any) -> Iterator[Object | Problem]:
        """Ask the same question about many boards, as Client.map does."""
        return self.client.map({"ask": question, "puzzle": self.name, "instance": str(b), **fields} for b in boards)


class Board:
    """A board of a puzzle. text is its notation, and made is the answer of the question that made it.

    The methods pass further fields to the question.
    """

    def __init__(self, puzzle: Puzzle, text: str, made: Object | None = None) -> None:
        self.puzzle, self.text, self.made = puzzle, text, made or {}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Puzzle({self.puzzle.name!r}).board({self.text!r})"

    def ask(self, question: str, /, **fields: Any) -> Object:
        """Ask any question about the board, and return the last object of the answer."""
        return self.puzzle.client.ask(question, puzzle=self.puzzle.name, instance=self.text, **fields)

    def check(self, solution: str | None = None, **fields: Any) -> Object:
        """Judge a solution, or with partial=TEXT some entries. The key "verdict" has the result."""
        return self.ask("check", solution=solution, **fields)

    def count(self, limit: int | None = None, **fields: Any) -> int:
        """Return the number of solutions, or limit if there are at least so many."""
        record = self.ask("count", limit=limit, **fields)
        if record["status"] == "exact" or limit and record.get("reason") == "limit":
            return int(record["count"])
        raise Problem(f"the solutions are not counted: {record.get('reason')} {record.get('error', '')}".rstrip())

    def solve(self, number: int = 1, **fields: Any) -> list[str]:
        """Return the given number of solutions, or all with number=0, as values of the sites."""
        about = {"puzzle": self.puzzle.name, "instance": self.text, "number": number}
        objects = self.puzzle.client.answer("solve", **about, **fields)
        return [solution for part in objects for solution in part.get("solutions", []) if isinstance(solution, str)]

    def hint(self, entries: Optional[Sequence[int]] = None, **fields: Any) -> Object:
        """Return the next step for a person. entries has the value of each site, or -1."""
        if entries is None:
            entries = self.ask("board")["fixed"]
        return self.ask("hint", entries=list(entries), **fields)

    def moves(self, **fields: Any) -> list[Object]:
        """Return the moves with which human techniques work on the board."""
        return self.ask("deduce", **fields)["moves"]

    def explain(self, **fields: Any) -> Object:
        """Return what is known about the board: the values of the facts by name."""
        return {fact["name"]: fact["value"] for fact in self.ask("explain", **fields)["facts"]}

    def rate(self, **fields: Any) -> Object:
        """Return solutions, level, hardest technique, moves, search nodes and unnecessary clues."""
        return self.ask("rate", **fields)

    def repair(self, **fields: Any) -> Object:
        """Return the fewest values that leave one solution."""
        return self.ask("repair", **fields)

    def marginals(self, **fields: Any) -> Object:
        """Return the number of solutions for each site and value."""
        return self.ask("marginals", **fields)

    def svg(self, solution: str | None = None) -> str:
        """Return a picture of the board, or of a solution, as SVG."""
        return self.ask("picture", solution=solution)["svg"]
