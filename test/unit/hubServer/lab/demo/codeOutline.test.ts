import { expect, test } from "vitest";

import { outline } from "../../../../../src/hubServer/lab/demo/codeOutline.ts";

function symbolsOf(path: string, text: string): readonly string[] {
  return outline({ path, languageId: "", startLine: 1, text }).symbols.map(
    ({ kind, name, startLine, endLine }) => `${kind} ${name} ${startLine}-${endLine}`,
  );
}

test("TypeScript: classes with methods, functions of every form, types", () => {
  const text = `export class Store<T> {
  readonly #items = new Map<string, T>();

  async get(id: string): Promise<T | undefined> {
    if (id === "") {
      return undefined;
    }
    return this.#items.get(id);
  }
}

export interface Item {
  readonly id: string;
}

type Id = string;

export const double = (value: number): number => value * 2;

function long(
  one: string,
  two: string,
): string {
  return one + two;
}
`;
  expect(symbolsOf("a.ts", text)).toEqual([
    "class Store 1-10",
    "method get 4-9",
    "interface Item 12-14",
    "type Id 16-16",
    "function double 18-18",
    "function long 20-25",
  ]);
});

test("Python: classes and methods by their indentation", () => {
  const text = `import os
from json import loads

MAX_SIZE = 10

class Reader:
    def read(self, path):
        # TODO close it
        return open(path).read()

async def main():
    print(Reader().read("x"))
`;
  const { imports, notes, longestFunction, languageName } = outline({
    path: "a.py",
    languageId: "",
    startLine: 1,
    text,
  });
  expect(symbolsOf("a.py", text)).toEqual([
    "constant MAX_SIZE 4-4",
    "class Reader 6-9",
    "method read 7-9",
    "function main 11-12",
  ]);
  expect(imports).toEqual(["os", "json"]);
  expect(notes).toEqual([{ line: 8, text: "TODO close it" }]);
  expect([languageName, longestFunction?.name]).toEqual(["Python", "read"]);
});

test.each([
  ["a.go", "func (s *Server) Start(port int) error {\n\treturn nil\n}\n", ["function Start 1-3"]],
  ["a.rs", "pub fn main() {\n    println!();\n}\n", ["function main 1-3"]],
  [
    "A.java",
    "public class A {\n    public int sum(int a, int b) {\n        return a + b;\n    }\n}\n",
    ["class A 1-5", "method sum 2-4"],
  ],
  ["a.rb", "class A\n  def name\n    @name\n  end\nend\n", ["class A 1-5", "method name 2-4"]],
  ["a.sh", "run() {\n  echo hi\n}\n", ["function run 1-3"]],
  ["a.sql", "CREATE TABLE orders (\n  id int\n);\n", ["definition orders 1-3"]],
  ["README.md", "# Title\n\ntext\n\n## Part\n", ["heading Title 1-1", "heading Part 5-5"]],
  ["a.bin", "whatever() {\n}\n", []],
])("%s: what its language declares", (path, text, symbols) => {
  expect(symbolsOf(path, text)).toEqual(symbols);
});

test("a minified or endless line declares nothing", () => {
  const text = `${"a(".repeat(500_000)}\n${" ".repeat(500_000)}x\n`;
  expect(symbolsOf("a.ts", text)).toEqual([]);
});
