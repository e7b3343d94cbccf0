import { type Fields, isRecord, parseJson } from "../../../shared/base/json.ts";

/** Longer names are cut: they are for one line. */
const maxSubject = 500;

/** The arguments of a call as the model wrote them; empty if they are no JSON object. */
export function argumentsOf(text: string): Fields {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

/** The first of these fields that is a text or a number; models do not always keep to one name. */
export function field(args: Fields, ...names: readonly string[]): string {
  const value = names.map((name) => args[name]).find((each) => each !== undefined);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function pathOf(args: Fields): string {
  return field(args, "path", "file_path", "filePath", "file");
}

/** Cut for one line; all of it is in the details. */
export function oneLine(text: string): string {
  return text.length > maxSubject ? `${text.slice(0, maxSubject)}…` : text;
}

/** The texts of an edit: pairs of what was there and what comes instead. */
export function editsOf(args: Fields): readonly (readonly [old: string, now: string])[] {
  const edits = Array.isArray(args["edits"]) ? args["edits"] : [args];
  return edits
    .filter(isRecord)
    .map((edit) => [
      field(edit, "old_text", "old_string", "oldText"),
      field(edit, "new_text", "new_string", "newText"),
    ]);
}
