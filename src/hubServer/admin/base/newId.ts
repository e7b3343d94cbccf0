import { randomUUID } from "node:crypto";

/** A random, unguessable id with a prefix for its kind. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
