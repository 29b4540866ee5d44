"""Formulas of SMT-LIB, and z3."""

import subprocess
import sys

HALF = 2**63
TIMEOUT = 120  # seconds for a claim
REACHED = "a call gets here"


def text_of(term):
    if isinstance(term, bool):
        return "true" if term else "false"
    return str(term) if not isinstance(term, int) or term >= 0 else f"(- {-term})"


def smt(operator, *terms):
    return f"({operator} {' '.join(map(text_of, terms))})"


def both(*terms):
    return smt("and", True, *terms)


def either(*terms):
    return smt("or", False, *terms)


def negate(term):
    if isinstance(term, bool):
        return not term
    return term[5:-1] if term.startswith("(not ") else smt("not", term)


def fits(term, width=64):
    half = 2**(width - 1)
    return both(smt("<=", -half, term), smt("<", term, half))


def unsigned(term, width=64):
    if isinstance(term, int):
        return term % 2**width
    return smt("ite", smt("<", term, 0), smt("+", term, 2**width), term)


def wrap_number(value, width=64):
    half = 2**(width - 1)
    return (value + half) % (2 * half) - half


def decide(claims, machine, axioms):
    """Decides claims, (name, facts, goal), but for constants: [(name, verdict, {label: number})]
    with the values of `machine.asked` that refute them.

    z3 first gets the linear facts about products alone, and then their definitions, too, at first
    for small numbers. A claim of the name REACHED, whose goal is false, is about its facts: they
    do not contradict each other.
    """
    symbols = [f"(declare-const {name} Int)" for name in machine.variables]
    symbols += [f"(declare-fun mem{width} (Int Int) Int)" for width in (8, 32, 64)]
    symbols += [f"(declare-fun {name} (Int) Int)" for name in machine.spec_functions]
    shared = "\n".join(symbols + [smt("assert", fact) for fact in machine.axioms + axioms])
    definitions = "\n".join(smt("assert", fact) for fact in machine.definitions)

    small = "\n".join(smt("assert", both(smt("<=", -1, term), smt("<=", term, 2**12)))
                      for label, term in machine.asked.items() if "descriptor" not in label)

    def write(claim, *more):
        _, facts, goal = claim
        return "\n".join(["(reset)", f"(set-option :timeout {TIMEOUT * 1000})", shared,
                          *(smt("assert", fact) for fact in facts), smt("assert", negate(goal)),
                          *more, "(check-sat)"]) + "\n"

    def solve(texts):
        """What z3 prints, or only "unknown" if it does not end in time."""
        try:
            return subprocess.run(["z3", "-in", "-smt2"], input="".join(texts), text=True,
                                  stdout=subprocess.PIPE,
                                  timeout=(TIMEOUT + 1) * len(texts)).stdout.splitlines()
        except subprocess.TimeoutExpired:
            return ["unknown"] * len(texts)

    claims = [claim for claim in claims if claim[2] not in (True, "true")]
    answers, words, size = [], [], 1 if machine.spec_functions else 8
    for first in range(0, len(claims), size):
        words += solve([write(claim) for claim in claims[first:first + size]])
    if len(words) != len(claims) or not set(words) <= {"sat", "unsat", "unknown"}:
        sys.exit(f"z3 says {words[:20]}")
    for claim, word in zip(claims, words):
        if claim[0] == REACHED:
            verdict = {"unsat": "refuted", "sat": "proven"}.get(word, "unknown")
            answers.append((REACHED, verdict, {}))
            continue
        numbers = {}
        if word != "unsat":
            ask = [f"(eval {term})" for term in machine.asked.values()]
            for more in (definitions + "\n" + small, definitions):
                word, *values = solve(["\n".join([write(claim, more), *ask]) + "\n"])
                if word == "sat":
                    numbers = {label: int(value.replace("(- ", "-").strip(")"))
                               for label, value in zip(machine.asked, values)}
                    break
        verdict = {"sat": "refuted", "unsat": "proven"}.get(word, "unknown")
        answers.append((claim[0], verdict, numbers))
    return answers
