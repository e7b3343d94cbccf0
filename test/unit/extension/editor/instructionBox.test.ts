import { beforeEach, expect, test, vi } from "vitest";

import { askForInstruction } from "../../../../src/extension/editor/instructionBox.ts";
import { InstructionDrafts } from "../../../../src/extension/editor/instructionDrafts.ts";

const editor = vi.hoisted(() => {
  class Box {
    value = "";
    valueSelection: readonly number[] = [];
    readonly accepted: (() => void)[] = [];
    readonly hidden: (() => void)[] = [];
    show(): void {}
    dispose(): void {}
    /** The editor reports it later. */
    hide(): void {}
    onDidChangeValue(): void {}
    onDidAccept(listener: () => void): void {
      this.accepted.push(listener);
    }
    onDidHide(listener: () => void): void {
      this.hidden.push(listener);
    }
  }
  const boxes: Box[] = [];
  return { Box, boxes, address: "" };
});

vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  commands: { executeCommand: () => Promise.resolve() },
  window: {
    get activeTextEditor() {
      const { address } = editor;
      const at = { line: 0, character: 0 };
      const uri = { toString: () => address };
      const document = { uri, getText: () => "code", offsetAt: () => 0 };
      return { document, selection: { start: at, end: at } };
    },
    createInputBox: () => {
      const box = new editor.Box();
      editor.boxes.push(box);
      return box;
    },
  },
}));

let drafts: InstructionDrafts;

beforeEach(() => {
  drafts = new InstructionDrafts();
});

function open(address = "file:///a.ts") {
  editor.address = address;
  const asked = askForInstruction(drafts);
  const box = editor.boxes.at(-1);
  if (!asked || !box) {
    throw new Error("no box");
  }
  const hide = (): void => box.hidden.forEach((listener) => listener());
  const accept = (): void => box.accepted.forEach((listener) => listener());
  return { asked, box, hide, accept };
}

test("an instruction that was not sent comes back for its document, selected", async () => {
  const first = open();
  first.box.value = "Handle the error";
  first.hide();
  expect(await first.asked.answer).toBeUndefined();
  expect(open("file:///b.ts").box.value).toBe("");
  const { box, hide } = open();
  expect([box.value, box.valueSelection]).toEqual(["Handle the error", [0, 16]]);
  box.value = " ";
  hide();
  expect(open().box.value).toBe("");
});

test.each([true, false])(
  "it is a draft until its edit begins (hidden first: %s)",
  async (isHiddenFirst) => {
    const first = open();
    first.box.value = "Rename it";
    first.accept();
    first.hide();
    expect(await first.asked.answer).toBe("Rename it");
    const again = open();
    expect(again.box.value).toBe("Rename it");
    again.accept();
    const steps = [again.hide, again.asked.onBegin];
    for (const step of isHiddenFirst ? steps : steps.toReversed()) {
      step();
    }
    expect(open().box.value).toBe("");
  },
);

test("the drafts of a hundred documents are kept", () => {
  for (let index = 0; index <= 100; index += 1) {
    drafts.set(String(index), "text");
  }
  expect([drafts.of("0"), drafts.of("1"), drafts.of("100")]).toEqual(["", "text", "text"]);
});
