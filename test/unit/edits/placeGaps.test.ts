import { expect, test } from "vitest";

import { linesOf } from "../../../src/edits/fileLines.ts";
import { placeBlock } from "../../../src/edits/place/placeBlock.ts";

/** What is offered to be accepted; undefined if it is only shown as a comparison. */
function apply(file: string, code: string, language: string): string | undefined {
  const placed = placeBlock(linesOf(file), { code, language });
  return placed?.doubt === undefined ? placed?.lines.join("\n") : undefined;
}

function functionOf(name: string, call: string): string {
  return `extern "C" int ${name}(char* text,
                       int size) {
  int error = convert(text);
  if (error != 0) return error;

  log(size);
  RUN {
    ${call}(text, size);
  }
  return error;
}
`;
}

function testOf(name: string): string {
  return `fn ${name}() {
    let text = r#"
    ${name} = 1
    "#;
    parse(text);
}
`;
}

test("a gap from one exported function into the next is not clear", () => {
  const file = `${functionOf("format", "write")}\n${functionOf("print", "show")}`;
  const code = `extern "C" int format(char* text,
                       int size) {
  int error = convert(text);
  if (error != 0) return error;

  // ...

  RUN {
    show(text, size);
  }
  return error;
}`;
  expect(apply(file, code, "cpp")).toBeUndefined();
  const other = code.replace("show", "flush");
  expect(apply(file, other, "cpp")).toBe(file.replace("write(", "flush("));
});

test("a changed comment over a gap does not stand beside the one it was", () => {
  const file = `func send(text: String) -> Bool {
    /**
      The server may be slow here, so the answer
      is not waited for.
     */
    let queue = queue()
    return queue.add(text)
}
`;
  const code = `func send(text: String) -> Bool {
    /**
      The server may be very slow here, so the answer
      is not waited for.
     */
    // ... existing code ...
}`;
  expect(apply(file, code, "swift")).toBeUndefined();
});

test("a gap before lines that come several times does not lose those between", () => {
  const file = `void Resets()
{
    metrics.Add();
    metrics.Reset();
    now += span;
    metrics.Count().ShouldBe(0);
    now += span;
    metrics.Count().ShouldBe(0);
}
`;
  const code = `void Resets()
{
    metrics.Add();
    record("step");
    now += span;
    // ... existing code ...
    metrics.Count().ShouldBe(0);
}`;
  expect(apply(file, code, "csharp")).toBeUndefined();
});

test("a gap that ends at the close of a namespace is not clear", () => {
  const file = `namespace level {
int parse(char* text) {
  if (text) return 1;
  return 0;
}
}  // namespace level

int run() {
  return 1;
}
`;
  const code = `int parse(char* text) {
  if (!text) return 2;

  // ...

}  // namespace level`;
  expect(apply(file, code, "cpp")).toBeUndefined();
});

test("a gap in an if without its else is not clear", () => {
  const file = `import gc

if sys.name == "pypy":

    def collect():
        gc.collect()
        gc.collect()

else:

    def collect():
        gc.collect()


def first():
    return 1
`;
  const code = `if sys.name == "pypy":

    # ... rest of the code remains the same ...


def first():
    return 2`;
  expect(apply(file, code, "python")).toBeUndefined();
});

test("a string of the block that swallows code is not clear", () => {
  const file = `fn first() {\n    run();\n}\n\n${testOf("left")}\n${testOf("right")}`;
  const code = `${testOf("left").replace('    "#;\n', "")}\n${testOf("right").replace("parse", "read")}`;
  expect(apply(file, code, "rust")).toBeUndefined();
});

test("a rule for an id is a rule, not a comment", () => {
  const file = `#menu .icon {
  color: red;
  padding: 0;
}
@media print {
  #menu .icon {
    padding: 1px;
  }
}
`;
  expect(apply(file, "#menu .icon {\n  padding: 3px;\n}", "css")).toBeUndefined();
  const code = "@media print {\n  #menu .icon {\n    padding: 2px;\n  }\n}";
  expect(apply(file, code, "css")).toBe(file.replace("1px", "2px"));
});

test("a private field is a statement, not a comment", () => {
  const file = `class Counter {
  #count = 0;
  #step = 1;
  add() {
    this.#count += this.#step;
  }
}
`;
  const above = "class Counter {\n  #count = 0;\n  #step = 2;";
  const code = `${above}\n  add() {\n    // ... existing code ...\n  }\n}`;
  expect(apply(file, code, "js")).toBe(file.replace("#step = 1", "#step = 2"));
  // Beside the gap it may be new, or the line it looks like.
  expect(apply(file, `${above}\n  // ... existing code ...\n}`, "js")).toBeUndefined();
});

test("a constant beside a gap is known by its name", () => {
  const file =
    "export const attempts = 3;\n\nfunction delay() {\n  return 1;\n}\n\nfunction last() {\n  return 2;\n}\n";
  const code =
    "export const attempts = 5;\n\n// ... existing code ...\n\nfunction last() {\n  return 4;\n}";
  expect(apply(file, code, "ts")).toBe(file.replace("= 3", "= 5").replace("return 2", "return 4"));
});
