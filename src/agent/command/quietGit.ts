/**
 * Variables for Git under which the configurations of the person and of the machine are set aside: they name filters and
 * drivers, and the workspace's `.gitattributes` chooses among them. A repository's own cannot start a program, as far as
 * `isHarmlessGitConfig` has not refused it: no monitor, no hooks (`git status` runs one when it refreshes the
 * index), no submodule (each has a configuration of its own), no repository that merely looks like one. Not among
 * them is an empty `diff.external`: Git before 2.44 tries to start it.
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

/** Git's form for settings by variables: `GIT_CONFIG_COUNT`, `GIT_CONFIG_KEY_0`, … (git-config(1), ENVIRONMENT). */
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
