import { expect, test } from "vitest";

import { garbageHints } from "../../../../../src/extension/seller/files/garbageHints.ts";

/** A process in which taking memory has an effect on its size, or fails. */
function hintsIn(take: (memory: { rss: number }, bytes: number) => void): {
  readonly taken: number[];
  readonly after: (work: "read" | "write", rows: number) => void;
} {
  const memory = { rss: 300_000_000 };
  const taken: number[] = [];
  const tidyAfter = garbageHints({
    take: (bytes) => {
      taken.push(bytes);
      take(memory, bytes);
    },
    rss: () => memory.rss,
  });
  return {
    taken,
    after: (work, rows) => {
      for (let row = 0; row < rows; row += 1) {
        tidyAfter("read");
        if (work === "write") {
          tidyAfter("write");
        }
      }
    },
  };
}

test("a collection is asked for at every 100th row that was written, and every 250th that was read", () => {
  const hints = hintsIn(() => undefined);
  hints.after("write", 999);
  expect(hints.taken).toHaveLength(9);
  hints.after("write", 1);
  hints.after("read", 501);
  expect(hints.taken).toHaveLength(12);
  expect(new Set(hints.taken)).toEqual(new Set([70_000_000]));
});

test("the hints end where the buffer takes memory, and where there is no room for it", () => {
  const costly = hintsIn((memory, bytes) => {
    memory.rss += bytes;
  });
  const full = hintsIn(() => {
    throw new RangeError("Array buffer allocation failed");
  });
  for (const hints of [costly, full]) {
    hints.after("write", 2_000);
    expect(hints.taken).toHaveLength(1);
  }
});
