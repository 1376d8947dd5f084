"""Two servers of one configuration on one machine, as in a drill of restoring a backup."""

import pytest
from operated import Operated
from shelf_process import free_port


@pytest.fixture
def pair(tmp_path):
    """A server whose desk is on, and another one of the same configuration that isn't started."""
    desk = free_port()
    servers = []
    for name in ["first", "second"]:
        (tmp_path / name).mkdir()
        server = Operated(tmp_path / name)
        server.config.write_text(server.config.read_text() + f"desk: {{port: {desk}}}\n")
        servers.append(server)
    servers[0].start()
    servers[0].wait_for(lambda: servers[0].logged("started"))
    yield servers
    for server in servers:
        server.end()


def test_a_server_whose_desk_has_no_port_ends_without_having_said_that_it_serves(pair):
    second = pair[1].begin()
    assert second.process.wait(60) == 1
    assert "choose another for the desk with --desk-port" in second.log
    assert "started" not in second.log and "Shelflife serves on" not in second.log


def test_another_port_for_the_desk_lets_two_of_one_configuration_serve(pair):
    second = pair[1].start("--desk-port", "0")
    second.wait_for(lambda: second.logged("started"))
    desks = [server.logged("the desk: ")[0] for server in pair]
    assert desks[0] != desks[1], desks
