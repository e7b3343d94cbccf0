/**
 * Makes Git ignore the configurations of the person and the machine: they name filters, and the workspace's
 * `.gitattributes` chooses among them. Excludes monitors, hooks (`git status` runs one) and submodules of a repository
 * that `isHarmlessGitConfig` accepted. No empty `diff.external`: Git before 2.44 tries to start it.
 */
export const quietGitVariables: Readonly<Record<string, string>> = {
  ...gitConfigVariables({
    "core.fsmonitor": "false",
    "core.hooksPath": "/dev/null",
    "diff.ignoreSubmodules": "all",
    "status.submoduleSummary": "false",
    "log.showSignature": "false",
    "safe.bareRepository": "explicit",
  }),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
};

function gitConfigVariables(
  settings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(settings);
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(entries.length) };
  for (const [index, [key, value]] of entries.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}
