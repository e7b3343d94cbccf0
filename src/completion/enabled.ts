/** Languages that stay off unless they are named themselves. */
const namedOnly = new Set([
  "markdown",
  "plaintext",
  "git-commit",
  "git-rebase",
  "scminput",
  "dotenv",
]);

/** The setting: which languages are completed; `*` stands for those that are not named. */
export type EnabledLanguages = Readonly<Record<string, boolean>>;

export function isOnFor(enabled: EnabledLanguages, language: string): boolean {
  return enabled[language] ?? (enabled["*"] === true && !namedOnly.has(language));
}

/** Whether some language is completed. */
export function isOnAtAll(enabled: EnabledLanguages): boolean {
  return Object.values(enabled).includes(true);
}
