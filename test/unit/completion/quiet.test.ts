import { expect, test } from "vitest";

import { isOnAtAll, isOnFor } from "../../../src/completion/enabled.ts";
import {
  type FileFacts,
  reasonAgainstFile,
  reasonAgainstPlace,
} from "../../../src/completion/quiet.ts";
import { linesOf } from "../../../src/completion/textLines.ts";

function facts(more: Partial<FileFacts>): FileFacts {
  return {
    scheme: "file",
    path: "/w/src/a.ts",
    language: "typescript",
    enabled: { "*": true },
    isExcluded: false,
    isIgnored: false,
    isInWorkspace: true,
    isReadOnly: false,
    length: 1_000,
    ...more,
  };
}

test.each(["/w/.env", "/w/id_rsa", "/w/server.pem", "/w/secrets.yml", "/w/.aws/credentials"])(
  "%s is never asked about",
  (path) => {
    expect(reasonAgainstFile(facts({ path, enabled: { "*": true, dotenv: true } }))).toBe("secret");
  },
);

test.each(["/w/config.ts", "/w/settings.json", "/w/.vscode/settings.json", "/w/src/token.ts"])(
  "%s is completed",
  (path) => {
    expect(reasonAgainstFile(facts({ path }))).toBeUndefined();
  },
);

test("the language mode decides, not the file's name", () => {
  const enabled = { "*": false, python: true };
  expect(reasonAgainstFile(facts({ path: "/w/a.txt", language: "python", enabled }))).toBe(
    undefined,
  );
  expect(reasonAgainstFile(facts({ path: "/w/a.py", language: "plaintext", enabled }))).toBe("off");
});

test.each([
  ["of another scheme", { scheme: "output" }, "scheme"],
  ["outside the workspace", { isInWorkspace: false }, "outside"],
  ["ignored", { isIgnored: true }, "ignored"],
  ["excluded", { isExcluded: true }, "excluded"],
  ["read-only", { isReadOnly: true }, "readOnly"],
  ["over 2 MB", { length: 3_000_000 }, "tooLarge"],
  ["untitled", { scheme: "untitled", isInWorkspace: false }, undefined],
] as const)("a file %s", (_, more, reason) => {
  expect(reasonAgainstFile(facts(more))).toBe(reason);
});

test("Markdown, plain text, commit messages and dotenv stay off unless they are named", () => {
  for (const language of ["markdown", "plaintext", "git-commit", "dotenv"]) {
    expect(isOnFor({ "*": true }, language)).toBe(false);
    expect(isOnFor({ "*": true, [language]: true }, language)).toBe(true);
  }
  expect(isOnAtAll({ "*": false })).toBe(false);
  expect(isOnAtAll({ "*": false, go: true })).toBe(true);
});

test.each([
  ["const sum = tot|", undefined],
  ["result(tot|)", undefined],
  ["result(tot|);", undefined],
  ["if (tot|) {", undefined],
  ['const a = "tot|";', undefined],
  ["const sum = tot| + 1;", "insideLine"],
  ["const sum = 1;|", "statementEnd"],
  ["function a() {}|", "statementEnd"],
  ["a|", "fewCharacters"],
])("at %s the place says %s", (text, reason) => {
  const column = text.indexOf("|");
  const place = { lines: linesOf(text.replace("|", "")), cursor: { line: 0, column } };
  expect(reasonAgainstPlace({ ...place, hasSelection: false, last: undefined })).toBe(reason);
});

test("a line of blanks without end is judged at once", () => {
  const line = `call(${" ".repeat(50_000)}x`;
  const place = { lines: linesOf(`first line\n${line}`), hasSelection: false, last: undefined };
  expect(reasonAgainstPlace({ ...place, cursor: { line: 1, column: 5 } })).toBe("insideLine");
});
