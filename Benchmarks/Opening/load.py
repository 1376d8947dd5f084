"""What wrk measures, and what it cost the server meanwhile."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

REPORT = """
done = function(summary, latency, requests)
    io.write(string.format('{"requests":%d,"durationUs":%d,"errors":%d,"p50Us":%d,"p99Us":%d}\\n',
        summary.requests, summary.duration,
        summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout,
        latency:percentile(50), latency:percentile(99)))
end
"""

# Each thread keeps a histogram of `sent - received`, of which the last place holds whatever is more.
STAMPS = """
local threads = {{}}
function setup(thread) table.insert(threads, thread) end
function init() for us = 0, 999 do _G["taken" .. us] = 0 end end
function delay() return {delay_ms} end
function response(status, headers, body)
    local received, sent = string.match(body, '"receivedUs":(%d+),"sentUs":(%d+)')
    local name = "taken" .. math.min(tonumber(sent) - tonumber(received), 999)
    _G[name] = _G[name] + 1
end
function done(summary, latency, requests)
    local counts = {{}}
    for us = 0, 999 do
        local count = 0
        for _, thread in ipairs(threads) do count = count + thread:get("taken" .. us) end
        table.insert(counts, count)
    end
    io.write('{{"durationUs":' .. summary.duration .. ',"counts":[' .. table.concat(counts, ",") .. ']}}\\n')
end
"""


def wrk(server, path, script, seconds, connections):
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        output = subprocess.run(
            ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "-s", file.name, server.url(path)],
            capture_output=True, text=True, check=True, timeout=seconds + 30).stdout
    return json.loads(re.search(r"\{.*\}", output).group())


def load(server, path, seconds, connections=64):
    """One round: requests a second, and microseconds of the server's processor time for each."""
    before = server.cpu()
    found = wrk(server, path, REPORT, seconds, connections)
    spent = server.cpu() - before
    if found["errors"]:
        raise SystemExit(f"{found['errors']} errors at {server.url(path)}")
    return {
        "perSecond": found["requests"] / (found["durationUs"] / 1e6),
        "cpuUs": spent * 1e6 / found["requests"],
        "p50Us": found["p50Us"],
        "p99Us": found["p99Us"],
    }


def stamps(server, rate, seconds):
    """`sent - received` in microseconds, while about `rate` exchanges a second are asked for."""
    connections, delay_ms = max(2, round(rate * 4 / 1000)), 4
    for _ in range(5):
        found = wrk(server, "/v1/time", STAMPS.format(delay_ms=delay_ms), seconds, connections)
        counts = found["counts"]
        reached = sum(counts) / (found["durationUs"] / 1e6)
        if abs(reached / rate - 1) < 0.05:
            break
        # What an answer takes comes on top of the delay, so it takes more connections than reckoned.
        connections = round(connections * rate / reached)
    return {
        "perSecond": reached,
        "p50Us": percentile(counts, 0.5),
        "p99Us": percentile(counts, 0.99),
        "mostUs": max(us for us, count in enumerate(counts) if count),
    }


def percentile(counts, share):
    rest = sum(counts) * share
    for value, count in enumerate(counts):
        rest -= count
        if rest <= 0:
            return value
    return len(counts) - 1
