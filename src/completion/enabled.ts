const namedOnly = new Set([
  "markdown",
  "plaintext",
  "git-commit",
  "git-rebase",
  "scminput",
  "dotenv",
]);

export type EnabledLanguages = Readonly<Record<string, boolean>>;

export function isOnFor(enabled: EnabledLanguages, language: string): boolean {
  return enabled[language] ?? (enabled["*"] === true && !namedOnly.has(language));
}

export function isOnAtAll(enabled: EnabledLanguages): boolean {
  return Object.values(enabled).includes(true);
}
