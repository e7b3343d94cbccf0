let readRules: () => string | undefined = () => undefined;

/** Sets how this program reads Git's ignore rules of the person for all repositories. */
export function readPersonExcludesWith(read: () => string | undefined): void {
  readRules = read;
}

/** The rules, which every rule of a repository overrides; undefined without any. */
export function personExcludes(): string | undefined {
  return readRules();
}
