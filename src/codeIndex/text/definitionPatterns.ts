/**
 * Patterns of lines that define a name, the only group. If functions look like calls, the line needs a type or modifier
 * before the name, or an opening brace at its end. Bounded repetitions and cut lines (`definitions.ts`) make hostile
 * lines cheap.
 */
type Patterns = readonly string[];

const scriptModifiers =
  "(?:(?:public|private|protected|static|override|async|readonly|abstract|declare|accessor|get|set)\\s+)";
const notCall = "(?!(?:if|for|while|switch|catch|return|function|with|do|else|await|new)\\b)";
/** Parentheses with two levels inside. */
const round = "\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)";
const method = `\\s+${scriptModifiers}*(?:\\*\\s*)?${notCall}(#?[\\w$]+)\\??\\s*(?:<[^()]{1,80}>)?`;
const scriptValue = `(?:async\\s*)?(?:function\\b|(?:<[^()]{1,80}>\\s*)?${round}\\s*(?::[^=]{1,80})?=>|\\(\\s*$|[\\w$]+\\s*=>|class\\b|\\{\\s*$)`;

const script: Patterns = [
  "\\s*(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:abstract\\s+)?(?:async\\s+)?(?:function\\s*\\*?|class|interface|type|(?:const\\s+)?enum|namespace|module)\\s+([\\w$]+)",
  "(?:export\\s+)?(?:declare\\s+)?(?:const|let|var)\\s+([\\w$]+)",
  `\\s+(?:const|let|var)\\s+([\\w$]+)\\s*(?::[^=]{1,80})?=\\s*${scriptValue}`,
  `${method}${round}\\s*[{:]`,
  "\\s+(constructor)\\s*\\(",
  `\\s+${scriptModifiers}+(?:\\*\\s*)?(#?[\\w$]+)\\s*[(<!?:=;]`,
  `\\s+(#?[\\w$]+)\\s*[:=]\\s*${scriptValue}`,
  "\\s*(?:module\\.)?exports\\.([\\w$]+)\\s*=",
  `\\s*[\\w$]+(?:\\.[\\w$]+)*\\.(?!exports\\b)([\\w$]+)\\s*=\\s*${scriptValue}`,
  "(?!\\s*(?:\\/\\/|\\*)).{0,160}?\\bfunction\\s*\\*?\\s*([\\w$]+)\\s*\\(",
];

/** A line that opens the parameters of a method or calls a function: the line that closes it decides. */
export const openHead = new RegExp(`^${method}\\((?!.*;)`, "u");
/** The line that closes the parameters of a method. */
export const closedHead = /^\s*(?:\)|[}\]](?!.*(?:\bfunction\b|=>)).*\))\s*[:{]/u;

const type = "[\\w.:]+(?:<[^()=;]{0,80}>)?[?*&]*(?:\\[[,\\s]*\\])*[?*&]*";
const notStatement =
  "(?!(?:return|throw|new|else|if|for|while|switch|catch|using|await|yield|case|goto|delete|package|import|var)\\b)";

const javaModifiers =
  "(?:(?:public|protected|private|static|final|abstract|synchronized|native|default|strictfp|sealed|volatile|transient)\\s+)";
const java: Patterns = [
  `\\s*${javaModifiers}*(?:class|interface|enum|record|@interface)\\s+(\\w+)`,
  `\\s+${javaModifiers}+(?:<[^()=;]{1,80}>\\s+)?(?:${type}\\s+)?(\\w+)\\s*\\(`,
  `\\s+(?:<[^()=;]{1,80}>\\s+)?${notStatement}${type}\\s+(\\w+)\\s*\\([^;]{0,200}[{,]?\\s*$`,
  `\\s+${javaModifiers}+${type}\\s+(\\w+)\\s*[=;]`,
  "\\s+([A-Z][A-Z0-9_]+)\\s*(?:\\([^;]{0,160}\\))?\\s*(?:[,;{]\\s*)?$",
];

const sharpModifiers =
  "(?:(?:public|protected|private|internal|static|readonly|sealed|abstract|virtual|override|async|partial|extern|unsafe|new|const|required|ref|file|volatile)\\s+)";
const sharp: Patterns = [
  `\\s*${sharpModifiers}*(?:class|interface|enum|struct|record(?:\\s+(?:struct|class))?)\\s+(\\w+)`,
  `\\s*${sharpModifiers}*(?:delegate|event)\\s+${type}\\s+(\\w+)`,
  `\\s*${sharpModifiers}+(?:${type}\\s+)?(\\w+)\\s*(?:<[^()=;]{1,80}>)?\\(`,
  `\\s*${sharpModifiers}+${type}\\s+(\\w+)\\s*(?:[={;]|$)`,
  `\\s+${notStatement}${type}\\s+(\\w+)\\s*(?:<[^()=;]{1,80}>)?\\([^;]{0,200}\\)\\s*(?:;|=>.{0,200}|where.{0,100})?$`,
  "\\s*namespace\\s+(?:\\w+\\.)*(\\w+)",
  `\\s+${notStatement}${type}\\s+(\\w+)\\s*\\{\\s*(?:get|set|init)`,
];

/** Template arguments, one level deep; matching is linear. */
const template = "<(?:[^()=;<>]|<[^()=;<>]{0,40}>){0,40}>";

const c: Patterns = [
  "\\s*(?:typedef\\s+)?(?:template\\s*<[^{;]{0,80}>\\s*)?(?:struct|class|union|enum(?:\\s+class)?|namespace|concept)\\s+(?:[A-Z_]+\\s+)?(?:\\w+::)*(\\w+)\\s*(?:final\\s*)?(?:[{:<]|$)",
  "\\s*#\\s*define\\s+(\\w+)",
  `(?!(?:return|else|typedef|using|if|for|while|switch)\\b)(?:[A-Za-z_][\\w:]*(?:${template})?[\\s*&]+){1,6}(?:\\w+(?:${template})?::)*(~?\\w+)\\s*\\([^;]{0,200}$`,
  `(?:[A-Za-z_]\\w*(?:${template})?::)+(~?\\w+)\\s*\\([^;]{0,200}$`,
  `\\s+(?!(?:return|else|if|for|while|switch|new|delete|throw|case|goto)\\b)(?:[A-Za-z_][\\w:]*(?:${template})?[\\s*&]+){1,6}(~?\\w+)\\s*\\([^;]{0,200}(?:\\)\\s*(?:const|noexcept|override|final|\\s)*(?:\\{.{0,100}|;)?|,)$`,
  "\\s*typedef\\s[^;]{1,160}?(\\w+)\\s*;",
  "\\s*using\\s+(\\w+)\\s*=",
  "(?:static\\s+|extern\\s+|const\\s+|constexpr\\s+|inline\\s+)+(?:[A-Za-z_][\\w:<>]*[\\s*&]+){1,6}(\\w+)\\s*(?:\\[[^\\]]{0,40}\\])?\\s*[={;]",
];

const kotlinModifiers =
  "(?:(?:public|private|protected|internal|open|abstract|final|sealed|data|inner|inline|value|override|suspend|operator|infix|tailrec|external|lateinit|const|companion|annotation|enum|expect|actual|fun|reified|crossinline|noinline)\\s+)";
const swiftModifiers =
  "(?:(?:public|private|fileprivate|internal|open|static|class|final|override|mutating|nonmutating|lazy|weak|required|convenience|indirect|prefix|postfix|infix|dynamic|unowned|isolated|nonisolated|package|(?:private|fileprivate|internal|public)\\(set\\)|@\\w+(?:\\([^()]{0,60}\\))?)\\s+)";
const rustModifiers = "(?:pub(?:\\([^()]{1,40}\\))?\\s+)?(?:default\\s+)?";
const phpModifiers = "(?:(?:public|protected|private|static|final|abstract|readonly|var)\\s+)";

export const definitionPatterns = {
  script,
  java,
  sharp,
  c,
  python: [
    "\\s*(?:async\\s+)?(?:def|class)\\s+(\\w+)",
    "([A-Za-z_]\\w*)\\s*(?::[^=]{1,80})?=(?!=)",
    "\\s+([A-Z][A-Z0-9_]+)\\s*=(?!=)",
  ],
  kotlin: [
    `\\s*${kotlinModifiers}*(?:class|interface|object|typealias)\\s+(\\w+)`,
    `\\s*${kotlinModifiers}*fun\\s+(?:<[^()=;]{1,80}>\\s*)?(?:[\\w<>?*, ]{1,60}\\.)?\`?(\\w+)\`?\\s*\\(`,
    `\\s*${kotlinModifiers}*va[lr]\\s+(?:<[^()=;]{1,80}>\\s*)?(?:[\\w<>?*, ]{1,60}\\.)?(\\w+)`,
  ],
  go: [
    "func\\s+(?:\\([^()]{1,80}\\)\\s*)?(\\w+)\\s*[(\\[]",
    "type\\s+(\\w+)",
    "(?:var|const)\\s+(\\w+)",
    "\\t([A-Z]\\w*)\\s*(?:[\\w.\\[\\]*]+\\s*)?=\\s",
    "\\t([A-Z]\\w*)\\([^;{}]{0,160}$",
    "\\t(\\w+)\\s+(?:struct|interface|func)\\b",
  ],
  rust: [
    `\\s*${rustModifiers}(?:const\\s+|async\\s+|unsafe\\s+|extern\\s+(?:"[^"]{0,20}"\\s+)?){0,4}fn\\s+(\\w+)`,
    `\\s*${rustModifiers}(?:unsafe\\s+)?(?:struct|enum|trait|union|type|mod)\\s+(\\w+)`,
    `\\s*${rustModifiers}(?:const|static)\\s+(?:mut\\s+)?(\\w+)\\s*:`,
    "\\s*macro_rules!\\s*(\\w+)",
  ],
  swift: [
    `\\s*${swiftModifiers}*(?:class|struct|enum|protocol|extension|actor|typealias|associatedtype)\\s+(?:\\w+\\.)*(\\w+)`,
    `\\s*${swiftModifiers}*func\\s+(\\w+)`,
    `\\s*${swiftModifiers}*(?:var|let)\\s+(\\w+)`,
    "\\s*(?:indirect\\s+)?case\\s+(\\w+)\\s*(?:[(=,]|$)",
  ],
  php: [
    `\\s*${phpModifiers}*(?:class|interface|trait|enum)\\s+(\\w+)`,
    `\\s*${phpModifiers}*function\\s+&?(\\w+)`,
    `\\s*${phpModifiers}*const\\s+(?:\\w+\\s+)?(\\w+)\\s*=`,
    `\\s+${phpModifiers}+(?:\\??[\\w\\\\|]+\\s+)?\\$(\\w+)`,
    "\\s*define\\(\\s*['\"](\\w+)",
  ],
  ruby: [
    "\\s*(?:class|module)\\s+(?:\\w+::)*(\\w+)",
    "\\s*(?:(?:private|protected|public|memoize)\\s+)?def\\s+(?:self\\.|\\w+\\.)?(\\w+[?!=]?)",
    "\\s*([A-Z]\\w*)\\s*=(?!=)",
    "\\s*(?:attr_(?:reader|writer|accessor)|alias_method|alias|define_method|scope|delegate)[\\s(]+:?(\\w+)",
  ],
  shell: [
    "\\s*function\\s+([\\w:.-]+)",
    "\\s*([\\w:.-]+)\\s*\\(\\s*\\)",
    "(?:export\\s+|readonly\\s+|declare\\s+-\\w+\\s+)?([A-Za-z_]\\w*)=",
    "\\s*alias\\s+([\\w.-]+)=",
  ],
  powershell: [
    "\\s*(?:function|filter|workflow|configuration)\\s+(?:\\w+:)?([\\w-]+)",
    "\\s*(?:class|enum)\\s+(\\w+)",
    "\\s*(?:(?:hidden|static)\\s+)*(?:\\[[\\w.\\[\\]]+\\]\\s*)(\\w+)\\s*\\(",
    "\\$(?:\\w+:)?(\\w+)\\s*=",
  ],
  sql: [
    '\\s*create\\s+(?:or\\s+(?:replace|alter)\\s+)?(?:(?:global|local|temp|temporary|unlogged|unique|clustered|nonclustered|materialized|recursive|external|definer\\s*=\\s*\\S{1,40})\\s+)*(?:table|view|function|procedure|proc|trigger|index|type|domain|sequence|schema|package|materialized\\s+view)\\s+(?:concurrently\\s+)?(?:if\\s+not\\s+exists\\s+)?(?:[\\w"`\\[\\]]+\\.)*["`\\[]?(\\w+)',
    "\\s*(?:with|,)?\\s*(?:recursive\\s+)?(\\w+)\\s+as\\s*(?:not\\s+)?(?:materialized\\s*)?\\(",
    '\\s*alter\\s+table\\s+.{1,80}\\sadd\\s+(?:column|constraint)\\s+(?:if\\s+not\\s+exists\\s+)?["`\\[]?(\\w+)',
  ],
  generic: [
    "\\s*(?:(?:pub|public|private|protected|export|static|local|async|open|override|abstract|final)\\s+)*(?:function|func|fn|fun|def|defp|defn|defmodule|defmacro|class|struct|interface|trait|protocol|module|type|enum|sub|proc|procedure|object|record|contract|message|service|resource|instance|subroutine|program|package)\\s+[\"'(]?(?:\\w+[.:])*([\\w$?!-]+)",
    "\\s*\\((?:defun|defmacro|defvar|defn|define)\\s+\\(?([\\w*!?<>=-]+)",
  ],
} satisfies Readonly<Record<string, Patterns>>;

export type Language = keyof typeof definitionPatterns;

const languages: readonly (readonly [language: Language, ends: string])[] = [
  ["script", "ts mts cts tsx js mjs cjs jsx vue svelte astro"],
  ["java", "java groovy gradle"],
  ["sharp", "cs csx"],
  ["c", "c h cc cpp cxx hpp hh hxx inl ino m mm cu"],
  ["python", "py pyi pyw pyx"],
  ["kotlin", "kt kts scala"],
  ["go", "go"],
  ["rust", "rs"],
  ["swift", "swift"],
  ["php", "php phtml"],
  ["ruby", "rb rake gemspec ru"],
  ["shell", "sh bash zsh ksh bats"],
  ["powershell", "ps1 psm1 psd1"],
  ["sql", "sql psql pgsql ddl"],
];
const languageOfEnd = new Map(
  languages.flatMap(([language, ends]) =>
    ends.split(" ").map((end): [string, Language] => [end, language]),
  ),
);
const withoutDefinitions =
  /^(?:md|mdx|markdown|txt|rst|adoc|json[c5l]?|ya?ml|toml|ini|cfg|conf|xml|svg|html?|css|s[ac]ss|less|csv|tsv|log|lock|properties|resx|po|pot|diff|patch|snap)$/u;

export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const dot = name.lastIndexOf(".");
  const end = dot > 0 ? name.slice(dot + 1) : "";
  return languageOfEnd.get(end) ?? (withoutDefinitions.test(end) ? undefined : "generic");
}
