/** The parts of a language's syntax that the generator uses. */
export interface Language {
  /** The name in a code block's first line. */
  readonly name: string;
  readonly extensions: readonly string[];
  /** Matches the heads of containers, such as classes; the name is the last group. */
  readonly container?: RegExp;
  /** Matches the heads of functions, methods and rules. */
  readonly callable: RegExp;
  /** Whether only the indentation ends a body. */
  readonly isIndented?: boolean;
  readonly statement: (word: string) => string;
  readonly elisions: readonly string[];
}

const slashes = [
  "// ... existing code ...",
  "// …",
  "// ... rest of the code unchanged ...",
  "/* ... existing code ... */",
  "// ... other methods ...",
  "// ...",
];
const hashes = [
  "# ... existing code ...",
  "# …",
  "# ... rest of the code remains the same ...",
  "# ... other methods ...",
  "# ...",
];
const words = String.raw`(?:[\w.$<>[\],?*&:@]+\s+)`;
const noStatement = String.raw`(?!(?:if|for|while|switch|catch|return|else|do|try|new|throw|case|using|lock|foreach|await|synchronized|match|guard|when|sizeof|elif|not|in|yield|package|import|unless|until)\b)`;

/** Also `Type::name(` of C++ behind its result, operators, and what stands behind `extern "C"`. */
const typedFunction = String.raw`^\s*${noStatement}(?:extern "C" )?(?:(?:export |default |public |private |protected |internal |abstract |final |static |override |open |suspend |inline |async |virtual |mutating |@\w+ )*(?:function\*?|func|fun|fn)\s+|${words}+|(?=[#\w]+\([^)]*\)\s*\{)|(?=\w+::~?\w+\())(?:\w+::)*(?!function\b)((?:operator[^\s\w(]+|[#~\w]+))\s*(?:<[^()]*>)?\(`;
/** `const name = () => {` and `exports.name = function () {`. */
const assignedFunction = String.raw`^\s*(?:export )?(?:(?:const|let|var) )?(?:\w+\.)*(\w+)\s*[=:] (?:async )?(?:function\b.*|\([^)]*\)(?:: [\w<>[\]]+)? => )\{\s*$`;
/** `var name: Type {` of Swift, `public Type Name` above `{` of C#. */
const property = String.raw`^\s*(?:(?:public |private |internal |open |override |static |@\w+ )*var (\w+): [^={]+ \{\s*$|(?:public|internal|protected) (?:static |virtual |override )*[\w<>?,.[\]]+ (\w+)$)`;

const typed: Omit<Language, "name" | "extensions"> = {
  container:
    /^\s*(?:export |default |public |private |protected |internal |abstract |final |static |sealed |partial |open |data |inline |readonly |declare )*(?:class|interface|enum|struct|record|object|namespace|trait|extension|protocol)\s+(\w[\w.]*)/u,
  callable: new RegExp([typedFunction, assignedFunction, property].join("|"), "u"),
  statement: (word) => `record("${word}");`,
  elisions: slashes,
};

const languages: readonly Language[] = [
  { name: "ts", extensions: ["ts", "tsx", "mts", "cts"], ...typed },
  { name: "js", extensions: ["js", "mjs", "cjs", "jsx"], ...typed },
  { name: "java", extensions: ["java"], ...typed },
  { name: "csharp", extensions: ["cs"], ...typed },
  { name: "php", extensions: ["php"], ...typed },
  { name: "kotlin", extensions: ["kt"], ...typed, statement: (word) => `record("${word}")` },
  { name: "swift", extensions: ["swift"], ...typed, statement: (word) => `record("${word}")` },
  { name: "cpp", extensions: ["cc", "cpp", "hpp", "cxx"], ...typed },
  {
    name: "c",
    extensions: ["c", "h"],
    callable: /^(?!static const|typedef|struct \w+ \{|#|enum|extern)\w[\w\s*]*?\b(\w+)\s*\([^;]*$/u,
    statement: typed.statement,
    elisions: slashes,
  },
  {
    name: "go",
    extensions: ["go"],
    callable: /^func (?:\([^)]*\) )?(\w+)/u,
    statement: (word) => `record("${word}")`,
    elisions: slashes,
  },
  {
    name: "rust",
    extensions: ["rs"],
    container: /^\s*(?:pub(?:\([^)]*\))? )?(?:unsafe )?(?:impl|trait|mod)\b(.*)\{$/u,
    callable:
      /^\s*(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe |extern "C" )*(?:fn|struct|enum)\s+(\w+)/u,
    statement: (word) => `record("${word}");`,
    elisions: slashes,
  },
  {
    name: "python",
    extensions: ["py"],
    container: /^\s*class\s+(\w+)/u,
    callable: /^\s*(?:async )?def\s+(\w+)/u,
    isIndented: true,
    statement: (word) => `record("${word}")`,
    elisions: hashes,
  },
  {
    name: "ruby",
    extensions: ["rb"],
    container: /^\s*(?:class|module)\s+([\w:]+)/u,
    callable: /^\s*def\s+([\w.?!=]+)/u,
    statement: (word) => `record("${word}")`,
    elisions: hashes,
  },
  {
    name: "css",
    extensions: ["css"],
    container: /^\s*@(?:media|supports|layer)\b(.*)\{$/u,
    callable: /^\s*(?!@media|@supports|@layer)([^{};]+)[{,]$/u,
    statement: (word) => `--${word}: 1px;`,
    elisions: ["/* ... existing styles ... */", "/* ... */", "/* … */"],
  },
];

export function languageOf(path: string): Language | undefined {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  return languages.find(({ extensions }) => extensions.includes(extension));
}
