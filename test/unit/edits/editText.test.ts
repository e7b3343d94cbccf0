import { describe, expect, test } from "vitest";

import { editText } from "../../../src/edits/match/editText.ts";
import type { TextEdit } from "../../../src/edits/match/matchText.ts";

function edited(text: string, ...edits: readonly TextEdit[]): string {
  const result = editText(text, edits);
  if (result.kind === "refused") {
    throw new Error(JSON.stringify(result.refusal));
  }
  return result.text;
}

function levelOf(text: string, edit: TextEdit): string {
  const result = editText(text, [edit]);
  return result.kind === "edited" ? (result.places[0]?.level ?? "") : result.refusal.reason;
}

function refusal(text: string, ...edits: readonly TextEdit[]): unknown {
  const result = editText(text, edits);
  return result.kind === "refused" ? result.refusal : result.text;
}

function change(oldText: string, newText: string, more: Partial<TextEdit> = {}): TextEdit {
  return { oldText, newText, ...more };
}

/** The lines with the numbers of a listing. */
function numbered(start: number, lines: string): string {
  const rows = lines.trimEnd().split("\n");
  return rows.map((line, index) => `${start + index}\t${line}`).join("\n");
}

const block = "function one() {\n  return count + 1;\n}\n";

describe("an edit needs exactly one place", () => {
  test("equal blocks are refused with their lines", () => {
    const file = `${block}\nconst x = 1;\n${block}`;
    expect(refusal(file, change("  return count + 1;", "  return 2;"))).toEqual({
      edit: 0,
      reason: "ambiguous",
      lines: [2, 7],
    });
  });

  test("a line nearby decides, if just one place is near", () => {
    const file = `${block}${"\n".repeat(60)}${block}`;
    const edit = change("  return count + 1;", "  return 2;", { nearLine: 65 });
    expect(edited(file, edit)).toBe(file.slice(0, -block.length) + block.replace("count + 1", "2"));
    expect(refusal(block + block, { ...edit, nearLine: 2 })).toMatchObject({
      reason: "ambiguous",
      lines: [2, 5],
    });
    expect(refusal(file, { ...edit, nearLine: 33 })).toMatchObject({ reason: "ambiguous" });
  });

  test("every place changes only with replace_all", () => {
    const edit = change("count", "total", { replaceAll: true });
    expect(edited(block + block, edit)).toBe((block + block).replaceAll("count", "total"));
  });

  test("of a file that is not as it is known, neither replace_all nor a line chooses among several places", () => {
    const file = `${block}${"\n".repeat(60)}${block}`;
    for (const more of [{ replaceAll: true }, { nearLine: 2 }]) {
      const edit = change("return count", "return total", more);
      expect(editText(file, [edit], { onlyExact: true })).toMatchObject({
        refusal: { reason: "ambiguous", lines: [2, 65] },
      });
      expect(editText(block, [edit], { onlyExact: true })).toMatchObject({ kind: "edited" });
    }
  });

  test("a block whose first and last line are there, with other lines between, is refused", () => {
    const file = "if (ready) {\n  start();\n  log('a');\n}\n";
    expect(
      refusal(file, change("if (ready) {\n  stop();\n  log('b');\n}", "if (ready) {\n}")),
    ).toEqual({
      edit: 0,
      reason: "missing",
      nearest: { start: 1, lines: ["if (ready) {", "  start();", "  log('a');", "}"] },
    });
  });

  test("one wrong word is refused with the nearest lines", () => {
    expect(refusal(block, change("  return counts + 1;", "  return 2;"))).toMatchObject({
      reason: "missing",
      nearest: { start: 2, lines: ["  return count + 1;"] },
    });
  });

  test("a text of a few characters is searched for exactly only", () => {
    expect(refusal("\tx = 1;\n", change("  x = 1;\n", "  x = 2;\n"))).toEqual({
      edit: 0,
      reason: "short",
      minVisible: 12,
    });
  });

  test("a blank text, or one that changes nothing, is refused", () => {
    expect(refusal(block, change(" \n", "x"))).toMatchObject({ reason: "blank" });
    expect(refusal(block, change("count", "count"))).toMatchObject({ reason: "same" });
  });
});

describe("the levels", () => {
  const long = "const answer = compute(all, of, it);";

  test("tabs for spaces, and the new lines get tabs, too", () => {
    const file = "class A {\n\tgo() {\n\t\treturn this.first(1);\n\t}\n}\n";
    const edit = change(
      "    go() {\n        return this.first(1);\n    }",
      "    go() {\n        if (x) {\n            stop();\n        }\n        return this.first(2);\n    }",
    );
    expect(edited(file, edit)).toBe(
      "class A {\n\tgo() {\n\t\tif (x) {\n\t\t\tstop();\n\t\t}\n\t\treturn this.first(2);\n\t}\n}\n",
    );
    expect(levelOf(file, edit)).toBe("indentation");
  });

  test("a line that goes deeper in the call goes deeper in the file's style", () => {
    const file = "const names = [\n\t...first,\n\t...second,\n];\nconst places = of(1, 2);\n";
    const edit = change(
      "const names = [\n  ...first,\n  ...second,\n];\nconst places = of(1, 2);",
      'const names =\n  "first second".split(\n    " ",\n  );\nconst places = of(1, 2);',
    );
    expect(edited(file, edit)).toBe(
      'const names =\n\t"first second".split(\n\t\t" ",\n\t);\nconst places = of(1, 2);\n',
    );
  });

  test("all lines deeper by the same", () => {
    const file = `{\n    {\n        ${long}\n        next();\n    }\n}\n`;
    expect(edited(file, change(`  ${long}\n  next();`, `  ${long}\n    more();\n  next();`))).toBe(
      `{\n    {\n        ${long}\n          more();\n        next();\n    }\n}\n`,
    );
  });

  test("lines that differ by several shifts are refused", () => {
    const file = `  ${long}\n      other(1, 2, 3);\n`;
    expect(refusal(file, change(`${long}\n  other(1, 2, 3);\n`, ""))).toMatchObject({
      reason: "missing",
    });
  });

  test("a new line that cannot be shifted so far is refused", () => {
    const file = `${long}\nother(1, 2, 3);\n`;
    expect(
      refusal(file, change(`    ${long}\n    other(1, 2, 3);`, `    ${long}\n  less();`)),
    ).toMatchObject({ reason: "missing" });
  });

  test("mixed line ends stay; a new line takes its neighbour's", () => {
    const file = "one\r\ntwo\nthree\r\nfour\n";
    expect(edited(file, change("two\nthree\n", "two\nnew\nthree\nmore\n"))).toBe(
      "one\r\ntwo\nnew\nthree\r\nmore\r\nfour\n",
    );
    expect(levelOf(file, change("three\nfour", "x"))).toBe("lineEnds");
    expect(levelOf(file, change("two\r\nthree", "x"))).toBe("lineEnds");
    expect(levelOf(file, change("three\r\nfour", "x"))).toBe("exact");
  });

  test("the byte order mark stays, and so does a missing last line end", () => {
    const file = "\uFEFFfirst line\nlast line";
    expect(edited(file, change("first line\n", "1st\n"))).toBe("\uFEFF1st\nlast line");
    expect(edited(file, change("last line\n", "end\n"))).toBe("\uFEFFfirst line\nend");
    expect(edited(file, change("last line", "end\n"))).toBe("\uFEFFfirst line\nend");
    expect(edited("a\nlast line\n", change("last line\n", "end"))).toBe("a\nend\n");
    expect(edited(file, change("last line", "last line\n"))).toBe(`${file}\n`);
    expect(edited("a\r\nb", change("b", "b\nc"))).toBe("a\r\nb\r\nc");
  });

  test("a replacement is text, never a pattern", () => {
    expect(edited("price: 1\n", change("price: 1", "$& $1 $` $' $$ \\1"))).toBe(
      "$& $1 $` $' $$ \\1\n",
    );
  });

  test("blanks at line ends count for nothing, and stay where nothing changes", () => {
    const file = `${long}  \nsecond line;\t\nthird\n`;
    const edit = change(`${long}\nsecond line;\nthird`, `${long}\nsecond line;\n3rd`);
    expect(edited(file, edit)).toBe(`${long}  \nsecond line;\t\n3rd\n`);
    expect(levelOf(file, edit)).toBe("trailingBlanks");
  });

  test("typographic quotes, dashes and spaces stay where nothing changes", () => {
    const file = "He said \u201Cgo on\u201D \u2014 and it\u2019s\u00A0done, at 5.\n";
    const edit = change(
      'He said "go on" - and it\'s done, at 5.',
      'He said "go on" - and it\'s done, at 7.',
    );
    expect(edited(file, edit)).toBe(file.replace("5", "7"));
    expect(levelOf(file, edit)).toBe("typography");
  });

  test.each(["\t", "\u2192", "| ", "|", ": "])("copied numbers before %j", (mark) => {
    const file = "a\nb\nfunction long() {\n  return value;\n}\n";
    const edit = change(
      `   3${mark}function long() {\n   4${mark}  return value;\n   5${mark}}`,
      `   3${mark}function long() {\n   4${mark}  return 2;\n   5${mark}}`,
    );
    expect(edited(file, edit)).toBe(file.replace("value", "2"));
    expect(levelOf(file, edit)).toBe("lineNumbers");
  });

  test("copied numbers decide between two places, and half of them are refused", () => {
    const file = `${block}${"\n".repeat(60)}${block}`;
    const edit = change(numbered(64, block), block.trimEnd().replace("count", "total"));
    expect(edited(file, edit)).toBe(file.slice(0, -block.length) + block.replace("count", "total"));
    expect(refusal(file, { ...edit, newText: `64\tx\ny` })).toMatchObject({ reason: "missing" });
  });

  test.each([
    [String.raw`say(\"hello there\");`, String.raw`say(\"bye\");`],
    [String.raw`say(\"hello there\");\nnext();`, String.raw`say(\"bye\");\nnext();`],
  ])("one level of escaping is taken off: %s", (oldText, newText) => {
    const file = 'first();\nsay("hello there");\nnext();\n';
    expect(edited(file, change(oldText, newText))).toBe(file.replace("hello there", "bye"));
    expect(levelOf(file, change(oldText, newText))).toBe("escaping");
  });

  test("doubled backslashes are halved", () => {
    const file = "const digits = /^\\d+\\s*$/u;\n";
    expect(
      edited(
        file,
        change(
          String.raw`const digits = /^\\d+\\s*$/u;`,
          String.raw`const digits = /^\\d*\\s*$/u;`,
        ),
      ),
    ).toBe(file.replace("+", "*"));
  });

  test("a new text that is not escaped like the old one is refused", () => {
    const file = 'say("hello there");\n';
    expect(refusal(file, change(String.raw`say(\"hello there\");`, 'say("bye");'))).toMatchObject({
      reason: "missing",
    });
  });
});

describe("only changed lines change", () => {
  test("deleting whole lines takes their line end along", () => {
    expect(edited("a\nsecond\nb\n", change("second", ""))).toBe("a\nb\n");
    expect(edited("a\nsecond", change("second", ""))).toBe("a");
    expect(edited("a\nsecond + more\n", change("second + ", ""))).toBe("a\nmore\n");
    expect(edited("second", change("second", ""))).toBe("");
  });

  test("half a call that fails changes nothing", () => {
    expect(refusal(block, change("one", "two"), change("function three", "four"))).toMatchObject({
      edit: 1,
      reason: "missing",
    });
  });

  test("edits of a call share one basis and must not overlap", () => {
    expect(edited("a b c\n", change("c", "d"), change("a", "b"))).toBe("b b d\n");
    expect(refusal("abcd\n", change("abc", "x"), change("cd", "y"))).toEqual({
      edit: 1,
      reason: "overlap",
      other: 0,
    });
  });

  test("the changed lines are told by number", () => {
    const result = editText("a\nb\nc\nd\n", [change("b", "b1\nb2\nb3"), change("d", "e")]);
    expect(result).toMatchObject({
      places: [
        { edit: 0, startLine: 2, endLine: 4 },
        { edit: 1, startLine: 6, endLine: 6 },
      ],
    });
  });

  test("a call on a file that was not read counts only to the letter", () => {
    const file = "\tconst long = value;\n";
    const result = editText(file, [change("  const long = value;", "  x")], { onlyExact: true });
    expect(result).toEqual({
      kind: "refused",
      refusal: { edit: 0, reason: "inexact", line: 1, level: "indentation" },
    });
  });
});
