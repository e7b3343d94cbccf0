import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  createHighlighter,
  languageName,
  loadLanguage,
} from "../../../../../src/webview/markdown/highlight/languages.ts";
import type { LineHighlighter } from "../../../../../src/webview/markdown/highlight/lineTokens.ts";

async function highlighter(language: string): Promise<LineHighlighter> {
  await loadLanguage(language);
  const made = createHighlighter(language);
  if (!made) {
    throw new Error(`${language} has no grammar`);
  }
  return made;
}

/** Lines with their kinds: `keyword:const` for what has one, the text alone for what has none. */
async function highlight(language: string, text: string): Promise<string[]> {
  const lines = await highlighter(language);
  return text.split("\n").map((line) =>
    lines
      .highlight(line)
      .filter((token) => token.text.trim() !== "")
      .map(({ kind, text: code }) => (kind ? `${kind}:${code}` : code.trim()))
      .join(" "),
  );
}

describe("each language tells its own", () => {
  test.each([
    [
      "ts",
      "export const a: Map<string, T> = new Map(); // x",
      "keyword:export keyword:const a operator:: type:Map operator:< type:string , type:T operator:> operator:= keyword:new function:Map (); comment:// x",
    ],
    [
      "ts",
      "if (!/a[/]b/u.test(x.type)) return `n ${f(1)}`;",
      "keyword:if ( operator:! regexp:/a[/]b/u . function:test (x.type)) keyword:return string:`n keyword:${ function:f ( number:1 ) keyword:} string:` ;",
    ],
    [
      "tsx",
      'return <Box a="b" c={1 < 2}>t</Box>;',
      'keyword:return tag:<Box attribute:a = string:"b" attribute:c = keyword:{ number:1 operator:< number:2 keyword:} tag:> t tag:</Box> ;',
    ],
    [
      "json",
      '{"a": [1, true, "b"]}',
      '{ variable:"a" : [ number:1 , constant:true , string:"b" ]}',
    ],
    [
      "python",
      'def f(self) -> str: return f"{x}!"  # c',
      'keyword:def function:f ( variable:self ) operator:-> type:str operator:: keyword:return string:f" keyword:{ x keyword:} string:!" comment:# c',
    ],
    [
      "java",
      "@Override public int f() { return 1L; }",
      "attribute:@Override keyword:public type:int function:f () { keyword:return number:1L ; }",
    ],
    [
      "kotlin",
      'val s = "a $b ${c.d}"',
      'keyword:val s operator:= string:"a variable:$b keyword:${ c.d keyword:} string:"',
    ],
    ["c", "#include <stdio.h>", "keyword:#include string:<stdio.h>"],
    [
      "cpp",
      'auto s = R"x(a)" b)x"; std::cout << 1;',
      'keyword:auto s operator:= string:R"x(a)" b)x" ; type:std operator::: cout operator:<< number:1 ;',
    ],
    [
      "csharp",
      'var s = $"a {b}"; // c',
      'keyword:var s operator:= string:$"a keyword:{ b keyword:} string:" ; comment:// c',
    ],
    [
      "go",
      "func (s *T) F() error { return nil }",
      "keyword:func (s operator:* type:T ) function:F () type:error { keyword:return constant:nil }",
    ],
    [
      "rust",
      "fn f<'a>(x: &'a str) { println!(\"{}\", 'c'); }",
      "keyword:fn f operator:< variable:'a operator:> (x operator:: operator:& variable:'a type:str ) { function:println! ( string:\"{}\" , string:'c' ); }",
    ],
    [
      "swift",
      'let s = "a \\(b(1)) c"',
      'keyword:let s operator:= string:"a keyword:\\( function:b ( number:1 ) keyword:) string: c"',
    ],
    [
      "php",
      '<?php echo "a $b"; // c',
      'tag:<?php keyword:echo string:"a variable:$b string:" ; comment:// c',
    ],
    [
      "ruby",
      "def a; @b = :c if x =~ /d/; end # e",
      "keyword:def function:a ; variable:@b operator:= constant::c keyword:if x operator:=~ regexp:/d/ ; keyword:end comment:# e",
    ],
    [
      "bash",
      'for f in "$@"; do rm -rf "$f"; done # c',
      'keyword:for f keyword:in string:" variable:$@ string:" operator:; keyword:do function:rm attribute:-rf string:" variable:$f string:" operator:; keyword:done comment:# c',
    ],
    [
      "powershell",
      'Get-Item -Path "$env:A" | Where { $_ -eq 1 }',
      'function:Get-Item operator:-Path string:" variable:$env:A string:" operator:| Where { variable:$_ operator:-eq number:1 }',
    ],
    [
      "sql",
      "select count(*) from t where a = 'b''c' -- d",
      "keyword:select function:count ( operator:* ) keyword:from t keyword:where a operator:= string:'b''c' comment:-- d",
    ],
    [
      "html",
      '<p class="a">&amp;<!-- c --></p>',
      'tag:<p attribute:class = string:"a" tag:> constant:&amp; comment:<!-- c --> tag:</p>',
    ],
    [
      "xml",
      '<?xml version="1.0"?><a:b c="d"/>',
      'keyword:<?xml version="1.0"?> tag:<a:b attribute:c = string:"d" tag:/>',
    ],
    [
      "css",
      ".a > p:hover { color: #fff; margin: 0 1px }",
      "tag:.a > tag:p attribute::hover { variable:color : number:#fff ; variable:margin : number:0 number:1px }",
    ],
    ["yaml", 'a: "b" # c', 'variable:a : string:"b" comment:# c'],
    ["toml", "[a.b]\nc = 1 # d".split("\n")[1] ?? "", "variable:c = number:1 comment:# d"],
    ["markdown", "## A `b`", "heading:## A `b`"],
    ["diff", "+ added", "inserted:+ added"],
    ["dockerfile", "FROM node:24 AS build", "keyword:FROM node:number:24 keyword:AS build"],
  ])("%s: %s", async (language, line, expected) => {
    expect(
      (await highlight(language, line)).join("\n").replaceAll(/\s+/g, " ").replaceAll(": ", ":"),
    ).toBe(expected.replaceAll(": ", ":"));
  });
});

describe("the state goes from line to line", () => {
  test.each([
    ["ts", "/* a\nb */ c", ["comment:/* a", "comment:b */ c"]],
    ["ts", "`a\n${b\n} c` d", ["string:`a", "keyword:${ b", "keyword:} string: c` d"]],
    ["python", '"""a\nb""" c', ['string:"""a', 'string:b""" c']],
    ["python", "'a\nb", ["string:'a", "b"]],
    ["rust", "/* /* a */\nb */ c", ["comment:/* /* a */", "comment:b */ c"]],
    [
      "bash",
      "cat <<EOF\na $b\nEOF\nls",
      ["function:cat operator:<<EOF", "string:a  variable:$b", "string:EOF", "function:ls"],
    ],
    [
      "html",
      "<script>\nlet a; }\n</script><b>",
      ["tag:<script>", "keyword:let a; }", "tag:</script><b>"],
    ],
    [
      "html",
      "<style>p {\ncolor: red;\n}</style>",
      ["tag:<style>p {", "variable:color : constant:red ;", "} tag:</style>"],
    ],
    [
      "tsx",
      "<a\n  b={() => {\n    c();\n  }}\n/>",
      [
        "tag:<a",
        "attribute:b = keyword:{ () operator:=> {",
        "function:c ();",
        "} keyword:}",
        "tag:/>",
      ],
    ],
  ])("%s: %j", async (language, text, expected) => {
    expect(await highlight(language, text)).toEqual(expected);
  });
});

const languages =
  "ts tsx json python java kotlin c cpp csharp go rust swift php ruby bash powershell sql html xml css scss yaml toml markdown diff dockerfile".split(
    " ",
  );

describe.each(languages)("%s", (language) => {
  test("never loses or changes a character, whatever the text", async () => {
    const lines = await highlighter(language);
    const line = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc
        .array(fc.constantFrom(..."/*'\"`${}()<>[]#\\=:;,.-_ aZ0\t@!?&|%^~é😀".split("")), {
          maxLength: 40,
        })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(line, (text) => {
        const tokens = lines.highlight(text);
        expect(tokens.map((token) => token.text).join("")).toBe(text);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test.each([
    "(",
    "{",
    "<a ",
    "'",
    '"',
    "\\",
    "`${",
    "/*",
    "<<A ",
    "a b ",
    "  ",
    "=>",
    "/",
    "[",
    "::",
    "a.",
    "-",
  ])("takes %j, again and again, in its stride", async (part) => {
    const lines = await highlighter(language);
    const line = part.repeat(4000 / part.length);
    const tokens = [...lines.highlight(line), ...lines.highlight(line)];
    expect(tokens.map((token) => token.text).join("")).toBe(line + line);
  });
});

test("a line that nobody could read stays plain", async () => {
  const lines = await highlighter("js");
  const line = "a=1;".repeat(2000);
  expect(lines.highlight(line)).toEqual([{ text: line }]);
});

test("a language is found by any of its names, and an unknown one keeps what it was called", () => {
  expect([
    languageName("ts"),
    languageName("c++"),
    languageName("sh"),
    languageName("brainfuck"),
  ]).toEqual(["TypeScript", "C++", "Shell", "brainfuck"]);
  expect(loadLanguage("brainfuck")).toBeUndefined();
  expect(loadLanguage("constructor")).toBeUndefined();
});
