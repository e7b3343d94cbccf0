import type { OwnFinder } from "./own/ownFinder.ts";

let finders: readonly OwnFinder[] = [];

/** Of the connected hub's own kinds, compiled by `compileOwnKinds`; the same array until they change. */
export function findersInUse(): readonly OwnFinder[] {
  return finders;
}

export function useFinders(compiled: readonly OwnFinder[]): void {
  finders = compiled;
}
