import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MathPainter } from "../../../../../src/webview/markdown/math/mathPainter.ts";
import { settle } from "../../../../support/sessionLab.ts";

/** As much of an element as a formula needs. */
class FakeElement {
  readonly dataset: Record<string, string> = {};
  readonly classList = { add: () => undefined };
  className = "";
  textContent = "";
  isConnected = true;
  drawn = "";

  replaceChildren(child: { readonly drawn: string }): void {
    this.drawn = child.drawn;
  }
}

beforeEach(() => {
  vi.stubGlobal("document", { createElement: () => new FakeElement() });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

// As much of a drawing as the painter copies.
const draw = (tex: string): Element => ({ cloneNode: () => ({ drawn: tex }) }) as never;

test("after its drawing code could not be loaded once, the next formula draws both", async () => {
  let loads = 0;
  const painter = new MathPainter(
    () => undefined,
    () => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error("offline")) : Promise.resolve(draw);
    },
  );
  const create = (tex: string): FakeElement =>
    painter.create({ tex, raw: `$${tex}$`, isDisplay: false }) as unknown as FakeElement;
  const first = create("x");
  await settle();
  expect([loads, first.textContent, first.drawn]).toEqual([1, "$x$", ""]);
  const second = create("y");
  await settle();
  expect([loads, first.drawn, second.drawn]).toEqual([2, "x", "y"]);
});
