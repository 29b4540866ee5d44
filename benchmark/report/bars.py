"""Compares figures with the bars and named exceptions of bars.toml."""

import dataclasses
import re
import tomllib

from figures import Figure

KEYS = {
    "bar": {"metric", "threads", "at-least", "at-most", "subjects", "count", "where"},
    "exception": {"processor", "metric", "threads", "subjects", "reached", "cause"},
}
# What a figure of an exception may differ by between runs.
TOLERANCE = 0.05


class BadBars(Exception):
    pass


@dataclasses.dataclass
class Finding:
    """A bar that a figure misses. A miss with a named exception is `excused`."""

    bar: dict
    subject: str
    figure: Figure | None
    exception: dict | None = None
    excused: bool = False

    @property
    def bound(self):
        return self.bar["at-least"] if "at-least" in self.bar else self.bar["at-most"]

    @property
    def expected(self):
        return f">= {self.bound:g}" if "at-least" in self.bar else f"<= {self.bound:g}"

    @property
    def missed_by(self):
        """The part of the bound by which the figure misses it."""
        return abs(self.figure.value - self.bound) / self.bound


def load(path):
    """The bars and exceptions of a file. Raises BadBars."""
    try:
        content = tomllib.loads(path.read_text())
    except tomllib.TOMLDecodeError as error:
        raise BadBars(f"{path}: {error}") from None
    for kind in content:
        if kind not in KEYS:
            raise BadBars(f"{path}: expected [[bar]] or [[exception]], got '{kind}'")
    for kind, keys in KEYS.items():
        needed = keys - {"threads", "count", "where", "at-least", "at-most"}
        if not isinstance(content.setdefault(kind, []), list):
            raise BadBars(f"{path}: expected [[{kind}]], got [{kind}]")
        for number, entry in enumerate(content[kind], 1):
            place = f"{path}: [[{kind}]] {number}"
            if unknown := sorted(entry.keys() - keys):
                raise BadBars(f"{place}: unknown key '{unknown[0]}'")
            if missing := sorted(needed - entry.keys()):
                raise BadBars(f"{place}: expected the key '{missing[0]}'")
            if kind == "bar" and ("at-least" in entry) == ("at-most" in entry):
                raise BadBars(f"{place}: expected one of 'at-least' and 'at-most'")
            if not entry["subjects"]:
                raise BadBars(f"{place}: 'subjects' is empty")
            for pattern in [*entry["subjects"], entry.get("processor", "")]:
                try:
                    re.compile(pattern)
                except re.error as error:
                    raise BadBars(f"{place}: '{pattern}': {error}") from None
            entry.setdefault("threads", 1)
    return content["bar"], content["exception"]


def matches(entry, figure):
    return (entry["metric"], entry["threads"]) == (figure.metric, figure.threads) and any(
        re.fullmatch(subject, figure.subject) for subject in entry["subjects"]
    )


def is_met(bar, figure):
    value = round(figure.value, 2)
    return value >= bar["at-least"] if "at-least" in bar else value <= bar["at-most"]


def is_still_reached(bar, exception, figure):
    """Whether the figure is that of the exception or better, except for noise."""
    reached = exception["reached"]
    if "at-least" in bar:
        return figure.value * (1 + TOLERANCE) >= reached
    return figure.value * (1 - TOLERANCE) <= reached


def check_figure(bar, figure, exceptions, processor):
    """The finding for a figure, or None."""
    if is_met(bar, figure):
        return None
    for exception in exceptions:
        if matches(exception, figure) and re.search(exception["processor"], processor):
            excused = is_still_reached(bar, exception, figure)
            return Finding(bar, figure.subject, figure, exception, excused)
    return Finding(bar, figure.subject, figure)


def check(bars, exceptions, figures, machine, skipped=()):
    """The findings for all bars, except those of metrics in `skipped` and those of more
    threads than the machine has cores. A bar without a figure is a finding, too."""
    findings = []
    for bar in bars:
        if bar["metric"] in skipped or bar["threads"] > int(machine["cores"]):
            continue
        if "where" in bar and bar["where"] not in machine["features"]:
            continue
        found = [f for f in figures if f.value is not None and matches(bar, f)]
        for subject in bar["subjects"]:
            if not any(re.fullmatch(subject, figure.subject) for figure in found):
                findings.append(Finding(bar, subject, None))
        if len(found) < bar.get("count", 0):
            missing = f"{bar['count'] - len(found)} of {bar['count']} cases"
            findings.append(Finding(bar, missing, None))
        findings += filter(
            None,
            (check_figure(bar, f, exceptions, machine["processor"]) for f in found),
        )
    return findings


def describe(finding):
    """The columns of a row about a finding: metric, threads, subject, expected,
    measured, missed by, note."""
    bar, figure = finding.bar, finding.figure
    row = [bar["metric"], str(bar["threads"]), finding.subject, finding.expected]
    if figure is None:
        return [*row, "", "", "not measured"]
    noise = f" ({figure.low:.2f} to {figure.high:.2f}{', noisy' if figure.noisy else ''})"
    note = ""
    if finding.exception:
        reached = f"{finding.exception['reached']:g}"
        note = f"exception: {finding.exception['cause']}"
        if not finding.excused:
            note = f"worse than the {reached} of the exception: {finding.exception['cause']}"
    return [*row, f"{figure.value:.2f}{noise}", f"{finding.missed_by:.0%}", note]


HEADER = ["metric", "threads", "subject", "bar", "measured", "missed by", "note"]
