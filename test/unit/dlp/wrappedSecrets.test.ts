import { expect, test } from "vitest";

import { scanText } from "../../../src/dlp/find/scanText.ts";
import { maskText } from "../../../src/dlp/mask/maskText.ts";
import { makeSecrets } from "./secretForms.ts";

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Ways in which a text with a secret is passed on; `written` is the notation of a value in it. */
const wrappers: Readonly<
  Record<
    string,
    { readonly wrap: (text: string) => string; readonly written?: (value: string) => string }
  >
> = {
  "behind a byte order mark": { wrap: (text) => `\uFEFF${text}` },
  "with CRLF": {
    wrap: (text) => text.replaceAll(/\r?\n/gu, "\r\n"),
    written: (value) => value.replaceAll("\n", "\r\n"),
  },
  "in a fence": { wrap: (text) => `See:\n\n\`\`\`env\n${text}\n\`\`\`\n` },
  "in a quote": {
    wrap: (text) => `> ${text.replaceAll("\n", "\n> ")}`,
    written: (value) => value.replaceAll("\n", "\n> "),
  },
  "in a list": {
    wrap: (text) => `- a\n- ${text.replaceAll("\n", "\n  ")}\n- b`,
    written: (value) => value.replaceAll("\n", "\n  "),
  },
  "in a comment": {
    wrap: (text) => `# ${text.replaceAll("\n", "\n# ")}`,
    written: (value) => value.replaceAll("\n", "\n# "),
  },
  "in a table": { wrap: (text) => `| name | value |\n| --- | --- |\n| x | ${text} |\n` },
  "in a string of JSON": { wrap: (text) => JSON.stringify({ a: text }), written: escaped },
  "in JSON in JSON": {
    wrap: (text) => JSON.stringify({ a: JSON.stringify({ b: text }) }),
    written: (value) => escaped(escaped(value)),
  },
};

function isFound(text: string, start: number, end: number): boolean {
  return scanText(text).some(
    (finding) => finding.kind === "secret" && finding.start <= start && finding.end >= end,
  );
}

const secrets = makeSecrets(20_261_130, 200).filter(({ text, start, end }) =>
  isFound(text, start, end),
);

test.each(Object.entries(wrappers))("secrets %s are found whole", (_, { wrap, written }) => {
  const missed = secrets.filter(({ text, start, end }) => {
    const value = text.slice(start, end);
    const wrapped = wrap(text);
    const shown = written?.(value) ?? value;
    const at = wrapped.indexOf(shown);
    expect(at).toBeGreaterThanOrEqual(0);
    return !isFound(wrapped, at, at + shown.length);
  });
  expect(missed.map(({ form, text }) => `${form}: ${text}`)).toEqual([]);
});

test("secrets are all found, however they are joined", () => {
  const parts = Array.from({ length: 5_000 }, (_, at) => `senha: "x9K2m4Pq7${at}w"`).filter(
    (part) => !/1234|(.)\1{4}/u.test(part),
  );
  for (const joint of ["\n", "\r\n", String.raw`\n`, " | "]) {
    expect(scanText(parts.join(joint)).length).toBe(parts.length);
  }
});

const line = "x9K2m4Pq7Lw3Zt8Rv5Qw8Er6Ty4Ui2Op0As1x9K2m4Pq7Lw3Zt8Rv5Qw8Er6Ty4Ui";

function masked(text: string): string {
  return maskText(text, scanText(text));
}

test("a key without its end is masked to the end of its base64, and the text after it stays", () => {
  const key = `-----BEGIN RSA PRIVATE KEY-----\r\n${`${line}\r\n`.repeat(20)}`;
  expect(masked(`${key}\r\n; the end`)).toBe("********\r\n\r\n; the end");
});

test("one secret of 64 KB is masked whole", () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${`${line}\n`.repeat(1_000)}-----END PRIVATE KEY-----`;
  expect(masked(`a\n${key}\nb`)).toBe("a\n********\nb");
});

test("ten thousand keys without an end are found one by one", () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${line}\n\n;\n`;
  const found = scanText(key.repeat(10_000));
  expect(found.length).toBe(10_000);
  expect(new Set(found.map(({ start, end }) => end - start)).size).toBe(1);
});
