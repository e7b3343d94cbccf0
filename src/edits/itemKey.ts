/** Identifies an item of a file among its neighbours: versions of an item have the same name. */
export interface ItemKey {
  /** A declaration is found by its name, other items by their first line. */
  readonly kind: "declaration" | "variable" | "text";
  readonly name: string;
  /** The first line, without white space at its ends. */
  readonly head: string;
  /** Whether it may contain members. */
  readonly isContainer: boolean;
}

/** Number of characters of a head that are checked: longer lines are generated. */
const maxHead = 400;

const modifiers =
  /^(?:(?:export|default|declare|public|private|protected|internal|abstract|static|final|sealed|partial|open|override|virtual|async|suspend|inline|data|readonly|unsafe|extern|pub(?:\([^)]*\))?|crate|const(?=\s+fn)|mutating|fileprivate|@\w+(?:\([^)]*\))?)\s+)+/u;
const named =
  /^(class|interface|struct|enum|record|trait|namespace|module|mod|object|protocol|union|type|function\*?|func|fun|fn|def|sub|macro_rules!|package)\s+([\w$#.:!?=]+)(?![\w$#.:!?=])(?!\s*[*&\s]\s*\w+\s*\()/u;
const containers = new Set(
  "class interface struct enum record trait namespace module mod object protocol extension impl".split(
    " ",
  ),
);
const receiver = /^func\s*\(\s*\w*\s*\*?\s*([\w.[\]]+)\s*\)\s*(\w+)/u;
const extending = /^(?:impl|extension)\b/u;
const control =
  /^(?:if|for|foreach|while|switch|catch|return|else|do|try|new|throw|case|using|lock|await|with|match|guard|when|unless|until|elif|assert|del|raise|yield|print|sizeof|typeof|not|and|or|begin|loop|select|go|defer)\b/u;
const callable = /^(?:[\w$.<>[\],?*&:~]+\s+)*?[*&]*([\w$#~]+)\s*(?:<[^()]*>)?\(/u;
const variable =
  /^(?:const|let|var|val|auto|static|my|local|final|dim)?\s*(?:[\w.<>[\]?]+\s+)??[*&]?([\w$.#@-]+)\s*(?::[^=:]+)?(?:[-+|*/&%]?=(?![=>])|:(?=\s|$))/iu;
const declaredVariable = /^(?:const|let|var|val|local|my)\s+(?:mut\s+)?([\w$]+)\b/u;

/** `lines` are the lines of the item, its head first. */
export function itemKey(lines: readonly string[], hasBody: boolean): ItemKey {
  const head = (lines[0] ?? "").trim();
  const plain = head.slice(0, maxHead).replace(modifiers, "");
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
  const known = named.exec(plain);
  if (known) {
    return namedDeclaration(known);
  }
  const called = hasBody && !control.test(plain) ? callable.exec(plain) : null;
  return called && isDefinition(lines)
    ? { kind: "declaration", name: `() ${called[1] ?? ""}`, isContainer: false }
    : undefined;
}

function namedDeclaration([, word = "", name = ""]: RegExpExecArray): Omit<ItemKey, "head"> {
  return {
    kind: "declaration",
    name: `${word} ${name.replace(/[:=]+$/u, "")}`,
    isContainer: containers.has(word),
  };
}

/** A call with a function inside ends with a bracket; a definition, with its body's close. */
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
