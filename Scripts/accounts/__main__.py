"""Puts accounts through what must not hurt them: see docs/security.md, "Accounts".

usage: python3 Scripts/accounts PROGRAM [timing] [crowds] [guessing] [kills]     all of them without a name
TRIES (default 500) is how often each kind of name is tried, CROWDS (200,2000) how many log in at once, GUESSES (10000)
how many passwords are guessed, ROUNDS (200) how often the service and the program are killed. DATABASE is the address of
a PostgreSQL database for the servers; without it, they are one, on SQLite.
"""

import asyncio
import http.client
import json
import os
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from service import Service, crowd

PASSWORD = "a sentence that nobody says"
WRONG = "another sentence nobody says"
failures = []


def check(holds, sentence):
    print(("  " if holds else "! ") + sentence, flush=True)
    if not holds:
        failures.append(sentence)


def rank_sum(one, other):
    """The probability of ranks at least as uneven as these if both come from one distribution: Mann-Whitney's test, two-sided."""
    ranked = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    ranks, index = [0.0] * len(ranked), 0
    while index < len(ranked):
        end = index
        while end + 1 < len(ranked) and ranked[end + 1][0] == ranked[index][0]:
            end += 1
        for place in range(index, end + 1):
            ranks[place] = (index + end) / 2 + 1
        index = end + 1
    total = sum(rank for rank, (_, kind) in zip(ranks, ranked) if kind == 0)
    first, second = len(one), len(other)
    mean = first * (first + second + 1) / 2
    deviation = (first * second * (first + second + 1) / 12) ** 0.5
    return 2 * (1 - statistics.NormalDist().cdf(abs(total - mean) / deviation))


def network(number):
    """The address of a client in a network of its own, as a trusted proxy names it."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def timing(program, folder):
    """Failed logins with known and with unknown names, interleaved, must take the same time."""
    tries = int(os.environ.get("TRIES", "500"))
    with Service(program, folder) as service:
        check(service.sign_up("ada", PASSWORD)[0] == 201, "an account is made")
        durations = {True: [], False: []}
        connection = http.client.HTTPConnection("127.0.0.1", service.port)
        for number in range(2 * tries):
            known = number % 2 == 0 if number // 2 % 2 == 0 else number % 2 == 1
            name = "ada" if known else f"nobody-{number}"
            body = json.dumps({"name": name, "password": WRONG, "udid": "u-1"})
            start = time.perf_counter()
            connection.request("POST", "/sessions", body, service.headers(network(number)))
            reply = connection.getresponse()
            reply.read()
            durations[known].append(time.perf_counter() - start)
            if reply.status != 401:
                check(False, f"a failed login was answered with {reply.status}")
                return
        probability = rank_sum(durations[True], durations[False])
        medians = [statistics.median(durations[known]) * 1000 for known in (True, False)]
        print(f"  {tries} tries of each: {medians[0]:.2f} ms with a known name, {medians[1]:.2f} ms with an unknown one (medians)")
        check(probability > 0.001, f"the times cannot be told apart: Mann-Whitney, p = {probability:.3f}, level 0.001")


def crowds(program, folder):
    """Many who log in at once are bounded, answered at once or served, and do not slow registrations down."""
    for size in map(int, os.environ.get("CROWDS", "200,2000").split(",")):
        with Service(program, folder) as service:
            service.sign_up("ada", PASSWORD)
            idle = service.memory("VmRSS")
            quiet = service.registrations(5)
            stop = threading.Event()
            busy = []
            thread = threading.Thread(target=lambda: busy.extend(service.registrations(30, stop)))
            thread.start()
            start = time.perf_counter()
            replies = asyncio.run(crowd(service, [("ada", PASSWORD, network(number)) for number in range(size)]))
            took = time.perf_counter() - start
            stop.set()
            thread.join()
            counts = {status: sum(reply[0] == status for reply in replies) for status in {reply[0] for reply in replies}}
            at_once = sorted(reply[1] for reply in replies if reply[0] == 503)
            print(f"  {size} at once, {took:.1f} s: {counts}; 503 after {statistics.median(at_once) * 1000 if at_once else 0:.0f} ms (median)")
            print(
                f"  memory: {idle / 1024:.0f} MB before, {service.memory('VmHWM') / 1024:.0f} MB at most;"
                f" a registration: {statistics.mean(quiet) * 1e6:.0f} µs before, {statistics.mean(busy) * 1e6:.0f} µs meanwhile (means)")
            check(set(counts) <= {201, 503}, "each was logged in, or told to come again")
            check(counts.get(201, 0) > 0, "somebody was logged in")
            check(all(reply[2] for reply in replies if reply[0] == 503), "whoever was not has been told when to come again")
            check(service.memory("VmHWM") - idle < 256 * 1024, "less than 256 MB were needed besides")


def guessing(program, folder):
    """Guesses are counted where all servers see them, and the owner can still log in from elsewhere."""
    guesses = int(os.environ.get("GUESSES", "10000"))
    database = os.environ.get("DATABASE")
    with Service(program, folder, database=database) as one:
        others = [Service(program, folder, database=database)] if database else []
        with others[0] if others else one as other:
            servers = [one, other]
            status = one.sign_up("ada", PASSWORD)[0]
            check(status in (201, 409), f"an account is made ({status})")
            tries = [("ada", WRONG, network(1)) for _ in range(guesses)]
            alone = asyncio.run(crowd(servers, tries, at_once=8))
            compared = sum(reply[0] == 401 for reply in alone)
            check(compared == 10, f"{compared} of {guesses} guesses from one address were compared, on {len(set(servers))} servers")
            many = guesses // 10
            spread = asyncio.run(
                crowd(servers, [("ada", WRONG, network(1000 + number % 1000)) for number in range(many)], at_once=64))
            counts = {status: sum(reply[0] == status for reply in spread) for status in {reply[0] for reply in spread}}
            print(f"  {many} guesses from a thousand addresses: {counts}")
            reply = one.log_in("ada", PASSWORD, network(999_999))
            check(reply[0] == 201, f"the owner logs in from elsewhere ({reply[0]})")
            check(one.log_in("ada", PASSWORD, network(1))[0] == 429, "and not from where it was guessed")


def kills(program, folder):
    """A service and a program that are killed at any time leave no half account, and repeat what they did."""
    rounds = int(os.environ.get("ROUNDS", "200"))
    generator = random.Random(int(os.environ.get("SEED", "1")))
    acknowledged, number = {}, 0
    with Service(program, folder) as service:
        start = time.perf_counter()
        service.note_sign_up("user-0", PASSWORD, acknowledged)
        pace = time.perf_counter() - start
    for _ in range(rounds):
        with Service(program, folder) as service:
            for name in generator.sample(sorted(acknowledged), min(2, len(acknowledged))):
                account, token = acknowledged[name]
                check_quietly(service.session(token) == account, f"{name}'s session was lost")
            clients = []
            for _ in range(4):
                number += 1
                clients.append(threading.Thread(target=service.note_sign_up, args=(f"user-{number}", PASSWORD, acknowledged)))
                clients[-1].start()
            # Four at once take about twice as long as one.
            time.sleep(generator.uniform(0, 3 * pace))
            service.process.send_signal(signal.SIGKILL)
            for client in clients:
                client.join()
    with Service(program, folder) as service:
        for name, (account, token) in acknowledged.items():
            check_quietly(service.session(token) == account, f"{name}'s session was lost")
        some = generator.sample(sorted(acknowledged), min(20, len(acknowledged)))
        for name in some:
            repeated = service.sign_up(name, PASSWORD, key=f"key-of-{name}")
            check_quietly(repeated[0] == 201 and repeated[1]["account"]["id"] == acknowledged[name][0], f"{name} was made twice")
    rows = sqlite3.connect(f"{folder}/service.sqlite")
    lonely = rows.execute("SELECT count(*) FROM accounts WHERE id NOT IN (SELECT account FROM sessions)").fetchone()[0]
    stray = rows.execute("SELECT count(*) FROM sessions WHERE account NOT IN (SELECT id FROM accounts)").fetchone()[0]
    accounts = rows.execute("SELECT count(*) FROM accounts").fetchone()[0]
    check((lonely, stray) == (0, 0), f"{rounds} kills of the service, {len(acknowledged)} accounts acknowledged, {accounts} kept: none without a session, no session without one")
    check(not failures, "nothing that was acknowledged was lost, and nothing was done twice")
    devices(program, folder, max(1, rounds // 4), generator)


def devices(program, folder, rounds, generator):
    """The program itself, on its embedded backend, killed while it signs up."""
    killed = 0
    for number in range(rounds):
        state = f"{folder}/device-{number}"
        command = [program, "signup", "--name", "ada", "--password-stdin", "--state-dir", state, "--format", "json"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdin.write(PASSWORD.encode() + b"\n")
        process.stdin.close()
        time.sleep(generator.uniform(0, 0.5))
        process.send_signal(signal.SIGKILL)
        killed += process.wait() != 0
        process.stdout.close()
        after = subprocess.run(command, input=PASSWORD.encode() + b"\n", capture_output=True, check=False)
        who = subprocess.run([program, "whoami", "--state-dir", state], capture_output=True, check=False)
        with open(f"{state}/accounts.json", encoding="utf-8") as file:
            kept = json.load(file)
        good = after.returncode == 0 and who.returncode == 0 and len(kept["accounts"]) == 1
        check_quietly(good, f"after a kill, signing up again ended with {after.returncode}")
    check(not failures, f"{killed} of {rounds} runs of `signup` were killed, and each was logged in by the next one, in one account")


def check_quietly(holds, sentence):
    if not holds:
        check(False, sentence)


def main():
    parts = {"timing": timing, "crowds": crowds, "guessing": guessing, "kills": kills}
    program, *names = sys.argv[1:] or sys.exit(__doc__)
    for name in names or parts:
        print(name, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            parts[name](os.path.abspath(program), folder)
    sys.exit(1 if failures else 0)


main()
