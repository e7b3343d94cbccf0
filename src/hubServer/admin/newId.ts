import { randomUUID } from "node:crypto";

/** A random id that nobody can guess, with a prefix for its kind. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
