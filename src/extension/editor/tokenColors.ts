import * as vscode from "vscode";
import * as z from "zod/mini";

import { Emitter } from "../../shared/emitter.ts";
import type { Disposable } from "../../shared/lifecycle.ts";
import { readBounded } from "./boundedFile.ts";
import { parseJsonWithComments } from "./jsonWithComments.ts";

/** TextMate scopes of each token class; the first one that the theme colours is used. */
const scopesOfClass: Readonly<Record<string, readonly string[]>> = {
  keyword: ["keyword", "keyword.control", "storage"],
  string: ["string"],
  comment: ["comment"],
  number: ["constant.numeric"],
  function: ["entity.name.function", "support.function"],
  type: ["entity.name.type", "support.type", "support.class", "entity.name.class"],
  variable: ["variable"],
  constant: ["constant.language", "constant"],
  operator: ["keyword.operator"],
  tag: ["entity.name.tag"],
  attribute: ["entity.other.attribute-name"],
  regexp: ["string.regexp"],
  inserted: ["markup.inserted"],
  deleted: ["markup.deleted"],
  heading: ["markup.heading"],
};

const themeSchema = z.object({
  include: z.optional(z.string()),
  tokenColors: z.optional(
    z.array(
      z.object({
        scope: z.optional(z.union([z.string(), z.array(z.string())])),
        settings: z.object({ foreground: z.optional(z.string()) }),
      }),
    ),
  ),
});

type Rules = NonNullable<z.infer<typeof themeSchema>["tokenColors"]>;

const contributedThemesSchema = z.object({
  contributes: z.object({
    themes: z.array(z.object({ id: z.optional(z.string()), label: z.string(), path: z.string() })),
  }),
});

const maxThemeBytes = 2_000_000;
/** Depth to which theme files may include each other. */
const maxIncludes = 8;

/**
 * The theme's colours for code in the chat, by token class; without classes that the theme does not
 * colour.
 */
export class TokenColors implements Disposable {
  readonly #didChange = new Emitter<undefined>();
  readonly #subscription: vscode.Disposable;
  #colors: Promise<Record<string, string>> | undefined;

  readonly onDidChange = this.#didChange.event;

  constructor() {
    this.#subscription = vscode.window.onDidChangeActiveColorTheme(() => {
      this.#colors = undefined;
      this.#didChange.fire(undefined);
    });
  }

  current(): Promise<Record<string, string>> {
    // If the theme cannot be read, the page keeps its own colours.
    this.#colors ??= readColors().catch(() => ({}));
    return this.#colors;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#didChange.dispose();
  }
}

async function readColors(): Promise<Record<string, string>> {
  const name = vscode.workspace.getConfiguration("workbench").get<string>("colorTheme");
  const file = name === undefined ? undefined : themeFile(name);
  return file ? colorsOf(await readRules(file, maxIncludes)) : {};
}

function themeFile(name: string): vscode.Uri | undefined {
  for (const extension of vscode.extensions.all) {
    const manifest = contributedThemesSchema.safeParse(extension.packageJSON);
    const theme = manifest.data?.contributes.themes.find(({ id, label }) => (id ?? label) === name);
    if (theme) {
      return vscode.Uri.joinPath(extension.extensionUri, theme.path);
    }
  }
  return undefined;
}

async function readRules(file: vscode.Uri, includesLeft: number): Promise<Rules> {
  const bytes = await readBounded(file, maxThemeBytes);
  if (bytes === undefined || bytes === "tooLarge") {
    return [];
  }
  const theme = themeSchema.parse(parseJsonWithComments(new TextDecoder().decode(bytes)));
  const included =
    theme.include === undefined || includesLeft === 0
      ? []
      : await readRules(vscode.Uri.joinPath(file, "..", theme.include), includesLeft - 1);
  return [...included, ...(theme.tokenColors ?? [])];
}

function colorsOf(rules: Rules): Record<string, string> {
  const byScope = new Map<string, string>();
  for (const { scope, settings } of rules) {
    const scopes = typeof scope === "string" ? scope.split(",") : (scope ?? []);
    const { foreground } = settings;
    if (foreground !== undefined && /^#[0-9a-fA-F]{3,8}$/u.test(foreground)) {
      for (const name of scopes) {
        byScope.set(name.trim(), foreground);
      }
    }
  }
  const colors: Record<string, string> = {};
  for (const [tokenClass, scopes] of Object.entries(scopesOfClass)) {
    const color = scopes.map((scope) => byScope.get(scope)).find((found) => found !== undefined);
    if (color !== undefined) {
      colors[tokenClass] = color;
    }
  }
  return colors;
}
