import { randomUUID } from "node:crypto";

/** An id that nobody can guess, with a prefix that tells what it names. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
