"""`shelflife vault` and `shelflife passphrase`: one file of secrets, which Debian's `age` opens as well."""

import json
import os
import pty
import re
import subprocess
import threading
import time

import pytest
from test_check import BINARY, PATIENCE

PROGRAM = os.path.abspath(BINARY)

WORDS = "zoom falcon abacus abdomen zone arousal"
OTHER = "abdomen abdomen zoom zone falcon falcon"
FEW = ("--work-factor", "10")


def run(*arguments, passphrase=WORDS, secret=None, new=None, cwd=None, before=()):
    """Runs a command of the vault. The passphrases come through pipes."""
    pipes = []
    command = [*before, PROGRAM, *map(str, arguments)]
    for option, text in [("--passphrase-fd", passphrase), ("--new-passphrase-fd", new)]:
        if text is not None:
            reader, writer = os.pipe()
            os.write(writer, text.encode() + b"\n")
            os.close(writer)
            pipes.append(reader)
            command += [option, str(reader)]
    try:
        done = subprocess.run(
            command, input=(secret or "").encode(), capture_output=True, pass_fds=pipes, timeout=PATIENCE, cwd=cwd
        )
    finally:
        for pipe in pipes:
            os.close(pipe)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def vault(folder, *arguments, **options):
    return run("vault", *arguments, cwd=folder, **options)


@pytest.fixture
def made(tmp_path):
    """A folder with a vault that has one secret."""
    assert vault(tmp_path, "init", *FEW)[0] == 0
    assert vault(tmp_path, "add", "desk", secret="d\ne\n") == (0, "The vault has “desk”.\n", "")
    return tmp_path


def on_terminal(command, answers, cwd):
    """Runs a command on a terminal of its own and types an answer at each prompt. What it says is returned with its
    status."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(cwd)
        os.execvp(command[0], command)
    said = unanswered = b""
    for prompt, answer in answers:
        while not re.search(prompt, unanswered):
            unanswered += os.read(terminal, 4096)
        said, unanswered = said + unanswered, b""
        os.write(terminal, answer)
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # The other side of the terminal is closed.
            break
        if not piece:
            break
        unanswered += piece
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), (said + unanswered).decode()


def test_a_secret_is_added_read_changed_and_removed(made):
    assert vault(made, "list")[:2] == (0, "desk\n")
    assert vault(made, "get", "desk")[:2] == (0, "d\ne")
    assert vault(made, "edit", "desk", secret="new")[:2] == (0, "The vault has a new “desk”.\n")
    assert vault(made, "get", "desk")[:2] == (0, "new")
    assert vault(made, "edit", "desk", secret="new")[:2] == (0, "“desk” is as it was.\n")
    assert vault(made, "remove", "desk")[0] == 0
    assert vault(made, "list")[:2] == (0, "")


def test_random_secrets_have_32_bytes_and_differ(made):
    for name in ["a", "b"]:
        assert vault(made, "add", name, "--random")[0] == 0
    secrets = [vault(made, "get", name)[1] for name in ["a", "b"]]
    assert all(re.fullmatch(r"[\w-]{43}", secret) for secret in secrets) and secrets[0] != secrets[1]


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        (["get", "desc"], {}, "the vault has no secret “desc”; did you mean “desk”?"),
        (["add", "desk"], {"secret": "x"}, "the vault has a secret “desk” already; `shelflife vault edit desk` changes it"),
        (["add", "other"], {}, "the secret “other” is empty; expected a text"),
        (["add", "Other"], {"secret": "x"}, "“Other” can't be a secret's name"),
        (["remove", "other"], {}, "the vault has no secret “other”"),
        (["init"], {}, "there is a file vault.age already, and it is kept"),
        (["list"], {"passphrase": OTHER}, "vault.age: the passphrase is wrong (one of your own needs --exact), or the file's first lines were changed"),
        (["list"], {"passphrase": "zoom falcn"}, "word 2, “falcn”, isn't on the word list; did you mean “falcon”?"),
        (["list"], {"passphrase": ""}, "the passphrase is empty"),
        (["list", "--vault", "no.age"], {}, "there is no vault no.age. If there was one, put it back from a copy"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_and_changes_nothing(made, arguments, options, said):
    before = (made / "vault.age").read_bytes()
    status, out, err = vault(made, *arguments, **options)
    assert status != 0 and out == "" and said in err.replace(f"{made}/", ""), err
    assert (made / "vault.age").read_bytes() == before


def test_capitals_and_spaces_of_the_passphrase_do_not_matter(made):
    assert vault(made, "list", passphrase="  ZOOM falcon\tAbacus abdomen  zone arousal ")[:2] == (0, "desk\n")


def test_a_new_passphrase_has_five_words_at_least_and_the_old_one_opens_nothing_any_more(made):
    assert "too short" in vault(made, "rekey", new="zoom zoom zoom zoom")[2]
    assert vault(made, "rekey", new=OTHER)[0] == 0
    assert vault(made, "list", passphrase=OTHER)[:2] == (0, "desk\n")
    assert vault(made, "list")[0] != 0


def age(folder, *arguments, passphrases):
    return on_terminal(["age", *arguments], [(rb"assphrase[^:]*: ?$", p.encode() + b"\n") for p in passphrases], folder)


@pytest.mark.parametrize("armor", [[], ["--armor"]])
def test_age_opens_what_we_made(tmp_path, armor):
    assert vault(tmp_path, "init", *FEW, *armor)[0] == 0
    assert vault(tmp_path, "add", "desk", secret="d")[0] == 0
    assert (tmp_path / "vault.age").read_bytes().startswith(b"-----BEGIN" if armor else b"age-encryption.org/v1\n")
    status, said = age(tmp_path, "-d", "-o", "open.json", "vault.age", passphrases=[WORDS])
    assert status == 0, said
    opened = json.loads((tmp_path / "open.json").read_text())
    assert opened == {"format": "shelflife-vault/1", "secrets": {"desk": "d"}}


@pytest.mark.parametrize("armor", [[], ["-a"]])
def test_we_open_what_age_made_with_a_passphrase_of_its_own(tmp_path, armor):
    (tmp_path / "open.json").write_text('{"format": "shelflife-vault/1", "secrets": {"desk": "d"}}')
    passphrase = "Correct Horse, 9!"
    status, said = age(tmp_path, "-p", *armor, "-o", "vault.age", "open.json", passphrases=[passphrase] * 2)
    assert status == 0, said
    assert "needs --exact" in vault(tmp_path, "list", passphrase=passphrase)[2]
    assert vault(tmp_path, "list", "--exact", passphrase=passphrase)[:2] == (0, "desk\n")
    assert vault(tmp_path, "add", "--exact", "other", passphrase=passphrase, secret="o")[0] == 0
    status, said = age(tmp_path, "-d", "-o", "again.json", "vault.age", passphrases=[passphrase])
    assert status == 0 and json.loads((tmp_path / "again.json").read_text())["secrets"] == {"desk": "d", "other": "o"}
    assert (tmp_path / "vault.age").read_bytes().startswith(b"-----BEGIN" if armor else b"age-encryption.org/v1\n")


def test_a_file_that_asks_for_four_gibibytes_is_refused_before_they_are_taken(tmp_path):
    letters = "A" * 43
    (tmp_path / "vault.age").write_text(
        f"age-encryption.org/v1\n-> scrypt {'A' * 22} 22\n{letters}\n--- {letters}\n" + "x" * 64
    )
    # With so little memory the hash would fail in another way.
    status, _, err = vault(tmp_path, "list", before=["prlimit", f"--as={3 << 30}"])
    assert status != 0
    assert "would take 2^22 rounds and 4 GiB of memory; at most 2^20 are allowed" in err


def test_a_passphrase_that_is_typed_is_not_shown(made):
    command = [PROGRAM, "vault", "list"]
    status, said = on_terminal(command, [(rb"Passphrase of vault.age: ", b"zoon\x7fm falcon x\x15" + WORDS.encode() + b"\r")], made)
    assert status == 0 and said.replace("\r", "").endswith("\ndesk\n")
    assert "falcon" not in said and "zoo" not in said


def test_the_terminal_is_as_it_was_after_an_interruption(made):
    """A shell runs the command and asks afterwards whether the terminal shows what is typed."""
    command = ["sh", "-c", f"{PROGRAM} vault list; stty -a"]
    _, said = on_terminal(command, [(rb"Passphrase of vault.age: ", b"zoom\x03")], made)
    assert "interrupted; nothing was changed" in said and re.search(r"[^-]echo ", said) and re.search(r"[^-]icanon", said)


def test_an_editor_changes_a_secret_in_memory_alone(made):
    (made / "editor").write_text('#!/bin/sh\necho "$1" > seen; ls -l "$1" >> seen; echo changed > "$1"\n')
    (made / "editor").chmod(0o755)
    command = ["env", f"VISUAL={made}/editor", PROGRAM, "vault", "edit", "desk"]
    status, said = on_terminal(command, [(rb"Passphrase", WORDS.encode() + b"\r")], made)
    assert status == 0, said
    assert vault(made, "get", "desk")[1] == "changed"
    path, rights = (made / "seen").read_text().splitlines()
    assert path.startswith("/dev/shm/") and rights.startswith("-rw-------") and not os.path.exists(path)


@pytest.mark.parametrize("signal_name", ["TERM", "HUP", "QUIT"])
def test_nothing_stays_in_memory_when_a_signal_ends_the_editor(made, signal_name):
    (made / "editor").write_text(f'#!/bin/sh\necho "$1" > seen; kill -{signal_name} $PPID; kill -{signal_name} $$; sleep 5\n')
    (made / "editor").chmod(0o755)
    command = ["env", f"VISUAL=exec {made}/editor", PROGRAM, "vault", "edit", "desk"]
    status, _ = on_terminal(command, [(rb"Passphrase", WORDS.encode() + b"\r")], made)
    assert status != 0 and not os.path.exists(os.path.dirname((made / "seen").read_text().strip()))
    assert vault(made, "get", "desk")[1] == "d\ne"


def test_several_lines_that_are_pasted_are_refused_and_the_first_is_not_stored(made):
    answers = [(rb"Passphrase", WORDS.encode() + b"\r"), (rb"Secret", b"-----BEGIN KEY-----\rabc\r-----END KEY-----\r")]
    status, said = on_terminal([PROGRAM, "vault", "add", "pem"], answers, made)
    assert status != 0 and "several lines were pasted, and nothing was changed" in said
    assert vault(made, "list")[1] == "desk\n"


def test_a_signal_at_the_prompt_leaves_the_terminal_as_it_was(made):
    """A shell runs the command in a shell that ends it, and asks afterwards whether the terminal shows what is typed."""
    command = ["sh", "-c", f"timeout --foreground -s TERM 2 {PROGRAM} vault list; stty -a"]
    _, said = on_terminal(command, [(rb"Passphrase of vault.age: ", b"zo")], made)
    assert re.search(r"[^-]echo ", said) and re.search(r"[^-]icanon", said)


def test_a_passphrase_of_another_kind_is_not_repeated(made):
    assert "tr0ub4dor" not in "".join(vault(made, "list", passphrase="tr0ub4dor&3horse")[1:])


def test_an_editor_that_fails_changes_nothing(made):
    command = ["env", "VISUAL=false", PROGRAM, "vault", "edit", "desk"]
    status, said = on_terminal(command, [(rb"Passphrase", WORDS.encode() + b"\r")], made)
    assert status != 0 and "the editor (false) has failed; nothing was changed" in said
    assert vault(made, "get", "desk")[1] == "d\ne"


def test_of_two_who_change_it_at_once_one_is_told_at_once(made):
    """The first waits in its editor."""
    (made / "editor").write_text("#!/bin/sh\ntouch waiting; while [ ! -e go ]; do sleep 0.05; done; echo first > \"$1\"\n")
    (made / "editor").chmod(0o755)
    command = ["env", f"VISUAL={made}/editor", PROGRAM, "vault", "edit", "desk"]
    ended = []
    first = threading.Thread(
        target=lambda: ended.append(on_terminal(command, [(rb"Passphrase", WORDS.encode() + b"\r")], made))
    )
    first.start()
    until = time.monotonic() + PATIENCE
    while not (made / "waiting").exists():
        assert time.monotonic() < until
        time.sleep(0.02)
    status, _, err = vault(made, "add", "other", secret="o")
    assert vault(made, "get", "desk")[1] == "d\ne", "who only reads isn't held off"
    (made / "go").touch()
    first.join()
    assert status != 0 and "another command is changing a vault" in err
    assert ended[0][0] == 0 and vault(made, "get", "desk")[1] == "first"


STEPS = ["openat", "fchmod", "write", "fsync", "rename", "fsync:2", "unlink"]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_command_that_is_killed_at_any_step_leaves_the_old_vault_or_the_new_one(made, step, when):
    """strace kills it as it comes to a system call of saving, or as it leaves that."""
    call, _, number = step.partition(":")
    # What the folder's files are touched by counts; the program itself opens and writes others.
    place = ["-P", made / ".vault.age.new", "-P", made / "vault.age", "-P", made]
    inject = f"inject={call}:signal=KILL:when={number or 1}" + ("" if when == "after" else ":error=EIO")
    if call in ["openat", "unlink"]:
        place = ["-P", made / ".vault.age.new"]
    before = ["strace", "-f", "-qq", "-o", made / "trace", *place, "-e", f"trace={call}", "-e", inject]
    status, _, err = vault(made, "edit", "desk", secret="new", before=before)
    trace = (made / "trace").read_text()
    assert call in trace and "killed by SIGKILL" in trace, trace + err
    assert vault(made, "get", "desk")[1] in {"d\ne", "new"}
    assert vault(made, "edit", "desk", secret="next")[0] == 0
    assert vault(made, "get", "desk")[1] == "next"
    assert {path.name for path in made.iterdir()} == {"vault.age", "trace"}


def test_a_full_disk_keeps_the_old_vault(made):
    before = ["strace", "-f", "-qq", "-o", made / "trace", "-P", made / ".vault.age.new", "-e", "inject=write:error=ENOSPC"]
    status, _, err = vault(made, "edit", "desk", secret="new", before=before)
    assert status != 0 and "No space left on device" in err
    assert vault(made, "get", "desk")[1] == "d\ne" and not (made / ".vault.age.new").exists()


def passphrase(*arguments, dice=""):
    done = subprocess.run(
        [PROGRAM, "passphrase", *arguments], input=dice, capture_output=True, text=True, timeout=PATIENCE
    )
    return done.returncode, done.stdout, done.stderr


def test_a_passphrase_is_drawn_with_its_bits():
    status, out, err = passphrase()
    assert status == 0 and len(out.split()) == 6 and passphrase()[1] != out
    assert "6 words of 7776" in err and "77.5 bits" in err
    assert len(passphrase("--words", "7")[1].split()) == 7 and "90.5 bits" in passphrase("--words", "7")[2]


def test_real_dice_choose_the_words():
    dice = "11111\n2 6 4 1 5\n66666\n11112\n12345\n66661\n"
    assert passphrase("--dice", dice=dice)[:2] == (0, "abacus falcon zoom abdomen arousal zone\n")
    assert "word 2: “7” is on no die" in passphrase("--dice", dice="11111\n26475\n")[2]
    assert "got 1 of them" in passphrase("--dice", dice="11111\n")[2]


def test_a_wrong_die_is_told_and_asked_for_again(tmp_path):
    throws = [(rb"Word 1 of 5", b"11117\n"), (rb"Word 1 of 5", b"11111\n")]
    throws += [(b"Word %d of 5" % number, b"66666\n") for number in range(2, 6)]
    status, said = on_terminal([PROGRAM, "passphrase", "--dice", "--words", "5"], throws, tmp_path)
    assert status == 0 and "“7” is on no die" in said and "abacus zoom zoom zoom zoom" in said


def test_no_secret_is_in_the_process_list_and_no_core_is_written(made):
    """The command waits for its passphrase's end; what others may see of it is read meanwhile."""
    reader, writer = os.pipe()
    os.write(writer, WORDS.encode())
    command = [PROGRAM, "vault", "get", "desk", "--passphrase-fd", str(reader)]
    with subprocess.Popen(command, cwd=made, pass_fds=[reader], stdout=subprocess.PIPE) as process:
        until = time.monotonic() + PATIENCE
        while not re.search(r"Max core file size +0 +0 ", open(f"/proc/{process.pid}/limits").read()):
            assert time.monotonic() < until
            time.sleep(0.02)
        seen = open(f"/proc/{process.pid}/cmdline").read() + open(f"/proc/{process.pid}/environ").read()
        process.kill()
    os.close(writer)
    os.close(reader)
    assert "falcon" not in seen
