import { Emitter } from "../base/emitter.ts";

let held: readonly unknown[] = [];
const didChange = new Emitter<undefined>();

/** Fires when the hub's own kinds of this program change. */
export const onDidChangeOwnKinds = didChange.event;

/** The own kinds of the connected hub, as received. */
export function ownKindsInUse(): readonly unknown[] {
  return held;
}

export function setOwnKinds(given: readonly unknown[] = []): void {
  if (JSON.stringify(given) !== JSON.stringify(held)) {
    held = given;
    didChange.fire(undefined);
  }
}
