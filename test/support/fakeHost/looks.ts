import type { Page } from "playwright-core";

import { theme, type ThemeName } from "./themes.ts";

/** How a page of the editor is looked at. */
export interface Look {
  readonly theme: ThemeName;
  /** In pixels. */
  readonly width: number;
  readonly locale: "en" | "pt-br";
}

/** The looks of each language, for which one page is enough: it takes another theme and width while it is shown. */
export function byLocale<L extends { readonly locale: string }>(
  looks: readonly L[],
): readonly { readonly locale: L["locale"]; readonly looks: readonly L[] }[] {
  const locales = new Set<L["locale"]>(looks.map(({ locale }) => locale));
  return Array.from(locales, (locale) => ({
    locale,
    looks: looks.filter((look) => look.locale === locale),
  }));
}

/** Gives a shown page another theme and width. */
export async function applyLook(page: Page, look: Pick<Look, "theme" | "width">): Promise<void> {
  const { height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: look.width, height });
  await applyTheme(page, look.theme);
}

/**
 * Applies a theme as the editor does to every webview, at its start and when the person changes it: by the document
 * element's style, the body's classes, and the theme's id. What the theme before set and this one does not goes.
 */
export async function applyTheme(page: Page, name: ThemeName): Promise<void> {
  await page.evaluate(paint, { id: name, ...theme(name) });
}

/** Runs before the page's own scripts: applies the theme as soon as there is a body. */
export function themeScript(name: ThemeName): string {
  return `new MutationObserver((_, observer) => {
  if (document.body) {
    observer.disconnect();
    (${String(paint)})(${JSON.stringify({ id: name, ...theme(name) })});
  }
}).observe(document, { childList: true, subtree: true });`;
}

/** Runs in the page. */
function paint({ id, className, variables }: ReturnType<typeof theme> & { id: string }): void {
  document.body.className = className;
  const { style } = document.documentElement;
  for (const property of Array.from(style).filter((each) => each.startsWith("--vscode-"))) {
    style.removeProperty(property);
  }
  for (const [key, value] of Object.entries(variables)) {
    style.setProperty(key, value);
  }
  style.scrollbarColor = "var(--vscode-scrollbarSlider-background) var(--vscode-editor-background)";
  document.body.dataset["vscodeThemeId"] = id;
}
