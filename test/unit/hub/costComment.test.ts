import { expect, test } from "vitest";

import { CostComment } from "../../../src/hub/wire/costComment.ts";

test.each([
  ["data: [DONE]\n\n: hub-cost 0.42\n\n", { cost: "0.42" }],
  ["data: [DONE]\n\n: hub-saved 1.61\n: hub-cost 0.42\n\n", { cost: "0.42", saved: "1.61" }],
  ["data: : hub-saved 1.61\n\ndata: [DONE]\n\n", {}],
  ["data: [DONE]\n\n: hub-saved 1.61\n\n", {}],
])("the costs at the end of %j are read, whatever the pieces", (text, costs) => {
  for (const size of [1, 7, text.length]) {
    const comment = new CostComment();
    for (let at = 0; at < text.length; at += size) {
      comment.push(text.slice(at, at + size));
    }
    expect(comment.costs).toEqual(costs);
  }
});
