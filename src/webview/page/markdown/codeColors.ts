import { contrastOf, type Rgb, readColor, readableOn } from "../../kit/contrast.ts";
import { tokenKinds } from "../../markdown/highlight/lineTokens.ts";

/** The least contrast for normal text (WCAG 2.2 §1.4.3). */
const minContrast = 4.5;

export type ReadColors = (theme: string) => Promise<Readonly<Record<string, string>>>;

/**
 * Properties `--code-<token class>`: the theme's colours, else the page's. A colour with too little contrast moves
 * towards the text colour.
 */
export class CodeColors {
  readonly #root = document.documentElement;
  readonly #read: ReadColors;
  #theme: string | undefined;
  #colors: Readonly<Record<string, string>> = {};

  constructor(read: ReadColors) {
    this.#read = read;
    // The editor writes the theme's variables, then this attribute, also if only a colour changed.
    new MutationObserver(() => void this.refresh()).observe(document.body, {
      attributeFilter: ["data-vscode-theme-id"],
    });
  }

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
    // Without an answer the page keeps its colours.
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

function replacementOf(
  css: string,
  { background, text }: { readonly background: Rgb; readonly text: Rgb },
): string | undefined {
  const color = readColor(css, background);
  return color === undefined || contrastOf(color, background) >= minContrast
    ? undefined
    : readableOn(background, { color, towards: text, least: minContrast });
}
