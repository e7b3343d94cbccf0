import { baseName } from "../shared/text/baseName.ts";
/** From `<name>.prompt.md`: untrusted text. */
export interface PromptFile {
  readonly name: string;
  readonly description: string | undefined;
  /** One model, or several in brackets, best first: see `findPromptModel`. */
  readonly model: string | undefined;
  readonly body: string;
}

const maxFileUnits = 100_000;
const maxHeaderLines = 60;
const nameSuffix = /\.prompt\.md$/u;

/**
 * Reads `description` and `model` of the front matter; ignores `mode` and `tools`. Undefined if the name cannot be a
 * command or the prompt is empty.
 */
export function readPromptFile(fileName: string, content: string): PromptFile | undefined {
  const name = fileName.replace(nameSuffix, "").trim().replaceAll(/\s+/gu, "-");
  const { fields, body } = splitFrontMatter(content.slice(0, maxFileUnits));
  const isName = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(name);
  if (!isName || body.trim() === "") {
    return undefined;
  }
  const description = fields.get("description")?.slice(0, 300);
  return { name, description, model: fields.get("model")?.slice(0, 200), body: body.trim() };
}

/**
 * The first wanted model in the hub's list, by id or name. Ignores a vendor in parentheses, which other editors add.
 */
export function findPromptModel<M extends { readonly id: string; readonly name: string }>(
  models: readonly M[],
  wanted: string,
): M | undefined {
  const names = /^\[(.*)\]$/u.exec(wanted)?.[1]?.split(",") ?? [wanted];
  for (const given of names.map((name) => unquoted(name.trim()))) {
    const plain = given.replace(/\s*\([^()]*\)$/u, "").toLowerCase();
    const found =
      models.find(({ id }) => id === given) ??
      models.find(({ id, name }) => id.toLowerCase() === plain || name.toLowerCase() === plain);
    if (found) {
      return found;
    }
  }
  return undefined;
}

export interface PromptValues {
  readonly file: string | undefined;
  readonly selection: string | undefined;
  readonly rest: string;
}

/**
 * Fills in variables. The typed text becomes the first input; without inputs it is appended. An input without value
 * stays as `[name]`, for the person to overwrite.
 */
export function expandPrompt(body: string, values: PromptValues): string {
  const { rest, file = "", selection = "" } = values;
  let unused = rest.trim();
  const expanded = body.replaceAll(
    /\$\{(?:input:([^}:]{1,60})(?::([^}]{0,200}))?|(selection|selectedText|file|fileBasename))\}/gu,
    (_whole, input: string | undefined, hint: string | undefined, variable: string | undefined) => {
      if (input !== undefined) {
        const value = unused;
        unused = "";
        return value === "" ? `[${hint ?? input}]` : value;
      }
      if (variable === "file") {
        return file;
      }
      return variable === "fileBasename" ? baseName(file) : selection;
    },
  );
  return unused === "" ? expanded : `${expanded}\n\n${unused}`;
}

export function splitFrontMatter(content: string): {
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
} {
  const lines = content.replace(/^\uFEFF/u, "").split(/\r?\n/u);
  const end = lines.slice(1, maxHeaderLines).findIndex((line) => line.trim() === "---") + 1;
  if (lines[0]?.trim() !== "---" || end === 0) {
    return { fields: new Map(), body: lines.join("\n") };
  }
  return { fields: fieldsOf(lines.slice(1, end)), body: lines.slice(end + 1).join("\n") };
}

/**
 * The YAML of front matter: `key: value`, with indented continuation lines (`>`, `|`) or a list. Also accepts lines
 * that YAML refuses, such as `description: Commit: a message`.
 */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of lines) {
    const [, key, value = ""] = /^([\w-]+):\s*(.*)$/u.exec(line) ?? [];
    if (key !== undefined) {
      current = [value.trim()];
      fields.set(key, current);
    } else if (/^(?:\s|-\s)/u.test(line) && line.trim() !== "") {
      current.push(line.trim());
    }
  }
  return new Map([...fields].map(([key, [first = "", ...more]]) => [key, valueOf(first, more)]));
}

function valueOf(first: string, more: readonly string[]): string {
  const text = first.replace(/^[>|][-+1-9]{0,2}$/u, "");
  return text === "" && more.length > 0 && more.every((line) => line.startsWith("- "))
    ? `[${more.map((line) => line.slice(2)).join(",")}]`
    : unquoted([text, ...more].join(" ").trim());
}

function unquoted(value: string): string {
  if (/^".*"$/u.test(value)) {
    return value.slice(1, -1).replaceAll(/\\(["\\])/gu, "$1");
  }
  return /^'.*'$/u.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value;
}
