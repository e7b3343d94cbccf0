import { baseName } from "../../shared/text/baseName.ts";
import { foldText } from "../../shared/text/foldText.ts";
import { languageOf } from "./definitionPatterns.ts";

export const fileKinds = {
  test: 1,
  example: 2,
  doc: 4,
  bench: 8,
  declaration: 16,
  barrel: 32,
  generated: 64,
  data: 128,
  translation: 256,
  wordList: 512,
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
const translationFolder = /(?:^|\/)(?:i18n|l10n|locales?|translations?|langs?|nls)\//u;
/** Names such as `pt-BR.json`, `messages.de.ts`, `wordsPtBr.ts`, `ptBrViews.ts`. */
const translationName =
  /(?:^|[._-])(?:pt|es|fr|de|it|ja|ko|ru|zh|tr|pl|cs|nl|sv)(?:[-_](?:[a-z]{2}|[a-z]{4}))?\.[a-z]+$|^(?:messages|strings|translations?)[._-]/iu;
const camelTranslationName = /(?:^pt|Pt)Br(?=[A-Z.])|(?:^zh|Zh)(?:Cn|Tw)(?=[A-Z.])/u;
const benchName = /(?:^|[._-])bench(?:mark)?s?[._-]/u;
const exampleName = /(?:^|[._-])(?:example|sample|demo)s?[._-]/u;

const hasEnd = /[^.]\.[^.]+$/u;
const otherCode =
  /\.(?:lua|dart|exs?|erl|hrl|hs|lhs|cljs?|cljc|edn|zig|nim|jl|r|pl|pm|t|ml|mli|fsx?|fsi|elm|vb|pas|f90|f95|f|proto|graphql|gql|tf|hcl|sol|v|sv|vhdl?|asm|s|coffee|cr|d|rkt|scm|lisp|el|tcl|awk|vim|fish|nix|cmake|mk|bzl|star|glsl|hlsl|wgsl|metal|prisma|apex|cls|abap|cob|ada|adb|ads|hx|purs|re|res|idr|lean|tla|gd|mojo|bicep|cue|rego|jinja2?|ejs|erb|haml|pug|hbs|twig|liquid|razor|cshtml|ipynb)$/u;

export function kindsOfPath(path: string): number {
  const name = baseName(path);
  const folder = foldText(path.slice(0, path.length - name.length));
  const folded = foldText(name);
  const claims: readonly (readonly [isSo: boolean, kind: number])[] = [
    ...folders.map(([pattern, kind]) => [pattern.test(folder), kind] as const),
    [testName.test(folded) || camelTestName.test(name), fileKinds.test],
    [docName.test(folded), fileKinds.doc],
    [isTranslation(folder, name), fileKinds.translation],
    [benchName.test(folded), fileKinds.bench],
    [exampleName.test(folded), fileKinds.example],
    [isData(path, folded), fileKinds.data],
    [/\.d\.[cm]?ts$/u.test(folded), fileKinds.declaration],
    [folded === "__init__.py", fileKinds.barrel],
  ];
  return claims.reduce((kinds, [isSo, kind]) => (isSo ? kinds | kind : kinds), 0);
}

function isTranslation(folder: string, name: string): boolean {
  return (
    translationFolder.test(folder) || translationName.test(name) || camelTranslationName.test(name)
  );
}

/** True for a name such as `index.ts`. Such a file is a barrel if it also defines nothing. */
export function isBarrelName(path: string): boolean {
  return /^(?:index|mod|public[_-]api)\.[cm]?[jt]sx?$/u.test(baseName(path));
}

function isData(path: string, name: string): boolean {
  const language = languageOf(path);
  const isKnown = language !== undefined && language !== "generic";
  return !isKnown && hasEnd.test(name) && !otherCode.test(name);
}
