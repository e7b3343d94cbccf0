const safeProtocols = new Set(["https:", "http:", "mailto:"]);

/** Normalised (host in punycode); undefined if not allowed as a link. */
export function safeHref(address: string): string | undefined {
  // Browsers treat a backslash as a slash; Markdown does not.
  const encoded = address.replaceAll("\\", "%5C");
  if (!URL.canParse(encoded)) {
    return undefined;
  }
  const url = new URL(encoded);
  return safeProtocols.has(url.protocol) ? url.href : undefined;
}

/** Opens a link in the editor; the page itself never follows a link. */
export function clickLink(event: Event, target: Element, openLink: (href: string) => void): void {
  const link = target.closest("a.md-link");
  if (!(link instanceof HTMLAnchorElement)) {
    return;
  }
  event.preventDefault();
  // The editor's own handler would open the link a second time.
  event.stopPropagation();
  const href = event.type === "click" ? safeHref(link.href) : undefined;
  if (href !== undefined) {
    openLink(href);
  }
}
