import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes an editor accept a display language without its language pack, which is on no npm registry.
 * The server reads `languagepacks.json` in its user data folder, a file that it writes when a pack
 * is installed. The pack in this file translates nothing: the editor's own texts stay English,
 * while `vscode.env.language`, `package.nls.*.json` and `vscode.l10n` are those of the language.
 */
export function addLanguagePack(userData: string, locale: string): void {
  const translations = join(userData, `${locale}.i18n.json`);
  const packs = {
    [locale]: {
      hash: "0",
      extensions: [{ extensionIdentifier: { id: `test.${locale}` }, version: "1.0.0" }],
      translations: { vscode: translations },
      label: locale,
    },
  };
  mkdirSync(userData, { recursive: true });
  writeFileSync(translations, JSON.stringify({ version: "1.0.0", contents: {} }));
  writeFileSync(join(userData, "languagepacks.json"), JSON.stringify(packs));
}
