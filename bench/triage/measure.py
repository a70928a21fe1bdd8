"""Runs a command and writes what it took to a file: status, seconds, seconds of processors, kilobytes.

Processes that outlive their parents are waited for, too: the targets of AFL++ belong to its server of forks, which nobody else waits for.
"""

import ctypes
import json
import os
import resource
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36

report, *command = sys.argv[1:]
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
started = time.monotonic()
status = subprocess.call(command)
seconds = time.monotonic() - started
try:
    while True:
        os.wait()
except ChildProcessError:
    pass
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(report, "w", encoding="utf8") as out:
    json.dump(
        {
            "status": status,
            "seconds": seconds,
            "cpuSeconds": used.ru_utime + used.ru_stime,
            "kilobytes": used.ru_maxrss,
        },
        out,
    )
