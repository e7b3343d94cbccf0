const safeProtocols = new Set(["https:", "http:", "mailto:"]);

/** The normalised address (host in punycode), if it is allowed as a link. */
export function safeHref(address: string): string | undefined {
  // A browser treats a backslash as a slash; Markdown does not.
  const encoded = address.replaceAll("\\", "%5C");
  if (!URL.canParse(encoded)) {
    return undefined;
  }
  const url = new URL(encoded);
  return safeProtocols.has(url.protocol) ? url.href : undefined;
}

/** Opens links through the host; the page itself never follows a link. */
export function handleLinkClicks(
  container: HTMLElement,
  openLink: (href: string) => void,
): () => void {
  const listener = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest("a.md-link") : null;
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
  };
  const types = ["click", "auxclick"];
  for (const type of types) {
    container.addEventListener(type, listener);
  }
  return () => {
    for (const type of types) {
      container.removeEventListener(type, listener);
    }
  };
}
