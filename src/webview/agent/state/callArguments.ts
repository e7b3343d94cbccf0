import { type Fields, isRecord, parseJson } from "../../../shared/base/json.ts";

/** The most characters of a subject, which is shown in one line. */
const maxSubject = 500;

/** Empty if the text is not a JSON object. */
export function argumentsOf(text: string): Fields {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

/** The first of these fields with a text or a number: models vary the names. */
export function field(args: Fields, ...names: readonly string[]): string {
  const value = names.map((name) => args[name]).find((each) => each !== undefined);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function pathOf(args: Fields): string {
  return field(args, "path", "file_path", "filePath", "file");
}

export function oneLine(text: string): string {
  return text.length > maxSubject ? `${text.slice(0, maxSubject)}…` : text;
}

export function editsOf(args: Fields): readonly (readonly [old: string, now: string])[] {
  const edits = Array.isArray(args["edits"]) ? args["edits"] : [args];
  return edits
    .filter(isRecord)
    .map((edit) => [
      field(edit, "old_text", "old_string", "oldText"),
      field(edit, "new_text", "new_string", "newText"),
    ]);
}
