"""Prints the late parcels of a CSV export, worst first, grouped by carrier."""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Late:
    code: str
    carrier: str
    days: int


def read_late(path: str, today: date) -> list[Late]:
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        return [
            Late(row["code"], row["carrier"], (today - due).days)
            for row in rows
            if row["state"] != "delivered"
            and (due := date.fromisoformat(row["due"])) < today
        ]


def by_carrier(parcels: list[Late]) -> dict[str, list[Late]]:
    groups: dict[str, list[Late]] = defaultdict(list)
    for parcel in sorted(parcels, key=lambda parcel: -parcel.days):
        groups[parcel.carrier].append(parcel)
    return groups


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: late_parcels.py parcels.csv")
    # FIXME: the export is in UTC, so late in the evening "today" is already tomorrow.
    for carrier, parcels in by_carrier(read_late(sys.argv[1], date.today())).items():
        print(f"{carrier}: {len(parcels)} late")
        for parcel in parcels[:10]:
            print(f"  {parcel.code}  {parcel.days} days")


if __name__ == "__main__":
    main()
