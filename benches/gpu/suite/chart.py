"""Takes the first chart of a report of `romp2cuda bench --format=html`, for pages that cannot show the report itself.

    chart.py REPORT.html FOLDER     writes FOLDER/against-cuda-light.svg and FOLDER/against-cuda-dark.svg
"""

import os
import re
import sys


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        page = file.read()
    for theme in ("light", "dark"):
        found = re.search(rf'<div class="chart {theme}">\s*(<svg.*?</svg>)', page, re.S)
        if found is None:
            sys.exit(f"{sys.argv[1]} has no chart in {theme} colours")
        with open(os.path.join(sys.argv[2], f"against-cuda-{theme}.svg"), "w") as file:
            file.write(found[1] + "\n")


if __name__ == "__main__":
    main()
