"""A program on a terminal of 80x24, as a person has it: keys in, the time until its screen has changed, memory and CPU."""
import fcntl, os, pty, select, signal, statistics, struct, subprocess, sys, termios, time


class Terminal:
    """Runs a command on a terminal of its own; leaving the block ends it."""

    def __init__(self, command, environment, size=(24, 80)):
        self.started = time.monotonic()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, {**environment, "TERM": "xterm-256color"})
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.output = b""

    def __enter__(self): return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGTERM)
        for _ in range(100):
            self._read(0.02)
            if os.waitpid(self.pid, os.WNOHANG)[0]: break
        else:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def _read(self, patience):
        """One piece of output; empty when none came in that time."""
        if not select.select([self.fd], [], [], patience)[0]: return b""
        try: piece = os.read(self.fd, 1 << 16)
        except OSError: return b""
        self.output += piece
        return piece

    def wait(self, *texts, since=None, limit=120):
        """Seconds from the start, or from `since`, until one of the texts was written. Whoever asks for what never comes ends the run."""
        since = self.started if since is None else since
        while time.monotonic() - since < limit:
            self._read(0.05)
            if any(text in self.output for text in texts): return time.monotonic() - since
        sys.exit(f"{texts[0]!r} did not come within {limit} s: {self.output[-400:]!r}")

    def quiet(self, pause=0.3, limit=60):
        """Reads on until nothing came for a while."""
        end = time.monotonic() + limit
        while time.monotonic() < end and self._read(pause): pass

    def press(self, keys):
        os.write(self.fd, keys)
        return time.monotonic()

    def key(self, keys, pause=0.05, limit=60):
        """Seconds from a key to the last byte of what it changes on screen; what comes behind a pause is another matter."""
        start = last = self.press(keys)
        end = start + limit
        if not self._read(limit): sys.exit(f"{keys!r} changed nothing")
        last = time.monotonic()
        while time.monotonic() < end and self._read(pause): last = time.monotonic()
        return last - start

    def until(self, keys, text, limit=60):
        """Seconds from a key until a text was written anew."""
        self.output = b""
        start = self.press(keys)
        return self.wait(text, since=start, limit=limit)

    def megabytes(self):
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))

    def cpu(self):
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def row(name, ours, peer, unit="ms", scale=1000, goal=None):
    """Prints a figure row: medians of both, their ratio, and the goal."""
    a, b = statistics.median(ours), statistics.median(peer)
    ratio = f"ratio {a / b:6.3f}" if b else "ratio      -"
    print(f"{name:34} ours {a * scale:9.2f} {unit}  peer {b * scale:9.2f} {unit}  {ratio}" + (f"  goal {goal}" if goal else ""))


def mitmproxy():
    """mitmproxy's program and a Python that knows its modules; nothing where it is not installed."""
    for folder in [os.environ.get("MITMPROXY", ""), *os.environ.get("PATH", "").split(":")]:
        program, python = os.path.join(folder, "mitmproxy"), os.path.join(folder, "python3")
        if folder and os.access(program, os.X_OK) and os.access(python, os.X_OK):
            if subprocess.run([python, "-c", "import mitmproxy"], capture_output=True).returncode == 0: return program, python
    return None


def flows(python, path, count):
    """A file of that many flows for mitmproxy."""
    code = """
import sys
from mitmproxy.io import FlowWriter
from mitmproxy.test import tflow
with open(sys.argv[1], "wb") as file:
    writer = FlowWriter(file)
    for number in range(int(sys.argv[2])):
        flow = tflow.tflow(resp=True)
        flow.request.host = f"host{number % 2000}.lab.test"
        flow.request.path = f"/{number}"
        writer.add(flow)
"""
    subprocess.run([python, "-c", code, path, str(count)], check=True)
