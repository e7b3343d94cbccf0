import { expect, test } from "vitest";

import { linesOf } from "../../../src/edits/fileLines.ts";
import { placeBlock } from "../../../src/edits/place/placeBlock.ts";

/** What is offered to be accepted; undefined if it is only shown as a comparison. */
function apply(file: string, code: string, language: string): string | undefined {
  const placed = placeBlock(linesOf(file), { code, language });
  return placed?.doubt === undefined ? placed?.lines.join("\n") : undefined;
}

test("a gap in one test of a suite may end in a later one", () => {
  const file = `const hub = require("hub");

function schema() {
  return { id: 1 };
}

function other() {
  return { id: 2 };
}

test("the store", async (t) => {
  t.plan(2);

  await t.test("opens", async (t) => {
    const hub = start();
    await hub.open("a");
  });

  await t.test("closes", async (t) => {
    const hub = start();
    await hub.open("b");
    await hub.close("b");
  });
});
`;
  const code = `// ... rest of the code unchanged ...

function schema() {
  return { id: 1 };
}

test("the store", async (t) => {
  t.plan(2);

  await t.test("opens", async (t) => {
    // ... rest of the code unchanged ...
  });
});`;
  expect(apply(file, code, "js")).toBeUndefined();
});

test("all functions of a file without their comments are not the whole file", () => {
  const file = `export function isLocal(url) {
  return url.host === "";
}

/**
Gives the path.
*/
export function pathOf(url) {
  return isLocal(url) ? url.path : undefined;
}
`;
  const code = `export function isLocal(url) {
  return url.host === "localhost";
}

export function pathOf(url) {
  return isLocal(url) ? url.pathname : undefined;
}`;
  expect(apply(file, code, "js")).toBeUndefined();
});

test("an attribute of an inner declaration is not kept unasked", () => {
  const file = `fn flattens() {
    run(1);
    #[derive(Debug)]
    struct Outer {
        inner: u8,
    }

    run(2);
    run(3);
    run(4);
}
`;
  const code = `fn flattens() {
    run(0);
    struct Outer {
        inner: u8,
    }

    // ... existing code ...
}`;
  expect(apply(file, code, "rust")).toBeUndefined();
});

test("a comment of one method that stands on another one is not clear", () => {
  const file = `class Queue {
    /**
     * Pulls a balanced part off the queue and leaves the rest of it.
     */
    String pull(char open) {
        return part(open);
    }

    /**
     * Unescapes.
     */
    String unescape(String text) {
        return text;
    }
}
`;
  const code = `    /**
     * Pulls a balanced part off the queue and leaves the rest of it.
     */
    String unescape(String text) {
        return text.trim();
    }`;
  expect(apply(file, code, "java")).toBeUndefined();
});

function within(range: string): string {
  return `/// Succeeds within the range.\nfunc within(_ range: ${range}) -> Bool {\n    return check(range)\n}\n`;
}

test("the last of two functions of one name, at the file's first line, is not the whole file", () => {
  const file = `${within("Range")}\n${within("Closed")}`;
  const code = within("Closed").replace("check", "test");
  expect(apply(file, code, "swift")).toBe(`${within("Range")}\n${code}`);
});

test("spaces that align a line behind tabs stay", () => {
  const file = "class A\n{\n\tint Get()\n\t{\n\t\treturn a\n\t\t       .b();\n\t}\n}\n";
  const code = "int Get()\n{\n\treturn c\n\t       .b();\n}";
  expect(apply(file, code, "csharp")).toBe(file.replace("return a", "return c"));
});

test("a rule that is indented below another one is not a part of it", () => {
  const file =
    "p {\n  margin: 0;\n}\n  .note p {\n    color: red;\n  }\n\nul {\n  margin: 1px;\n}\n";
  expect(apply(file, "p {\n  margin: 2px;\n}", "css")).toBe(
    file.replace("margin: 0", "margin: 2px"),
  );
});

test("a gap above a rule may hide the first of its selectors", () => {
  const file = `.ticks {
  color: red;
  &::before,
  &::after {
    top: 1px;
  }
  &::after {
    right: 0;
  }
}
`;
  const code =
    ".ticks {\n  /* ... existing styles ... */\n  &::after {\n    top: 2px;\n  }\n  /* ... existing styles ... */\n}";
  expect(apply(file, code, "css")).toBeUndefined();
});

test("the first line of a comment that may be removed is not kept unasked", () => {
  const file = `def setup():
    reset()
    # The engine warns of this,
    # for a frame without a spec, which is the
    # case for templates.
    ignore("a")
    run()
`;
  const code = `def setup():
    # for a frame without a spec, which is the
    ignore("a")
    # ... existing code ...`;
  expect(apply(file, code, "python")).toBeUndefined();
});

test("a method that is indented like a part of the one above is not taken away with it", () => {
  const file =
    "class A\n{\n  void Add()\n  {\n    run();\n  }\n\n    void Mark() => done = true;\n}\n";
  expect(apply(file, "void Add()\n{\n  stop();\n}", "csharp")).toBeUndefined();
});
