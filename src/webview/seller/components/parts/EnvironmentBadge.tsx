import type { JSX } from "preact";

import { Icon } from "../../../kit/Icon.tsx";
import { useSellerPage } from "../../sellerPage.ts";

export function EnvironmentBadge({
  kind,
}: {
  readonly kind: "sandbox" | "production";
}): JSX.Element {
  const { words } = useSellerPage();
  return (
    <span class={`badge ${kind}`}>
      <Icon name={kind === "production" ? "warning" : "beaker"} />
      {words[kind]}
    </span>
  );
}
