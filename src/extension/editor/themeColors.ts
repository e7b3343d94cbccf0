import * as vscode from "vscode";
import * as z from "zod/mini";

import { readBounded } from "./boundedFile.ts";
import { parseJsonWithComments } from "./jsonWithComments.ts";

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
const maxIncludes = 8;

/**
 * Code colours of an installed theme, by token class. Omits uncoloured classes; empty if the theme is missing or
 * unreadable.
 */
export async function codeColors(theme: string): Promise<Record<string, string>> {
  const file = themeFile(theme);
  try {
    return file ? colorsOf(await readRules(file, maxIncludes)) : {};
  } catch {
    // A broken third-party theme; the page keeps its own colours.
    return {};
  }
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
