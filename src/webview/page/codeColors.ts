import { contrastOf, type Rgb, readColor, readableOn } from "../kit/contrast.ts";
import { tokenKinds } from "../markdown/highlight/lineTokens.ts";

/** WCAG 2.2 §1.4.3: the least contrast of normal text. */
const minContrast = 4.5;

/** Reads the colours of a theme for code, by token class, as CSS colours. */
export type ReadColors = (theme: string) => Promise<Readonly<Record<string, string>>>;

/**
 * The colours of code, as custom properties `--code-<token class>`: those of the editor's theme, and
 * for a class that the theme leaves out, the nearest colour of the page's styles. A colour that is
 * hard to read on the background of code moves towards the text's colour until it is readable.
 */
export class CodeColors {
  readonly #root = document.documentElement;
  readonly #read: ReadColors;
  #theme: string | undefined;
  #colors: Readonly<Record<string, string>> = {};

  constructor(read: ReadColors) {
    this.#read = read;
    // The editor writes the theme's variables, then this attribute, also when only a colour changed.
    new MutationObserver(() => void this.refresh()).observe(document.body, {
      attributeFilter: ["data-vscode-theme-id"],
    });
  }

  /** Shows the colours of the present theme. Never rejects. */
  async refresh(): Promise<void> {
    const theme = document.body.dataset["vscodeThemeId"] ?? "";
    if (theme !== this.#theme) {
      this.#theme = theme;
      this.#colors = {};
    }
    this.#show();
    if (theme === "") {
      return;
    }
    // Without an answer the page keeps its own colours.
    const colors = await this.#read(theme).catch(() => ({}));
    if (theme === this.#theme) {
      this.#colors = colors;
      this.#show();
    }
  }

  #show(): void {
    const { style } = this.#root;
    for (const name of [...style].filter((property) => property.startsWith("--code-"))) {
      style.removeProperty(name);
    }
    for (const [tokenClass, color] of Object.entries(this.#colors)) {
      if (/^[a-z]+$/u.test(tokenClass)) {
        style.setProperty(`--code-${tokenClass}`, color);
      }
    }
    for (const [tokenClass, color] of readableColors()) {
      style.setProperty(`--code-${tokenClass}`, color);
    }
  }
}

/** Replacements for the colours that are hard to read, measured in a hidden block of code. */
function readableColors(): readonly (readonly [tokenClass: string, color: string])[] {
  const answer = document.createElement("div");
  answer.className = "md-document";
  answer.hidden = true;
  const block = document.createElement("div");
  block.className = "md-code";
  const samples = tokenKinds.map((tokenClass) => {
    const sample = document.createElement("span");
    sample.className = `hl-${tokenClass}`;
    return { tokenClass, sample };
  });
  block.append(...samples.map(({ sample }) => sample));
  answer.append(block);
  document.body.append(answer);
  const { backgroundColor, color } = getComputedStyle(block);
  const background = readColor(backgroundColor);
  const text = readColor(color);
  const found = background && text ? { background, text } : undefined;
  const replaced = samples.flatMap(({ tokenClass, sample }) => {
    const readable = found && replacementOf(getComputedStyle(sample).color, found);
    return readable === undefined ? [] : [[tokenClass, readable] as const];
  });
  answer.remove();
  return replaced;
}

/** A readable colour in place of `css`; undefined if that is readable, or is no plain colour. */
function replacementOf(
  css: string,
  { background, text }: { readonly background: Rgb; readonly text: Rgb },
): string | undefined {
  const color = readColor(css, background);
  return color === undefined || contrastOf(color, background) >= minContrast
    ? undefined
    : readableOn(background, { color, towards: text, least: minContrast });
}
