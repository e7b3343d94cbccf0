import { expect, test, vi } from "vitest";

import { Conversations } from "../../../../src/chat/conversations.ts";
import { ChatView } from "../../../../src/extension/view/chatView.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";

vi.mock("vscode", () => ({ l10n: { t: (text: string) => text } }));

const { tryAddImage } = await import("../../../../src/extension/turns/addImage.ts");

/** One pixel. */
const gif = Uint8Array.from(
  Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
);

test("a picture goes to the conversation into which it was dropped, even if another is shown by then", async () => {
  const conversations = new Conversations({
    store: new MemoryStore(),
    clock: new FakeClock(),
    newId: () => "new",
    onStorageFailure: () => undefined,
    streamChat: () => {
      throw new Error("Nothing is asked here");
    },
  });
  let remembered: string | undefined = "first";
  const view = new ChatView(conversations, {
    get: () => remembered,
    set: (id) => {
      remembered = id;
    },
  });
  await view.conversation();
  await view.show("second");
  expect(await tryAddImage(view, "first", { name: "a.gif", bytes: gif })).toBeUndefined();
  const attached = async (id: string): Promise<number> =>
    await conversations.use(id, ({ draft }) => draft.attachments.length);
  expect([await attached("first"), await attached("second")]).toEqual([1, 0]);
  expect(await tryAddImage(view, "never shown", { name: "a.gif", bytes: gif })).toBeUndefined();
  expect(await attached("never shown")).toBe(0);
});
