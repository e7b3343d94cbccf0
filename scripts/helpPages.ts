import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { Marked, type Tokens } from "marked";

/** The documents for people who use or administer a hub, in the order of the menu. */
const documents = [
  "using",
  "hub",
  "rollout",
  "hub-api",
  "seller-portal",
  "security",
  "limits",
] as const;

interface HelpPage {
  readonly name: string;
  readonly title: string;
  readonly body: string;
  /** Text and id of each heading of the second level. */
  readonly sections: readonly (readonly [text: string, id: string])[];
}

/** Writes the help that the hub serves below `/hub/docs`: each document as a page, its pictures and the style. */
export function writeHelpPages(root: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const pictures = new Set<string>();
  const pages = documents.map((name) => helpPage(root, name, pictures));
  for (const page of pages) {
    writeFileSync(join(folder, `${page.name}.html`), pageHtml(pages, page));
  }
  writeFileSync(join(folder, "index.html"), pageHtml(pages));
  copyFileSync(join(root, "scripts/helpPages.css"), join(folder, "help.css"));
  for (const picture of pictures) {
    copyFileSync(join(root, "media", picture), join(folder, picture));
  }
}

function helpPage(root: string, name: string, pictures: Set<string>): HelpPage {
  const markdown = readFileSync(join(root, "docs", `${name}.md`), "utf8");
  const body = new Marked({ renderer: helpRenderer(pictures) }).parse(markdown, { async: false });
  const title = /^# (.+)$/mu.exec(markdown)?.[1] ?? name;
  const sections = [...body.matchAll(/^<h2 id="(.+?)">(.+)<\/h2>$/gmu)].map(
    ([, id = "", text = ""]) => [text, id] as const,
  );
  return { name, title, body, sections };
}

/** Headings get the ids that GitHub gives them. Links lead to other help pages; files of the repository stay text. */
function helpRenderer(pictures: Set<string>) {
  return {
    heading(this: { parser: Parser }, { tokens, depth, text }: Tokens.Heading): string {
      const id = text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-");
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link(this: { parser: Parser }, { href, tokens }: Tokens.Link): string {
      const label = this.parser.parseInline(tokens);
      const address = href.replace(/^([a-z-]+)\.md/u, (file, name: string) =>
        documents.some((known) => known === name) ? name : file,
      );
      const isServed = /^(?:https?:|#|[a-z-]+(?:#|$))/u.test(address);
      return isServed ? `<a href="${address}">${label}</a>` : label;
    },
    image({ href, text }: Tokens.Image): string {
      const name = basename(href);
      pictures.add(name);
      return `<img src="${name}" alt="${text}">`;
    },
  };
}

interface Parser {
  parseInline(tokens: readonly Tokens.Generic[]): string;
}

function overview(pages: readonly HelpPage[], base: string): string {
  const parts = pages.map(({ name, title, sections }) => {
    const links = sections.map(([text, id]) => `<a href="${base}${name}#${id}">${text}</a>`);
    return `<h2><a href="${base}${name}">${title}</a></h2>\n<p>${links.join(" · ")}</p>`;
  });
  return ["<h1>AI Hub: help</h1>", ...parts].join("\n");
}

/** The overview without a page. It is served one level higher than the pages. */
function pageHtml(pages: readonly HelpPage[], page?: HelpPage): string {
  const base = page ? "" : "docs/";
  const items = pages.map(({ name, title }) => {
    const current = name === page?.name ? ' aria-current="page"' : "";
    return `<li><a href="${base}${name}"${current}>${title}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page ? `${page.title} · AI Hub` : "AI Hub: help"}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}help.css">
<body>
<nav aria-label="Help"><ul>${items.join("")}</ul></nav>
<main>${page?.body ?? overview(pages, base)}</main>
</body>
</html>
`;
}
