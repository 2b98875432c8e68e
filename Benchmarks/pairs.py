"""Two commands in turn, as whole processes: wall and CPU seconds, medians and the ratio pair by pair."""
import os, shutil, signal, socket, statistics, subprocess, sys, tempfile, time

CHECKOUT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PRODUCT = os.environ.get("COUNTERSIGN_PRODUCT") or os.path.join(CHECKOUT, ".build/release/countersign")


def once(command, env=None, stdin=None, ok=(0,)):
    """Runs a command; its wall and CPU seconds. A status outside `ok` ends the benchmark."""
    start = time.monotonic()
    with open(os.devnull, "w") as null:
        source = open(stdin) if stdin else subprocess.DEVNULL
        process = subprocess.Popen(command, stdin=source, stdout=null, stderr=null, env=env)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in ok:
        sys.exit(f"{command[0]} ended with status {process.returncode}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime


def compare(name, ours, peer, pairs=7, env=None, stdin=None):
    """Prints the medians of both and the median ratio, wall and CPU."""
    once(ours, env, stdin), once(peer)
    rows = [(once(ours, env, stdin), once(peer)) for _ in range(pairs)]
    for index, figure in enumerate(("wall", "cpu")):
        a, b = [r[0][index] for r in rows], [r[1][index] for r in rows]
        ratio = statistics.median(x / y for x, y in zip(a, b) if y)
        print(f"{name:28} {figure:4}  ours {statistics.median(a) * 1000:8.1f} ms  peer {statistics.median(b) * 1000:8.1f} ms  ratio {ratio:5.2f}")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port, process):
    for _ in range(500):
        if process.poll() is not None: sys.exit(f"{process.args[0]} did not start")
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0: return
        time.sleep(0.01)
    sys.exit(f"{process.args[0]}: nobody listens on {port}")


class Work:
    """A temporary folder and the programs started in it; both go away."""

    def __enter__(self):
        self.folder, self.started = tempfile.mkdtemp(prefix="countersign-bench-"), []
        return self

    def __exit__(self, *_):
        for process in self.started:
            if process.poll() is None: process.send_signal(signal.SIGTERM)
        for process in self.started: process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name): return os.path.join(self.folder, name)

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, capture_output=True)

    def write(self, name, text):
        with open(self.path(name), "w") as f: f.write(text)
        return self.path(name)

    def start(self, command, port, env=None):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        self.started.append(process)
        wait_for(port, process)
        return process

    def environment(self):
        """Keeps the product away from the user's own files."""
        home = {"HOME": self.folder, "XDG_DATA_HOME": self.path("data"), "XDG_CONFIG_HOME": self.path("config"), "XDG_STATE_HOME": self.path("state")}
        return {**os.environ, **home}

    def pki(self):
        """root.pem, server.pem and .key, client.pem, .key and .p12 (pass phrase `lab`), all P-256."""
        ec = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        self.write("root.cnf", "[req]\ndistinguished_name=dn\n[dn]\n[ext]\nbasicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign\n")
        self.openssl("req", "-x509", *ec, "-keyout", "root.key", "-out", "root.pem", "-subj", "/CN=Bench Root", "-days", "300", "-config", "root.cnf", "-extensions", "ext")
        for name, extensions in (("server", "subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n"), ("client", "extendedKeyUsage=clientAuth\n")):
            self.write(name + ".ext", extensions)
            self.openssl("req", "-new", *ec, "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + name)
            self.openssl("x509", "-req", "-in", name + ".csr", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "200", "-extfile", name + ".ext", "-out", name + ".pem")
        self.openssl("pkcs12", "-export", "-in", "client.pem", "-inkey", "client.key", "-out", "client.p12", "-passout", "pass:lab")
        self.write("pass.txt", "lab\n")

    def nginx(self, tls="", port=None):
        """An nginx that answers every path; its process and port."""
        port = port or free_port()
        conf = self.write(f"nginx-{port}.conf", f"""daemon off; master_process off; pid {self.folder}/nginx-{port}.pid; error_log {self.folder}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; client_body_temp_path {self.folder}/b; proxy_temp_path {self.folder}/p; fastcgi_temp_path {self.folder}/f; uwsgi_temp_path {self.folder}/u; scgi_temp_path {self.folder}/s;
server {{ listen 127.0.0.1:{port} ssl; ssl_certificate {self.folder}/server.pem; ssl_certificate_key {self.folder}/server.key; {tls}
location / {{ default_type application/json; return 200 '{{}}'; }} }} }}
""")
        return self.start(["nginx", "-p", self.folder, "-c", conf, "-e", self.path("error.log")], port), port
