import { expect, test } from "vitest";

import type { Approval, AskedAct } from "../../../../../src/agent/run/cards/agentEvents.ts";
import { SharedCards } from "../../../../../src/agent/run/cards/sharedCards.ts";

const calls = ["a", "b"].map((id) => ({ id, call: { name: "edit_file" } }));

function editOf(id: string): AskedAct {
  return { act: "edit", paths: [id], title: `Edit ${id}`, detail: id };
}

async function shownFor(more: Partial<AskedAct>): Promise<readonly AskedAct[]> {
  const shown: AskedAct[] = [];
  const askedOf = (id: string): AskedAct => ({ ...editOf(id), ...more });
  const cards = new SharedCards(
    calls,
    ({ id }) => Promise.resolve({ answer: "card", asked: askedOf(id) }),
    (asked) => {
      shown.push(asked);
      return Promise.resolve("approved");
    },
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

test("each part of a shared card has its own answer, and a part without one is not approved", async () => {
  const cards = new SharedCards(
    ["a", "b", "c"].map((id) => ({ id, call: { name: "edit_file" } })),
    ({ id }) => Promise.resolve({ answer: "card", asked: editOf(id) }),
    ({ parts }) => {
      expect(parts?.map(({ paths }) => paths)).toEqual([["a"], ["b"], ["c"]]);
      return Promise.resolve(["rejected", "approved"]);
    },
  );
  const answers: Approval[] = [];
  for (const id of ["a", "b", "c"]) {
    answers.push(await cards.ask(editOf(id), AbortSignal.any([]), id));
  }
  expect(answers).toEqual(["rejected", "approved", "rejected"]);
});
