import { expect, test } from "vitest";

import { EndComments } from "../../../src/hub/wire/endComments.ts";

test.each([
  ["data: [DONE]\n\n: hub-cost 0.42\n\n", { cost: "0.42" }],
  ["data: [DONE]\n\n: hub-saved 1.61\n: hub-cost 0.42\n\n", { cost: "0.42", saved: "1.61" }],
  ["data: : hub-saved 1.61\n\ndata: [DONE]\n\n", {}],
  ["data: [DONE]\n\n: hub-saved 1.61\n\n", {}],
])("the costs at the end of %j are read, whatever the pieces", (text, costs) => {
  for (const size of [1, 7, text.length]) {
    const comment = new EndComments();
    for (let at = 0; at < text.length; at += size) {
      comment.push(text.slice(at, at + size));
    }
    expect(comment.costs).toEqual(costs);
  }
});

const answer = ": hub-dlp-answer mask;types=cpf,own.BADGE;counts=2,1, alert;types=email;counts=3";

test.each([
  [`data: [DONE]\n\n${answer}\n\n`, true],
  [`data: [DONE]\n\n${answer}\n\n: hub-saved 1.61\n: hub-cost 0.42\n\n`, true],
  [`data: [DONE]\n\n${answer}\n\n: hub-cost 0.42\n\n`, true],
  [`data: ${answer}\n\ndata: [DONE]\n\n`, false],
  [`${answer}\n\ndata: [DONE]\n\n: hub-cost 0.42\n\n`, false],
])("what was found in the answer of %j is read only from the end", (text, isTold) => {
  for (const size of [1, 7, text.length]) {
    const comments = new EndComments();
    for (let at = 0; at < text.length; at += size) {
      comments.push(text.slice(at, at + size));
    }
    const masked = [
      { type: "cpf", count: 2 },
      { type: "own.BADGE", count: 1 },
    ];
    expect(comments.notices).toEqual(
      isTold
        ? [
            { kind: "dlp_answer_masked", dlpFindings: masked },
            { kind: "dlp_answer_alert", dlpFindings: [{ type: "email", count: 3 }] },
          ]
        : [],
    );
    expect(comments.costs.cost).toBe(text.includes("hub-cost") ? "0.42" : undefined);
  }
});
