import { quietGitVariables } from "../../agent/command/quietGit.ts";

/**
 * Variables of the editor, this product and Git, and variables with which a shell or Node starts a program, such as
 * `NODE_OPTIONS`.
 */
const left =
  /^(?:VSCODE_|ELECTRON_|AI_HUB_|GIT_|BASH_FUNC_|npm_|LD_|DYLD_|(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|ZDOTDIR|NODE_OPTIONS|SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_AGENT_INFO)$)/iu;
/** Words that indicate a secret: at the end of a part (`PGPASSWORD`), or as a whole part. */
const secret =
  /(?:TOKEN|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|(?:API|PRIVATE|ACCESS|SIGNING|ENCRYPTION|SESSION)_?KEY|CREDENTIALS?|SSHPASS)(?:_|$)|(?:^|_)(?:PWD_?HASH|COOKIE)(?:_|$)|_(?:PWD|PASS)(?:_|$)/iu;
const addressWithPassword = /^[a-z][a-z\d+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/iu;

const noEditor = `echo "No editor can be used here: nobody can type. Give the text with the command, as in git commit -m." >&2; false`;
const editors = ["vi", "vim", "nvim", "view", "nano", "emacs"];

const editorFunctions = Object.fromEntries(
  editors.map((name) => [
    `BASH_FUNC_${name}%%`,
    `() { case "\${1-}" in -?*) command ${name} "$@";; *) echo "${name}: nobody can type here. Change files with the tools for files." >&2; return 1;; esac; }`,
  ]),
);

/** With these variables, programs neither wait for a person nor draw for one. */
const quiet = {
  EDITOR: noEditor,
  VISUAL: noEditor,
  GIT_EDITOR: noEditor,
  GIT_SEQUENCE_EDITOR: noEditor,
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  // No terminal has this name, so a program that draws on one ends at once. On "dumb", `watch` draws for ever.
  TERM: "unknown",
  NO_COLOR: "1",
  CI: "1",
  DEBIAN_FRONTEND: "noninteractive",
} as const;

export interface CommandEnvironmentOptions {
  /** A mark that finds the command's processes outside its group. */
  readonly mark: string;
  /** Names that the person allows although they look secret; names in `left` stay excluded. */
  readonly allowed: readonly string[];
}

/**
 * The extension host's environment, without variables of the editor, variables that start something, and secrets by
 * name or value.
 */
export function commandEnvironment(
  base: NodeJS.ProcessEnv,
  { mark, allowed }: CommandEnvironmentOptions,
): NodeJS.ProcessEnv {
  const kept = Object.entries(base)
    .filter(
      ([name, value]) => !left.test(name) && (allowed.includes(name) || !looksSecret(name, value)),
    )
    .map(([name, value]) => [name, quietValue(name) ?? value] as const);
  return { ...Object.fromEntries(kept), ...quiet, ...editorFunctions, AI_HUB_RUN: mark };
}

function quietValue(name: string): string | undefined {
  if (name.endsWith("PAGER")) {
    return "cat";
  }
  return name.endsWith("EDITOR") ? noEditor : undefined;
}

export function withheldVariables(base: NodeJS.ProcessEnv): readonly string[] {
  return Object.keys(base)
    .filter((name) => !left.test(name) && looksSecret(name, base[name]))
    .toSorted();
}

function looksSecret(name: string, value: string | undefined): boolean {
  return secret.test(name) || addressWithPassword.test(value ?? "");
}

/**
 * The environment of a plain script: nothing comes from the workspace, and Git neither runs a hook nor writes its index
 * (`git status` would do both). It has no `HOME`, because Git before 2.32 cannot ignore the person's configuration
 * otherwise.
 */
export function plainEnvironment(
  base: NodeJS.ProcessEnv,
  { path, mark }: { readonly path: string; readonly mark: string },
): NodeJS.ProcessEnv {
  const { LANG, SystemRoot } = base;
  return { LANG, SystemRoot, PATH: path, ...quiet, ...quietGitVariables, AI_HUB_RUN: mark };
}
