import type { AlertKind } from "../../../shared/text/alertKinds.ts";
import { element, icon } from "./dom.ts";

const kinds: Readonly<Record<AlertKind, { readonly icon: string; readonly style: string }>> = {
  note: { icon: "info", style: "md-alert-note" },
  tip: { icon: "sparkle", style: "md-alert-tip" },
  important: { icon: "megaphone", style: "md-alert-important" },
  warning: { icon: "warning", style: "md-alert-warning" },
  caution: { icon: "error", style: "md-alert-caution" },
};

export function drawAlert(quote: HTMLElement, kind: AlertKind, name: string): () => void {
  const title = element("p", "md-alert-title");
  title.dir = "auto";
  const { icon: iconName, style } = kinds[kind];
  title.append(icon(iconName), name);
  quote.prepend(title);
  quote.classList.add("md-alert", style);
  return () => {
    title.remove();
    quote.classList.remove("md-alert", style);
  };
}
