import { expect, test } from "vitest";

import { CodeIndex } from "../../../src/codeIndex/codeIndex.ts";
import { definitionPatterns } from "../../../src/codeIndex/text/definitionPatterns.ts";
import { definitionsOf } from "../../../src/codeIndex/text/definitions.ts";
import { lineStarts } from "../../../src/codeIndex/text/lines.ts";
import { sourceText } from "../../../src/codeIndex/text/sourceFile.ts";
import { filler, finish, hitsIn, indexOf } from "./indexing.ts";

const unitOf = (character: string): number => character.charCodeAt(0);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a line of five megabytes is left out without being looked at", () => {
  expect(sourceText(encode("a".repeat(5_000_000)), "a.ts")).toBe("tooLarge");
});

test.each([
  [
    "invalid UTF-8",
    Uint8Array.from([...encode("const caf"), 0xe9, ...encode(" = 1;\nconst found = 2;\n")]),
  ],
  [
    "UTF-16, little end first",
    Uint8Array.from([
      0xff,
      0xfe,
      ...new Uint8Array(
        Uint16Array.from(Array.from("const a = 1;\nconst found = 2;\n", unitOf)).buffer,
      ),
    ]),
  ],
  [
    "UTF-16, big end first",
    Uint8Array.from([
      0xfe,
      0xff,
      ...Array.from("const a = 1;\nconst found = 2;\n", unitOf).flatMap((unit) => [0, unit]),
    ]),
  ],
  [
    "a mark of UTF-8",
    Uint8Array.from([0xef, 0xbb, 0xbf, ...encode("const a = 1;\nconst found = 2;\n")]),
  ],
  ["CRLF", encode("const a = 1;\r\nconst found = 2;\r\n")],
  ["lone CR", encode("const a = 1;\rconst found = 2;\r")],
])("%s: the line of a hit is right", async (_, bytes) => {
  const source = sourceText(bytes, "a.ts");
  const text = typeof source === "string" ? "" : source.text;
  const [hit] = await hitsIn({ "a.ts": text }, "found");
  expect(hit?.startLine).toBe(2);
  expect(hit?.endLine).toBe(2);
  const start = lineStarts(text)[1] ?? 0;
  expect(text.slice(start)).toMatch(/^const found/u);
});

test("the lines of a hit deep in a file with CRLF are right", async () => {
  const text =
    `${filler(300)}export function needle() {\n  return 1;\n}\n${filler(300)}`.replaceAll(
      "\n",
      "\r\n",
    );
  const [hit] = await hitsIn({ "a.ts": text }, "needle");
  expect(hit?.startLine).toBeLessThanOrEqual(301);
  expect(hit?.endLine).toBeGreaterThanOrEqual(303);
  const lines = text.split("\r\n");
  expect(lines.slice((hit?.startLine ?? 0) - 1, hit?.endLine).join("\r\n")).toBe(
    hit?.text.trimEnd(),
  );
});

test("hostile lines cost each language's patterns little", () => {
  const hostile = [
    "a ".repeat(5_000),
    "<".repeat(10_000),
    "(".repeat(10_000),
    "public ".repeat(2_000),
    "a.".repeat(5_000),
    "\t".repeat(9_000),
    "a::".repeat(4_000),
    "a<>::".repeat(48),
    "a<>::".repeat(2_000),
    "a<> ".repeat(60),
    `  ${"a<b> ".repeat(2_000)}`,
    "const ".repeat(3_000),
  ];
  const text = hostile.map((line) => `${line}\n`.repeat(4)).join("");
  const starts = lineStarts(text);
  const ends = [
    "ts",
    "java",
    "cs",
    "cpp",
    "py",
    "kt",
    "go",
    "rs",
    "swift",
    "php",
    "rb",
    "sh",
    "ps1",
    "sql",
    "lua",
  ];
  expect(ends).toHaveLength(Object.keys(definitionPatterns).length);
  for (const end of ends) {
    expect(definitionsOf(`a.${end}`, text, starts).length).toBeLessThan(40);
  }
});

test("no word of the code is in the bytes of the index", () => {
  const words = ["xylophoneDriver", "quixoticBanner", "zebraCrossing", "fulminateMercury"];
  const text = `// ${words[0]}\nexport function ${words[1]}() {\n  return "${words[2]}";\n}\n`;
  const index = indexOf({ "src/app.ts": text });
  index.setHistory([{ subject: `add ${words[3]}`, paths: ["src/app.ts"] }]);
  finish(index);
  const bytes = Buffer.from(index.encode("{}"));
  expect(bytes.includes("src/app.ts")).toBe(true);
  const parts = words.flatMap((word) => [word, word.toLowerCase(), ...word.split(/(?=[A-Z])/u)]);
  for (const word of parts.flatMap((part) => [part, part.toLowerCase()])) {
    expect([word, bytes.includes(word), bytes.includes(Buffer.from(word, "utf16le"))]).toEqual([
      word,
      false,
      false,
    ]);
  }
});

test("work comes in slices, of which none looks at the clock too late", () => {
  let now = 0;
  const index = new CodeIndex(() => (now += 1));
  const text = filler(5_000);
  index.put({ path: "a.ts", text, size: 1, mtimeMs: 1 });
  index.commit();
  let slices = 1;
  while (index.work(8)) {
    slices += 1;
  }
  expect(slices).toBeGreaterThan(20);
  expect(index.stats.files).toBe(1);
});
