import { expect, test, vi } from "vitest";

vi.mock("vscode", () => ({}));
vi.mock("../../../../../src/extension/context/files/fileAttachments.ts", () => ({
  readSmallText: () => Promise.resolve("in the file"),
}));

const { diffOf } = await import("../../../../../src/extension/editing/commit/diffOf.ts");

const none = (): Promise<never> => Promise.reject(new Error("no HEAD"));
// Only the path is read.
const uri = { fsPath: "/work/a.txt" } as Parameters<typeof diffOf>[1];

const show = (ref: string, path: string): Promise<string> =>
  Promise.resolve(`staged${ref} of ${path}`);

test("before the first commit the message is about what is staged, not about the file since", async () => {
  const repository = { diffIndexWithHEAD: none, diffWithHEAD: none, show };
  expect(await diffOf(repository, uri, true)).toBe("+staged of /work/a.txt");
  expect(await diffOf(repository, uri, false)).toBe("+in the file");
});

test("a staged deletion has no text, whatever is on the disk again", async () => {
  const repository = { diffIndexWithHEAD: none, diffWithHEAD: none, show: none };
  expect(await diffOf(repository, uri, true)).toBe("");
});
