import { foldedName } from "../../../seller/contract/lists/portalWords.ts";
import { type Fields, isRecord } from "../../../shared/base/json.ts";

export interface NamedField {
  readonly path: string;
  readonly name: string;
  /** The record's name before the field's: `statusdescricao`. */
  readonly joined: string;
  readonly isOuter: boolean;
  readonly value: unknown;
}

const maxFields = 500;
const maxDepth = 4;

/** Outer fields come first. Lists are not entered. */
export function fieldsWithin(record: Fields): readonly NamedField[] {
  const found: NamedField[] = shallow(record, "", "", true);
  for (let index = 0; index < found.length && found.length < maxFields; index += 1) {
    const { path, value, name } = found[index] ?? { path: "", name: "" };
    if (isRecord(value) && path.split(".").length <= maxDepth) {
      found.push(...shallow(value, path, name, false));
    }
  }
  return found.slice(0, maxFields);
}

/**
 * `names` are folded, separated by blanks, most likely first. A name matches the field, or record and field joined
 * (`statusdescricao`). `^` excludes fields of inner records.
 */
export function namedField(
  fields: readonly NamedField[],
  names: string,
  isRight: (value: unknown) => boolean,
): NamedField | undefined {
  for (const asked of names.split(" ")) {
    const name = asked.replace("^", "");
    const found = fields.find(
      (field) =>
        (field.joined === name || (field.name === name && (field.isOuter || name === asked))) &&
        isRight(field.value),
    );
    if (found) {
      return found;
    }
  }
  return undefined;
}

function shallow(record: Fields, path: string, called: string, isOuter: boolean): NamedField[] {
  return Object.entries(record)
    .slice(0, maxFields)
    .map(([key, value]) => {
      const name = foldedName(key.slice(0, 200));
      const own = key.slice(0, 200);
      return {
        path: path === "" ? own : `${path}.${own}`,
        name,
        joined: called + name,
        isOuter,
        value,
      };
    });
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

export function isScalar(value: unknown): value is string | number {
  return isText(value) || (typeof value === "number" && Number.isFinite(value));
}
