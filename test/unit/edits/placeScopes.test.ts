import { expect, test } from "vitest";

import { linesOf } from "../../../src/edits/fileLines.ts";
import { placeBlock } from "../../../src/edits/place/placeBlock.ts";

/** What is offered to be accepted; undefined if it is only shown as a comparison. */
function apply(file: string, code: string, language: string): string | undefined {
  const placed = placeBlock(linesOf(file), { code, language });
  return placed?.doubt === undefined ? placed?.lines.join("\n") : undefined;
}

test("a gap below the first branches of a statement may stand for the others", () => {
  const file = `def decode(self, kind, message):
    if kind == "text":
        return message["text"]

    elif kind == "bytes":
        return message["bytes"]

    check(kind)
    return None
`;
  const code = `def decode(self, kind, message):
    if kind == "text":
        return message["text"].strip()

    # ... existing code ...`;
  expect(apply(file, code, "python")).toBeUndefined();
});

test("code is not missing between two lines that stand elsewhere, too", () => {
  const file = `#ifdef __cplusplus
extern "C" {
#endif

#define SIZE 1

int first(int a) {
  return a;
}

int second(int a) {
  return a + 1;
}

#ifdef LOCALE
int locale(void);
#endif

int third(int a);

#ifdef MAIN
int main(void);
#endif

#ifdef __cplusplus
}
#endif
#endif
`;
  const code = `// ... rest of the code unchanged ...
#define SIZE 1

int second(int a) {
  // ... rest of the code unchanged ...
}

// ... rest of the code unchanged ...
#endif
#endif`;
  expect(apply(file, code, "c")).toBeUndefined();
});

test("the comment on a member that is shown without it is not kept unasked", () => {
  const file = `enum Mode {
    /// Runs.
    Fast,
    /// Crawls.
    ///
    /// For old machines.
    Slow,
}

fn main() {
    run();
}
`;
  const code = `enum Mode {
    Other,
    Fast,
    /// Crawls.
    // ... existing code ...
}`;
  expect(apply(file, code, "rust")).toBeUndefined();
});

test("a comment of a line that went is neither kept nor taken away unasked", () => {
  const file = `.light {
  --bar: #888;
  /* Same as the bar. */
  --border: #777;
  --icon: #666;
}
`;
  const code = ".light {\n  --bar: #888;\n  --border: #777;\n  /* … */\n}";
  expect(apply(file, code, "css")).toBeUndefined();
});

test("rules from the beginning of a file are not the whole file", () => {
  const file = `.row {
  display: flex;
}

.value {
  margin: 0;
}

.button {
  font-size: 24px;
  margin-left: 4px;
  cursor: pointer;
  color: red;
}
`;
  const code = `.row {
  display: grid;
}

.button {
  font-size: 24px;
  margin-left: 4px;
  cursor: pointer;
  color: blue;
}`;
  expect(apply(file, code, "css")).toBeUndefined();
});

test("a gap that reads like a comment of the file elsewhere is not written into the file", () => {
  const file = `use std::fmt;

mod remote {
    pub struct Unit;

    pub struct Pair {
        a: u8,
    }

    impl Unit {
        pub fn new() -> Self {
            Unit
        }
    }
}

fn test() {
    run();
    // ...
}
`;
  const code = `mod remote {
    // ...

    pub struct Pair {
        a: u16,
    }

    impl Unit {
        // ...
    }
    // ...
}`;
  expect(apply(file, code, "rust")).toBeUndefined();
  const other = code.replaceAll("// ...", "// … existing code …");
  expect(apply(file, other, "rust")).toBe(file.replace("u8", "u16"));
});

test("blank lines at both ends of a file stay as they are", () => {
  const file = "\n// A comment.\n\nint a() {\n  return 1;\n}\n\n";
  const code = "int a() {\n  return 2;\n}";
  expect(apply(file, code, "c")).toBe(file.replace("1", "2"));
  expect(apply(file, file.trim().replace("1", "2"), "c")).toBe(file.replace("1", "2"));
});
