/** Identifies an item among its neighbours. Versions of an item have the same name. */
export interface ItemKey {
  /** A declaration is found by its name, other items by their first line. */
  readonly kind: "declaration" | "variable" | "text";
  readonly name: string;
  readonly head: string;
  readonly isContainer: boolean;
}

/** Longer heads are generated code; only this many characters are checked. */
const maxHead = 400;

/** A modifier, if a name or another modifier follows: `data = 1` is a variable. */
const words =
  /^(?:(?:export|default|declare|public|private|protected|internal|abstract|static|final|sealed|partial|open|override|virtual|async|suspend|inline|data|readonly|unsafe|crate|mutating|nonmutating|fileprivate|weak|unowned|lazy|required|convenience|nonisolated|indirect|dynamic|synchronized|native|constexpr|consteval|explicit|friend|tailrec|infix|external|lateinit|companion|actual|expect|annotation|value|inner|extern|pub)(?:\([^()]*\))?|const(?=\s+(?:fn|unsafe|async)\b)|enum(?=\s+(?:class|struct)\b)|class(?=\s+(?:func|var|let|subscript)\b)|operator(?=\s+fun\b))\s+(?=["\w#@[<~*])(?!(?:in|is|as|of|if|else|and|or|instanceof)\b)/u;
const nested = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
/** Linkage, attributes or template parameters before the modifiers. */
const marks = new RegExp(
  String.raw`^(?:"C(?:\+\+)?"|@(?!(?:media|supports|layer|container|include)\b)[\w.:]+(?:${nested})?|#?\[\[?\w[^[\]]*\]\]?|(?:__attribute__|__declspec|alignas)\s*${nested}|template\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)\s+(?=["\w#@[<~*])`,
  "u",
);
/** `API` in `class API Name`. */
const exported = String.raw`(?:(?:[A-Z][A-Z0-9_]+(?:${nested})?|\[\[\w+\]\])\s+(?=\w))?`;
const named = new RegExp(
  String.raw`^(class|interface|struct|enum|record|trait|namespace|module|mod|object|protocol|actor|union|type|function\*?|func|fun|fn|def|sub|macro_rules!|package)\s+${exported}([\w$#.:!?=]+)(?![\w$#.:!?=])(?!\s*[*&\s]\s*\w+\s*\()`,
  "u",
);
/** A function with an operator as its name, or with type parameters: `fun <T> List<T>.last()`. */
const unusual = /^(fun|func|fn|def|function\*?)\s+(?:<.*?>\s+)?([^({\s][^({]*?)\s*[({]/u;
const containers = new Set(
  "class interface struct enum record trait namespace module mod object protocol actor extension impl".split(
    " ",
  ),
);
const receiver = /^func\s*\(\s*\w*\s*\*?\s*([\w.[\]]+)\s*\)\s*(\w+)/u;
const extending = /^(?:impl|extension)\b/u;
const control =
  /^(?:if|for|foreach|while|switch|catch|return|else|do|try|new|throw|case|using|lock|await|with|match|guard|when|unless|until|elif|assert|del|raise|yield|print|sizeof|typeof|not|and|or|begin|loop|select|go|defer)\b/u;
const callable =
  /^((?:[\w$.<>[\],?*&:~]+\s+)*?)[*&]*((?:[\w$<>,~]+::)*(?:operator\s*(?:\(\)|\[\]|[^\s\w(]+|\w[\w:<> *&]*)|[\w$#~]+)[?!]?)\s*(?:<[^()<>]*(?:<[^()<>]*>[^()<>]*)*>)?\(/u;
/** A macro as a whole head, as in tests: its arguments are the name. */
const macro = /^[A-Z][A-Z0-9_]+\s*\([^()]*\)/u;
const variable =
  /^(?:const|let|var|val|auto|static|my|local|final|dim)?\s*(?:[\w.<>[\]?]+\s+)??[*&]?([\w$.#@-]+)\s*(?::[^=:]+)?(?:[-+|*/&%]?=(?![=>])|:(?=\s|$))/iu;
const declaredVariable = /^(?:const|let|var|val|local|my)\s+(?:mut\s+)?([\w$]+)\b/u;

/** `lines` are the item's lines, its head first. */
export function itemKey(lines: readonly string[], hasBody: boolean): ItemKey {
  const head = (lines[0] ?? "").trim();
  const plain = withoutModifiers(head.slice(0, maxHead));
  return {
    head,
    ...(declarationOf(plain, lines, hasBody) ?? {
      ...variableOf(plain, head),
      isContainer: false,
    }),
  };
}

function declarationOf(
  plain: string,
  lines: readonly string[],
  hasBody: boolean,
): Omit<ItemKey, "head"> | undefined {
  const [, type, method] = receiver.exec(plain) ?? [];
  if (type !== undefined && method !== undefined) {
    return { kind: "declaration", name: `func ${type}.${method}`, isContainer: false };
  }
  if (extending.test(plain)) {
    return { kind: "declaration", name: plain.replace(/\s*\{\s*$/u, ""), isContainer: true };
  }
  const known = named.exec(plain) ?? unusual.exec(plain);
  if (known) {
    return namedDeclaration(known);
  }
  const name = hasBody && !control.test(plain) && isDefinition(lines) ? calledName(plain) : "";
  return name === "" ? undefined : { kind: "declaration", name, isContainer: false };
}

function withoutModifiers(head: string): string {
  for (let plain = head; ;) {
    const rest = plain.replace(marks, "").replace(words, "");
    if (rest === plain) {
      return plain;
    }
    plain = rest;
  }
}

function namedDeclaration([, word = "", name = ""]: RegExpExecArray): Omit<ItemKey, "head"> {
  // In Ruby `name=` is another method than `name`; in Swift `==` is a function.
  const end = /^(?:def|func)$/u.test(word) ? /:+$/u : /[:=]+$/u;
  return {
    kind: "declaration",
    name: `${word} ${name.replace(end, "")}`,
    isContainer: containers.has(word),
  };
}

/** A getter and a setter have different names. */
function calledName(plain: string): string {
  const [called] = macro.exec(plain) ?? [];
  const [, before = "", name = ""] = callable.exec(plain) ?? [];
  const kind = /^(?:get|set)\s/u.exec(before)?.[0] ?? "";
  return called !== undefined ? `() ${called}` : name === "" ? "" : `() ${kind}${name}`;
}

/** A definition ends with `}`; a call with a function inside ends with a bracket. */
function isDefinition(lines: readonly string[]): boolean {
  return /^\}[;,]?$/u.test((lines.at(-1) ?? "").trim());
}

function variableOf(plain: string, head: string): Pick<ItemKey, "kind" | "name"> {
  if (control.test(plain)) {
    return { kind: "text", name: head };
  }
  const match = declaredVariable.exec(plain) ?? variable.exec(plain);
  return match ? { kind: "variable", name: `= ${match[1] ?? ""}` } : { kind: "text", name: head };
}
