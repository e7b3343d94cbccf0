import type { ComponentChildren, JSX } from "preact";

export interface TagProps {
  readonly look: "good" | "warn" | "bad" | "off" | "plain";
  readonly children: ComponentChildren;
}

export function Tag({ look, children }: TagProps): JSX.Element {
  return <span class={`tag ${look}`}>{children}</span>;
}
