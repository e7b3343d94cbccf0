import * as fc from "fast-check";
import { expect, test } from "vitest";

import { visibleText } from "../../../src/shared/text/visibleText.ts";
import { agentState, command, commandCard, run } from "./agentScenes.ts";
import { cardOf, openCard, waiting } from "./openAgent.ts";

/** Shows cards with so many random commands. */
export function testAnyCommand(numRuns: number): void {
  test("whatever a command holds, all of it is on the card, on screen and in its order", async () => {
    const { page, host, problems } = await openCard(commandCard, command(waiting), {
      width: 300,
    });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 2_000 }), async (text) => {
        const shown = { ...commandCard("loose"), id: crypto.randomUUID(), command: text };
        await host.tell("showAgent", agentState({ run, cards: [shown] }));
        const block = cardOf(page, "command").getByRole("group", { name: "Command" });
        const expected = text.split("\n").map((line) =>
          visibleText(line)
            .replaceAll("⟨U+0009⟩", "\t")
            .replaceAll(/⟨(U\+[0-9A-F]+)⟩/gu, "$1"),
        );
        await expect.poll(() => block.locator("code").allTextContents()).toEqual(expected);
        const isWithin = await block.evaluate(
          (element) =>
            element.scrollWidth <= element.clientWidth + 1 &&
            document.body.scrollWidth <= innerWidth,
        );
        expect(isWithin).toBe(true);
      }),
      { numRuns },
    );
    expect(problems).toEqual([]);
  });
}
