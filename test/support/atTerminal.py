"""Runs a program at a terminal of its own: atTerminal.py <columns> <program> [arguments]. Standard input are the keys."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios

columns = int(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
# The end that a test asks for is the program's.
signal.signal(signal.SIGTERM, lambda *_: os.kill(pid, signal.SIGTERM))
waiting = [terminal, 0]
while terminal in waiting:
    for ready in select.select(waiting, [], [])[0]:
        try:
            data = os.read(ready, 65536)
        except OSError:
            data = b""
        if not data:
            waiting.remove(ready)
        elif ready == terminal:
            os.write(1, data)
        else:
            os.write(terminal, data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
