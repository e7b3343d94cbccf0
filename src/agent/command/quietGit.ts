/**
 * Environment variables that make Git ignore the person's and the machine's configurations: these name filters and
 * drivers, and the workspace's `.gitattributes` chooses among them. A repository's own configuration starts no program
 * after `isHarmlessGitConfig` accepted it: no monitor, no hooks (`git status` runs one when it refreshes the index), no
 * submodule (each has its own configuration), no fake repository. An empty `diff.external` is omitted: Git before 2.44
 * tries to start it.
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

/** Settings as variables: `GIT_CONFIG_COUNT`, `GIT_CONFIG_KEY_0`, … (git-config(1), ENVIRONMENT). */
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
