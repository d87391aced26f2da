"""Calls every method of counterproof.py. Without an argument, the client is a child process. With a URL
and a token, it asks a server."""

import sys
import threading

from counterproof import Client, Problem, Puzzle


def raised(call, *arguments, **named):
    """Return the Problem that a call raises."""
    try:
        call(*arguments, **named)
    except Problem as problem:
        return problem
    raise AssertionError("no Problem")


def calls(client):
    sudoku = Puzzle("sudoku", client)
    board, double = sudoku.board("1234341221434..."), sudoku.board("..343412..434321")
    (solution,) = board.solve()
    assert solution == "0123230110323210", solution
    assert (board.count(), double.count(), double.count(1), len(double.solve(0))) == (1, 2, 1, 2)
    assert board.check(solution)["verdict"] == "ok"
    assert [double.check(s)["verdict"] for s in double.solve(0)] == ["ok", "ok"]
    assert board.check(partial="1234341221434..1")["verdict"] == "possible"
    blocked = {"partial": "1234....3...4..."}  # nothing fits below the 1
    assert sudoku.board("1234............").check(**blocked)["verdict"] == "possible"
    assert sudoku.board("1234............").check(**blocked, search=True)["verdict"] == "no solution"
    assert board.check(partial="1234341221434..4")["verdict"] == "broken"
    assert board.hint()["sites"] and board.moves() and board.explain()["solutions"] == "1"
    assert board.svg(solution).startswith("<svg")
    assert str(board) in repr(board)
    assert board.rate()["solutions"] == "1"
    assert double.repair() and double.marginals()
    assert sudoku.daily("2026-11-22").count() == 1
    made = sudoku.generate(size="4", seed=3, full=True)
    assert made.text == sudoku.generate(size="4", seed=3).text and made.solve() == [made.made["solution"]]

    problem = raised(sudoku.board("1234").count)
    assert (problem.line, problem.column, problem.misuse) == (1, 5, True), problem
    assert "surprise" in raised(board.count, surprise=1).text
    assert "nothing" in raised(client.ask, "nothing").text
    assert "timeout" in raised(Puzzle("pentomino", client).board("6x10").count, seconds=0.01, method="native").text


def many(client):
    """Ask many questions at once, some of which are wrong, from several threads."""
    sudoku = Puzzle("sudoku", client)

    def run(first):
        texts = [f"{'1234341221434...' if i % 3 else 'x' * i}" for i in range(first, first + 300)]
        for text, answer in zip(texts, sudoku.map("count", texts)):
            if text.startswith("x") or not text:
                assert isinstance(answer, Problem), answer
            else:
                assert answer["count"] == "1", answer
            done.append(text)

    done = []
    threads = [threading.Thread(target=run, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 900, len(done)


def ends():
    """Close a client during a long question, and kill the process of another."""
    long = {"ask": "count", "puzzle": "pentomino", "instance": "6x10", "method": "sat"}
    client = Client()
    future = client._way.submit(long)
    client.close()
    assert "closed" in raised(future.result).text
    assert "closed" in raised(client.ask, "puzzles").text
    with Client() as client:
        future = client._way.submit(long)
        client._way._child.kill()
        assert "has ended" in raised(future.result).text
    assert "cannot start" in raised(Client, "/nonexistent/counterproof").text


if len(sys.argv) > 1:
    with Client(url=sys.argv[1], token=sys.argv[2]) as shared:
        calls(shared)
        many(shared)
    with Client(url=sys.argv[1], token="a wrong token, but long enough") as stranger:
        assert "token" in raised(stranger.ask, "puzzles").text
    with Client(url="http://127.0.0.1:1") as lost:
        assert "no answer from" in raised(lost.ask, "puzzles").text
    assert "want a URL" in raised(Client, url="127.0.0.1").text
else:
    with Client(jobs=2) as shared:
        calls(shared)
        many(shared)
    ends()
    assert Puzzle("calendar").board("10-06").count() == 7  # by the shared client, which ends with the program
print("done")
