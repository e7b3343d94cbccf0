import { randomUUID } from "node:crypto";

/** Unguessable. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
