"""The results as SVG. The same results give the same bytes."""

import io
import re
import textwrap

import matplotlib
import matplotlib.pyplot as plt
import workloads
from figures import split_case
from matplotlib.colors import TwoSlopeNorm
from tables import PEERS

matplotlib.use("svg")
plt.rcParams.update(
    {
        "svg.hashsalt": "split-mlir",
        "svg.fonttype": "none",
        "font.family": "DejaVu Sans",
        "font.size": 8,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
)
# 600 points are 800 pixels.
WIDTH = 600 / 72
OURS, BASELINE = "#a9cdec", "#d1442f"
MARKERS = {"numpy": ("o", "#7a8690"), "torch": ("s", "#3f4a53"), "onnxruntime": ("D", "#c08a2b")}


def save(figure, path):
    """Writes a line for each shape. Matplotlib writes one for each point and each group."""
    written = io.StringIO()
    figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    text = re.sub(r" ?\n(?=[A-Zz\"])", " ", written.getvalue())
    text = re.sub(r"(<g[^>]*>)\n *", r"\1", text)
    path.write_text(re.sub(r"\n *(?=</g>)", "", text))
    plt.close(figure)


def rate_of(results, name, threads, kind, contender=None):
    found = [
        float(r["GB/s"])
        for r in results.rates
        if (r["workload"], r["threads"], r["kind"], r["allocates"])
        == (name, str(threads), kind, "0")
        and contender in (None, r["contender"])
    ]
    return max(found, default=None)


def draw_panel(axes, results, names, threads):
    for place, name in enumerate(names):
        figure = results.find("baseline", threads, name)
        best = rate_of(results, name, threads, "baseline")
        if not figure or not best:
            continue
        errors = [[figure.value - figure.low], [figure.high - figure.value]]
        axes.barh(place, figure.value, height=0.55, color=OURS, label="split-mlir")
        axes.errorbar(figure.value, place, xerr=errors, color="#0d3a61", capsize=2, lw=1)
        for peer, (marker, color) in MARKERS.items():
            rate = rate_of(results, name, threads, "peer", peer)
            if rate:
                label = PEERS[peer]
                axes.plot(rate / best, place, marker, color=color, ms=4, label=label, ls="")
    line = axes.axvline(1, color=BASELINE, lw=1.5, label="best copy")
    line.set_gid(f"baseline-{threads}")
    axes.set_xlim(left=0)
    axes.tick_params(axis="y", length=0)
    axes.set_title("one thread" if threads == 1 else "two threads", fontsize=9)
    axes.set_xlabel("speed relative to the best copy of the whole input")


def draw_workloads(results, path):
    """A panel for each number of threads: our speed and the peers' relative to that of
    the best copy, which can be exceeded."""
    counts = [t for t in (1, 2) if results.select("baseline", t)]
    measured = {f.subject for t in counts for f in results.select("baseline", t)}
    names = [name for name in workloads.names() if name in measured]
    figure, panels = plt.subplots(
        1,
        len(counts),
        sharey=True,
        squeeze=False,
        figsize=(WIDTH, 1 + 0.33 * len(names)),
        layout="constrained",
    )
    for axes, threads in zip(panels[0], counts):
        draw_panel(axes, results, names, threads)
    labels = ["\n".join(textwrap.wrap(workloads.title(name), 30)) for name in names]
    panels[0][0].set_yticks(range(len(names)), labels)
    panels[0][0].invert_yaxis()
    # Each label appears once, although not all peers run all workloads.
    handles, texts = panels[0][0].get_legend_handles_labels()
    legend = dict(zip(texts, handles))
    figure.legend(
        legend.values(), legend.keys(), loc="upper center", ncols=len(legend), frameon=False
    )
    # The legend is above the panels.
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - 0.3 / figure.get_figheight()))
    save(figure, path)


def draw_sweep(results, path, bar):
    """A panel for each element size and for even and uneven lengths, a cell for each run
    length and number of pieces. Colours change at `bar`."""
    values = {split_case(f.subject): f.value for f in results.select("sweep")}
    sizes = sorted({key[0] for key in values})
    runs = sorted({key[1] for key in values})
    forms = sorted({key[2] for key in values})
    counts = sorted({key[3] for key in values})
    figure, panels = plt.subplots(
        len(forms),
        len(sizes),
        sharex=True,
        sharey=True,
        squeeze=False,
        figsize=(WIDTH, 0.8 + 2.5 * len(forms)),
        layout="constrained",
    )
    least = min(0.5, *values.values())
    norm = TwoSlopeNorm(bar, vmin=least, vmax=max(1.25, *values.values()))
    for line, form in zip(panels, forms):
        for axes, size in zip(line, sizes):
            cells = [
                [values.get((size, run, form, count), float("nan")) for count in counts]
                for run in runs
            ]
            mesh = axes.pcolormesh(cells, norm=norm, cmap="RdYlBu", edgecolors="white", lw=0.5)
            mesh.set_gid(f"cells-{form}-{size}")
            axes.set_title(f"{size} B, {form}", fontsize=9)
            axes.tick_params(length=0)
            for spine in axes.spines.values():
                spine.set_visible(False)
        line[0].set_yticks([i + 0.5 for i in range(len(runs))], runs)
        line[0].set_ylabel("elements of a run")
    for axes in panels[-1]:
        axes.set_xticks([i + 0.5 for i in range(len(counts))], counts)
        axes.set_xlabel("pieces")
    scale = figure.colorbar(mesh, ax=panels, aspect=40, pad=0.02)
    scale.set_label(f"speed relative to the best copy; the bar is {bar:g}")
    scale.ax.axhline(bar, color="black", lw=1.5)
    save(figure, path)
