import { describe, expect, test } from "vitest";

import {
  contrastOf,
  readColor,
  readableOn,
  type Rgb,
} from "../../../../src/webview/kit/contrast.ts";

describe("a computed colour", () => {
  test.each([
    ["rgb(1, 2, 3)", [1, 2, 3]],
    ["rgba(0, 0, 0, 0.5)", [128, 128, 128]],
    ["rgb(0 0 0 / 0)", [255, 255, 255]],
  ])("%s is read as it looks on white", (css, expected) => {
    expect(readColor(css, [255, 255, 255])).toEqual(expected);
  });

  test.each(["", "color(srgb 1 0 0)", "rgb(1, 2)", "rgb(a, b, c)"])("%j is none", (css) => {
    expect(readColor(css, [255, 255, 255])).toBeUndefined();
  });

  test("a translucent one is none without what is behind it", () => {
    expect(readColor("rgba(0, 0, 0, 0)")).toBeUndefined();
  });
});

test("contrast is that of WCAG", () => {
  expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  expect(contrastOf([255, 255, 255], [255, 255, 255])).toBe(1);
  expect(contrastOf([0x77, 0x77, 0x77], [255, 255, 255])).toBeCloseTo(4.48, 2);
});

const onWhite = (color: Rgb, text: Rgb) =>
  readColor(readableOn([255, 255, 255], { color, towards: text, least: 4.5 }));

describe("a readable colour", () => {
  test("keeps as much of its hue as it can", () => {
    const readable = onWhite([255, 170, 0], [0, 0, 0]);
    expect(readable).toEqual([153, 102, 0]);
  });

  test("is black or white where even the text is hard to read", () => {
    expect(onWhite([250, 250, 250], [200, 200, 200])).toEqual([100, 100, 100]);
  });
});
