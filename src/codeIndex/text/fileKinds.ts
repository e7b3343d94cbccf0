import { baseName } from "../../shared/baseName.ts";
import { foldText } from "../../shared/foldText.ts";
import { languageOf } from "./definitionPatterns.ts";

/** What a file is, besides source code that does something: bits, because a file may be several of these. */
export const fileKinds = {
  test: 1,
  example: 2,
  doc: 4,
  bench: 8,
  declaration: 16,
  barrel: 32,
  generated: 64,
  /** No programming language: data, markup, styles, configuration. */
  data: 128,
} as const;

const folders: readonly (readonly [pattern: RegExp, kind: number])[] = [
  [
    /(?:^|[/._-])(?:tests?|specs?|__tests__|testing|testdata|fixtures?|e2e|mocks?|__mocks__|testutils?|test[_-]?helpers?)(?:\/|$)/u,
    fileKinds.test,
  ],
  [/(?:^|\/)[^/]*(?:[a-z0-9](?:tests?|specs?))\//u, fileKinds.test],
  [/(?:^|[/._-])(?:examples?|samples?|demos?|playground|tutorials?)(?:\/|$)/u, fileKinds.example],
  [/(?:^|\/)(?:docs?|documentation|website|site|man)(?:\/)/u, fileKinds.doc],
  [/(?:^|[/._-])(?:bench|benches|benchmarks?|perf)(?:\/|$)/u, fileKinds.bench],
];
const testName =
  /(?:^|[._-])(?:tests?|spec|specs|e2e)[._-]|^test_|_(?:test|spec)\.|^conftest\.py$|^testutils?\./u;
const camelTestName =
  /(?:Tests?|Specs?|TestCase|IT)\.(?:java|kt|cs|swift|php|scala|groovy|vb|fs)$/u;
const docName =
  /\.(?:md|mdx|markdown|rst|adoc|txt)$|^(?:changelog|changes|history|license|licence|authors|contributing|readme)\b/u;
const benchName = /(?:^|[._-])bench(?:mark)?s?[._-]/u;
const exampleName = /(?:^|[._-])(?:example|sample|demo)s?[._-]/u;

const hasEnd = /[^.]\.[^.]+$/u;
const otherCode =
  /\.(?:lua|dart|exs?|erl|hrl|hs|lhs|cljs?|cljc|edn|zig|nim|jl|r|pl|pm|t|ml|mli|fsx?|fsi|elm|vb|pas|f90|f95|f|proto|graphql|gql|tf|hcl|sol|v|sv|vhdl?|asm|s|coffee|cr|d|rkt|scm|lisp|el|tcl|awk|vim|fish|nix|cmake|mk|bzl|star|glsl|hlsl|wgsl|metal|prisma|apex|cls|abap|cob|ada|adb|ads|hx|purs|re|res|idr|lean|tla|gd|mojo|bicep|cue|rego|jinja2?|ejs|erb|haml|pug|hbs|twig|liquid|razor|cshtml|ipynb)$/u;

/** The kinds that the path alone tells. */
export function kindsOfPath(path: string): number {
  const name = baseName(path);
  const folder = foldText(path.slice(0, path.length - name.length));
  const folded = foldText(name);
  let kinds = 0;
  for (const [pattern, kind] of folders) {
    kinds |= pattern.test(folder) ? kind : 0;
  }
  kinds |= testName.test(folded) || camelTestName.test(name) ? fileKinds.test : 0;
  kinds |= docName.test(folded) ? fileKinds.doc : 0;
  kinds |= benchName.test(folded) ? fileKinds.bench : 0;
  kinds |= exampleName.test(folded) ? fileKinds.example : 0;
  kinds |= isData(path, folded) ? fileKinds.data : 0;
  kinds |= /\.d\.[cm]?ts$/u.test(folded) ? fileKinds.declaration : 0;
  return kinds | (folded === "__init__.py" ? fileKinds.barrel : 0);
}

/** Whether a file that defines nothing only collects others: `index.ts`. */
export function isBarrelName(path: string): boolean {
  return /^(?:index|mod|public[_-]api)\.[cm]?[jt]sx?$/u.test(baseName(path));
}

function isData(path: string, name: string): boolean {
  const language = languageOf(path);
  const isKnown = language !== undefined && language !== "generic";
  return !isKnown && hasEnd.test(name) && !otherCode.test(name);
}
