import { expect, test } from "vitest";

import type { AskedAct } from "../../../../src/agent/run/agentEvents.ts";
import { SharedCards } from "../../../../src/agent/run/sharedCards.ts";

const calls = ["a", "b"].map((id) => ({ id, call: { name: "edit_file" } }));

async function shownFor(more: Partial<AskedAct>): Promise<readonly AskedAct[]> {
  const shown: AskedAct[] = [];
  const askedOf = (id: string): AskedAct => ({
    act: "edit",
    paths: [id],
    title: `Edit ${id}`,
    detail: id,
    ...more,
  });
  const cards = new SharedCards(
    calls,
    ({ id }) => Promise.resolve({ answer: "card", asked: askedOf(id) }),
    (asked) => Promise.resolve(shown.push(asked)),
  );
  for (const { id } of calls) {
    await cards.ask(askedOf(id), AbortSignal.any([]), id);
  }
  return shown;
}

test("a shared card says that its edits cannot be undone, exactly where they cannot", async () => {
  expect(await shownFor({ notUndoable: true })).toMatchObject([
    { paths: ["a", "b"], notUndoable: true },
  ]);
  const [card] = await shownFor({});
  expect(card).not.toHaveProperty("notUndoable");
});
