import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { fromBase64, toBase64 } from "../../../src/shared/base/base64.ts";
import { fitsImageLimits, maxImageBytes } from "../../../src/shared/conversation/image.ts";
import { readImage } from "../../../src/shared/conversation/readImage.ts";
import { gifOf, jpegOf, pngOf, webPOf } from "../../support/pictures.ts";

describe("a picture is known by its bytes", () => {
  test.each([
    ["PNG", pngOf(300, 20), "image/png"],
    ["JPEG", jpegOf(300, 20), "image/jpeg"],
    ["GIF 87a", gifOf(300, 20, "87a"), "image/gif"],
    ["GIF 89a", gifOf(300, 20), "image/gif"],
    ["WebP, lossy", webPOf("VP8 ", 300, 20), "image/webp"],
    ["WebP, lossless", webPOf("VP8L", 300, 20), "image/webp"],
    ["WebP, extended", webPOf("VP8X", 300, 20), "image/webp"],
  ])("%s", (_name, bytes, mimeType) => {
    expect(readImage(bytes)).toEqual({ mimeType, width: 300, height: 20 });
    const inside = new Uint8Array([9, 9, ...bytes]).subarray(2);
    expect(readImage(inside)).toEqual({ mimeType, width: 300, height: 20 });
  });

  test.each([
    ["nothing", ""],
    ["text", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"],
    ["a page", "<!doctype html><img src=x onerror=alert(1)>"],
    ["PDF", "%PDF-1.7 and more than enough bytes to be read as a header"],
    ["BMP", "BM and more than enough bytes to be read as a header of some kind"],
    ["a name only", "GIF8"],
    ["another RIFF", "RIFF....WAVEfmt and more than enough bytes to be a header"],
  ])("%s is none", (_name, text) => {
    expect(readImage(new TextEncoder().encode(text))).toBeUndefined();
  });

  test.each([
    ["no width", pngOf(0, 20)],
    ["no height", gifOf(20, 0)],
    ["absurd size", pngOf(70_000, 20)],
    ["a JPEG without a frame", jpegOf(1, 1).subarray(0, 12)],
  ])("one with %s is none", (_name, bytes) => {
    expect(readImage(bytes)).toBeUndefined();
  });

  test("any bytes at all are read without harm, also behind a true beginning", () => {
    const beginnings = [pngOf(1, 1), jpegOf(1, 1), gifOf(1, 1), webPOf("VP8X", 1, 1)];
    fc.assert(
      fc.property(
        fc.constantFrom(...beginnings),
        fc.nat(40),
        fc.uint8Array({ maxLength: 200 }),
        (beginning, length, rest) => {
          const facts = readImage(new Uint8Array([...beginning.subarray(0, length), ...rest]));
          expect(facts === undefined || (facts.width > 0 && facts.height > 0)).toBe(true);
        },
      ),
      { numRuns: 5000 },
    );
  });
});

test.each([
  [2048, 10, 100, true],
  [2049, 10, 100, false],
  [10, 2049, 100, false],
  [10, 10, maxImageBytes, true],
  [10, 10, maxImageBytes + 1, false],
])("%i × %i pixels in %i bytes fit: %s", (width, height, bytes, fits) => {
  expect(fitsImageLimits({ mimeType: "image/png", width, height }, bytes)).toBe(fits);
});

test("base64 comes back as it went, and what is none is said to be none", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100_000 }), (bytes) => {
      expect(fromBase64(toBase64(bytes))).toEqual(Uint8Array.from(bytes));
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
    }),
    { numRuns: 50 },
  );
  expect(fromBase64("a")).toBeUndefined();
});
