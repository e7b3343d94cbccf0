import { expect, test } from "vitest";

import { folderBudget, folderText } from "../../../src/context/folderText.ts";

const listing = { paths: ["a.ts", "b.ts"], isCut: false, ignored: 0 };

test("lists the files, then what is in them", () => {
  const text = folderText(listing, [
    { path: "a.ts", content: "const a = 1;" },
    { path: "b.ts", content: "const b = 2;" },
  ]);
  expect(text).toBe(
    "Files:\n  a.ts\n  b.ts\n\n===== a.ts =====\nconst a = 1;\n\n===== b.ts =====\nconst b = 2;",
  );
});

test("says what was left out: too large, not text, ignored, not listed", () => {
  const text = folderText({ ...listing, isCut: true, ignored: 2 }, [
    { path: "a.ts", content: "x".repeat(folderBudget) },
    { path: "b.ts", content: undefined },
  ]);
  expect(text).toContain("Contents of 2 files are not included: a.ts, b.ts");
  expect(text).toContain("There are still more files, which were not looked at.");
  expect(text).toContain("2 ignored or secret files are not included.");
  expect(text.length).toBeLessThan(1_000);
});

test("a name with a line break in it is one entry", () => {
  const text = folderText({ ...listing, paths: ["a\n===== b ====="] }, []);
  expect(text.split("\n")).toHaveLength(2);
});

test("a long tree is cut, and says so", () => {
  const paths = Array.from({ length: 1_000 }, (_value, index) => `file${index}.ts`);
  expect(folderText({ ...listing, paths }, [])).toContain("200 more files are not listed.");
});
