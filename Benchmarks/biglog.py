"""Logs of any size: a few real requests at the lab, recorded, and their rows repeated."""
import os, sqlite3, subprocess, sys
from pairs import PRODUCT

SCENARIOS = ["good", "expired", "wrong-host", "self-signed", "mutual", "rotated-leaf-new-key", "tls-1.2", "mutual-want"]


def record(path, environment):
    """A log of one request at each of some scenarios."""
    result = subprocess.run(
        [PRODUCT, "fire", *SCENARIOS, "--log", path, "--flow", "F3"], env=environment, capture_output=True, text=True)
    if not os.path.exists(path): sys.exit(f"nothing was recorded: {result.stderr[-500:]}")


def grow(path, events):
    """Repeats what a log holds until it has that many events, each repetition with numbers and times of its own."""
    log = sqlite3.connect(path, isolation_level=None)
    log.execute("PRAGMA synchronous = OFF")
    count, ids, sequences, numbers, first, last = log.execute(
        "SELECT count(*), max(id), max(sequence), (SELECT max(number) FROM requests), min(time), max(time) FROM events").fetchone()
    requests = log.execute("SELECT max(id) FROM requests").fetchone()[0]
    columns = [row[1] for row in log.execute("PRAGMA table_info(events)")]
    digest = [row[1] for row in log.execute("PRAGMA table_info(requests)")]
    shift = {"id": f"+ ?1 * {ids}", "sequence": f"+ ?1 * {sequences + 1}", "time": f"+ ?1 * {last - first + 1000}", "request": f"+ ?1 * {numbers}"}
    own = {"id": f"+ ?1 * {requests}", "number": f"+ ?1 * {numbers}", "revision": f"+ ?1 * {ids}"}
    host = "replace({}, '.lab.test', (?1 % 250) || '.lab.test')"
    def values(names, shifts):
        return ", ".join(host.format(name) if name in ("host", "line") else f"{name} {shifts.get(name, '')}" for name in names)
    times = max(0, -(-(events - count) // count))
    log.execute("BEGIN")
    for time in range(1, times + 1):
        log.execute(f"INSERT INTO events SELECT {values(columns, shift)} FROM events WHERE id <= {ids}", (time,))
        log.execute(f"INSERT INTO payloads SELECT id + ?1 * {ids}, facts FROM payloads WHERE id <= {ids}", (time,))
        log.execute(f"INSERT INTO requests SELECT {values(digest, own)} FROM requests WHERE id <= {requests}", (time,))
        log.execute(
            f"INSERT INTO digests SELECT id + ?1 * {requests}, json_set({host.format('digest')}, '$.number', json_extract(digest, '$.number') + ?1 * {numbers}) "
            f"FROM digests WHERE id <= {requests}", (time,))
    log.execute("COMMIT")
    total = log.execute("SELECT count(*) FROM events").fetchone()[0]
    log.close()
    return total
