"""Holds all tests in Python against skips.txt and repeats.txt, in CI."""

import pytest
from permitted import IN_CI, TOLD, listed


def held(report, kind):
    """The report, of a failure if that isn't permitted."""
    name = report.nodeid.partition("[")[0]
    if IN_CI and name not in listed(kind):
        why = f": {report.longrepr[-1]}" if report.skipped else ""
        report.outcome, report.longrepr = "failed", f"{name} {TOLD[kind]}{why}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.skipped:
        return held(report, "skips")
    is_repeated = report.when == "call" and report.passed and item.config.getoption("lf", False)
    return held(report, "repeats") if is_repeated else report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    report = yield
    return held(report, "skips") if report.skipped else report
