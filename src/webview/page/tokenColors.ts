/**
 * Sets the colours of the editor's theme for code, as custom properties `--code-<token class>`; a
 * class without a colour keeps the page's own.
 */
export function showTokenColors(colors: Readonly<Record<string, string>>): void {
  const { style } = document.documentElement;
  const stale = [...style].filter((name) => name.startsWith("--code-"));
  for (const name of stale) {
    style.removeProperty(name);
  }
  for (const [tokenClass, color] of Object.entries(colors)) {
    if (/^[a-z]+$/u.test(tokenClass)) {
      style.setProperty(`--code-${tokenClass}`, color);
    }
  }
}
