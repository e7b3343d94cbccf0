import type { JSX } from "preact";

export type IconName =
  | "add"
  | "arrow-down"
  | "check"
  | "chevron-down"
  | "chevron-left"
  | "chevron-right"
  | "close"
  | "copy"
  | "edit"
  | "error"
  | "file"
  | "history"
  | "info"
  | "key"
  | "refresh"
  | "selection"
  | "send"
  | "stop"
  | "warning";

/** A codicon; decoration only, its control carries the name. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}
