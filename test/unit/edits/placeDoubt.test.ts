import { expect, test } from "vitest";

import { linesOf } from "../../../src/edits/fileLines.ts";
import { lineDiff, applyHunks } from "../../../src/edits/lineDiff.ts";
import { placeBlock } from "../../../src/edits/place/placeBlock.ts";
import { reviewLayout } from "../../../src/edits/review/reviewLayout.ts";

/** What is offered to be accepted. */
function apply(file: string, code: string, language: string): string | undefined {
  const placed = placeBlock(linesOf(file), { code, language });
  return placed?.doubt === undefined ? placed?.lines.join("\n") : undefined;
}

function functionOf(name: string, call: string): string {
  return `int ${name}(char* text) {
  int error = convert(text);
  log(error);
  RUN {
    ${call}(text);
  }
  return error;
}
`;
}

test("a gap inside of a documentation text that was changed is not a place for anything", () => {
  const python = `def load(obj):
    """Reads an object.

    First part.
    Second part.
    Third part.
    """
    check(obj)
    return obj
`;
  const code = `def load(obj):
    """Reads an object.
    Second part.
    # ... existing code ...

    """
    return obj`;
  const placed = placeBlock(python.split("\n"), { code, language: "python" });
  expect(placed?.doubt).toBe("unclear");
});

test("a gap inside of a documentation text is not a place, even if its shown lines are as they were", () => {
  const python = `def load(obj):
    """Reads an object.

    First part.
    Second part.
    """
    check(obj)
    return obj
`;
  const code = `def load(obj):
    """Reads an object.
    # ... existing code ...
    """
    check(obj, True)
    return obj`;
  expect(apply(python, code, "python")).toBeUndefined();
});

test("a block behind an attribute is not a part of the next attribute", () => {
  const rust = `fn matcher(&self) -> Result<Matcher> {
    #[cfg(feature = "pcre2")]
    {
        build(self.patterns)
    }
    #[cfg(not(feature = "pcre2"))]
    {
        Err("not available")
    }
}
`;
  const code = `fn matcher(&self) -> Result<Matcher> {
    #[cfg(feature = "pcre2")]
    {
        buildOther(self.patterns)
    }
    // ... other methods ...
}`;
  expect(apply(rust, code, "rust")).toBe(rust.replace("build(self", "buildOther(self"));
});

test("a comment that stands on new code does not come back on what it stood on", () => {
  const rust = `enum Mode {
    /// Decides by itself.
    #[default]
    Auto,
    /// Always.
    Always,
    Never,
}
`;
  const code = `enum Mode {
    /// Decides by itself.
    First,
    #[default]
    Auto,
    /// Always.
    // ... existing code ...
}`;
  const placed = placeBlock(rust.split("\n"), { code, language: "rust" });
  expect(placed?.doubt).toBe("unclear");
});

test("comments between two gaps say nothing of what goes", () => {
  const code = `// ... existing code ...

/**
 * Makes a view.
 */

/**
 * Finds a view.
 */

// ... existing code ...`;
  const views = `"use strict";

var path = require("path");

/**
 * Makes a view.
 */

function View(name) {
  this.name = name;
}

/**
 * Finds a view.
 */

View.prototype.lookup = function lookup(name) {
  return path.join(this.root, name);
};
`;
  const placed = placeBlock(views.split("\n"), { code, language: "js" });
  expect(placed === undefined || placed.doubt === "unclear").toBe(true);
});

test("a new rule behind one with a short name takes nothing away", () => {
  const css = "a {\n  color: red;\n}\na:hover {\n  color: blue;\n}\n\nbody {\n  margin: 0;\n}\n";
  const code = "a {\n  color: red;\n}\n\n.card {\n  padding: 0;\n}";
  const placed = placeBlock(css.split("\n"), { code, language: "css" });
  expect(placed?.doubt === undefined ? placed?.lines.join("\n") : css).toContain("a:hover {");
});

test("a rule takes the place of its own list of selectors only", () => {
  const css = "p,\nli {\n  margin: 1rem;\n}\n\np,\nul {\n  margin: 2rem;\n}\n";
  const list = "p,\nul {\n  margin: 3rem;\n}";
  expect(apply(css, list, "css")).toBe(css.replace("2rem", "3rem"));
  const other = placeBlock(css.split("\n"), {
    code: "li {\n  margin: 4rem;\n}",
    language: "css",
  });
  expect(other === undefined || other.doubt !== undefined).toBe(true);
});

test("a gap in the place of an end does not take that away", () => {
  const ruby = `class Help
  class << self
    def run(prog)
      prog.command(:help)
    end

    def invalid(prog)
      log "no"
      abort
    end
  end
end
`;
  const code = `class Help
  class << self
    def run(prog)
      record("step")
    end

    def invalid(prog)
      log "no"
      # ...
    end

  # ...
end`;
  const placed = placeBlock(ruby.split("\n"), { code, language: "ruby" });
  expect(placed?.doubt).toBe("unclear");
  const whole = placeBlock(ruby.split("\n"), {
    code: code.replace("# ...", "abort"),
    language: "ruby",
  });
  expect(whole?.doubt).toBe("unclear");
});

test("a function in tabs keeps them in a file that has spaces elsewhere", () => {
  const swift = `class View {
    var json: JSON

\tfunc load() {
\t\tshow(json)
\t}

    func rows() -> Int {
        return json.count
    }
}
`;
  const code = "func load() {\n\trecord()\n\tshow(json)\n}";
  expect(apply(swift, code, "swift")).toBe(swift.replace("\t\tshow", "\t\trecord()\n\t\tshow"));
});

test("a gap that begins in one function and ends in the next is not clear", () => {
  const file = `${functionOf("format", "write")}\n${functionOf("print", "show")}`;
  const code = `int format(char* text) {
  int error = convert(text);

  // ...

  RUN {
    show(text);
  }
  return error;
}`;
  expect(apply(file, code, "cpp")).toBeUndefined();
  const other = code.replace("show", "flush");
  expect(apply(file, other, "cpp")).toBe(file.replace("write(", "flush("));
});

test.each(["\n", "\r\n"])("a file without an end of its last line keeps that, with %j", (end) => {
  const file = ["function a() {", "  one();", "}", "", "function b() {", "  two();", "}"];
  const code = ["function b() {", "  three();", "}", ""].join(end);
  expect(placeBlock(linesOf(file.join(end)), { code, language: "js" })?.lines).toEqual(
    file.with(5, "  three();"),
  );
});

test("a byte order mark of the block or the file is not a part of a line that is compared", () => {
  const file = "function a() {\n  one();\n}\n\nfunction b() {\n  two();\n}\n";
  const code = "function b() {\n  three();\n}";
  const expected = file.replace("two", "three");
  expect(apply(file, `\uFEFF${code}`, "js")).toBe(expected);
  expect(apply(`\uFEFF${file}`, code, "js")).toBe(`\uFEFF${expected}`);
});

test("a change of a file with very many lines can be shown and made", () => {
  const before = Array.from({ length: 400_000 }, (_none, row) => String(row));
  const after = before.with(200_000, "other");
  const hunks = lineDiff(before, after);
  expect(applyHunks(before, hunks)).toEqual(after);
  expect(reviewLayout(before, hunks).lines).toHaveLength(400_001);
});
