import { Emitter } from "../base/emitter.ts";
import { isRecord } from "../base/json.ts";

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

const maxLabel = 60;

export interface OwnLabels {
  readonly placeholder: string;
  readonly labels: { readonly en: string; readonly "pt-br": string };
}

/** The names of the own kinds, for a page; those that cannot be read are left out. */
export function ownLabels(): readonly OwnLabels[] {
  return held.flatMap((kind) => {
    const { placeholder, labels }: Readonly<Record<string, unknown>> = isRecord(kind) ? kind : {};
    const { en, "pt-br": pt }: Readonly<Record<string, unknown>> = isRecord(labels) ? labels : {};
    return typeof placeholder === "string" && typeof en === "string" && typeof pt === "string"
      ? [{ placeholder, labels: { en: en.slice(0, maxLabel), "pt-br": pt.slice(0, maxLabel) } }]
      : [];
  });
}

export function ownLabel(placeholder: string, language: "en" | "pt-br"): string | undefined {
  return ownLabels().find((kind) => kind.placeholder === placeholder)?.labels[language];
}
