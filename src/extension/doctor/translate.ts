/** The editor's translations, as `vscode.l10n`. */
export interface Translate {
  t(message: string, ...args: readonly (string | number)[]): string;
}
