import type { AgentCard } from "../../shared/calls/agentCalls.ts";
import { maxScript, readScript } from "./shellReader.ts";

export type CommandDanger = NonNullable<AgentCard["dangers"]>[number];

const order: readonly CommandDanger["kind"][] = [
  "deletes",
  "packages",
  "network",
  "outside",
  "history",
];
const maxNames = 3;

/** Only shown on the approval card; decides nothing. A script that the shell reader refuses is split into words. */
export function commandDangers(script: string, folder = "."): readonly CommandDanger[] {
  const names = new Map<CommandDanger["kind"], Set<string>>();
  const commands = commandsOf(script.slice(0, maxScript));
  for (const words of commands) {
    for (const [kind, subjects] of dangersOf(words, folder)) {
      const known = names.get(kind) ?? new Set();
      names.set(kind, known);
      for (const subject of subjects) {
        known.add(subject.slice(0, 60));
      }
    }
  }
  const programs = commands.map(([program = ""]) => program);
  if (programs.some((name) => /^(?:curl|wget)$/u.test(name)) && programs.some(isShell)) {
    names.set("packages", new Set());
  }
  if (names.has("packages")) {
    names.delete("network");
  }
  return order.flatMap((kind) => {
    const found = names.get(kind);
    return found ? [{ kind, names: [...found].slice(0, maxNames) }] : [];
  });
}

const wrappers = /^(?:sudo|doas|env|time|nohup|nice|xargs|command|exec|then|do|else)$/u;

const isShell = (name: string): boolean =>
  /^(?:ba|z|da|fi)?sh$|^(?:pwsh|powershell|cmd)$/u.test(name);

function commandsOf(script: string, depth = 0): readonly (readonly string[])[] {
  const all =
    readScript(script)?.map(({ words }) => words) ??
    script.split(/&&|[\n;|&()`]+|\$\(/u).map((part) => looseWords(part));
  return all.flatMap((words) => {
    const start = words.findIndex(
      (word) => !wrappers.test(word) && !word.startsWith("-") && !/^\w+=/u.test(word),
    );
    const [path = "", ...rest] = start < 0 ? [] : words.slice(start);
    const name = path
      .replace(/^.*[/\\]/u, "")
      .replace(/\.(?:exe|cmd)$/iu, "")
      .toLowerCase();
    const inner = isShell(name) && depth < 2 ? rest.find((word) => /\s/u.test(word)) : undefined;
    const own = name === "" ? [] : [[name, ...rest]];
    return inner === undefined ? own : [...own, ...commandsOf(inner, depth + 1)];
  });
}

function looseWords(part: string): readonly string[] {
  return Array.from(part.matchAll(/"([^"]*)"|'([^']*)'|[^\s"']+/gu), (match) =>
    (match[1] ?? match[2] ?? match[0]).trim(),
  ).filter((word) => word !== "");
}

type Found = readonly [kind: CommandDanger["kind"], names: readonly string[]];

function dangersOf([program = "", ...words]: readonly string[], folder: string): readonly Found[] {
  const named = words.filter((word) => !word.startsWith("-"));
  const [verb = ""] = named;
  const outside = named.filter((word) => isOutside(word, folder));
  return [
    ...(deleting.test(program) ? [["deletes", named] as const] : []),
    ...(program === "find" && words.some((word) => word === "-delete" || deleting.test(word))
      ? [["deletes", named.slice(0, 1)] as const]
      : []),
    ...(isPackage(program, verb, named) ? [["packages", []] as const] : []),
    ...(network.test(program) ? [["network", []] as const] : []),
    ...(program === "docker" && /^(?:push|pull|login)$/u.test(verb)
      ? [["network", []] as const]
      : []),
    ...(program === "git" ? gitDangers(verb, named.slice(1), words) : []),
    ...(outside.length > 0 ? [["outside", outside] as const] : []),
  ];
}

const deleting = /^(?:rm|rmdir|unlink|shred|trash|del|erase|rd|ri|remove-item|rimraf)$/u;
const network =
  /^(?:curl|wget|ssh|scp|sftp|rsync|nc|ncat|telnet|ftp|gh|aws|gcloud|az|kubectl|helm|invoke-webrequest|invoke-restmethod|iwr|irm)$/u;
const runners = /^(?:npx|bunx|uvx|pipx|pnpx)$/u;
/** Verbs that download packages, whose scripts often run at once. */
const installing: Readonly<Record<string, RegExp>> = {
  npm: /^(?:i|install|ci|add|exec|x|create|init|update|up)$/u,
  pnpm: /^(?:i|install|add|dlx|create|update|up)$/u,
  yarn: /^(?:|install|add|dlx|create|up|upgrade)$/u,
  bun: /^(?:i|install|add|x|create|update)$/u,
  pip: /^install$/u,
  pip3: /^install$/u,
  uv: /^(?:pip|add|sync|run|tool)$/u,
  poetry: /^(?:install|add|update)$/u,
  conda: /^(?:install|create|update)$/u,
  cargo: /^(?:install|add)$/u,
  go: /^(?:install|get)$/u,
  gem: /^install$/u,
  bundle: /^(?:|install|update)$/u,
  composer: /^(?:install|require|update)$/u,
  brew: /^(?:install|upgrade)$/u,
  apt: /^(?:install|upgrade)$/u,
  "apt-get": /^(?:install|upgrade)$/u,
  dnf: /^install$/u,
  yum: /^install$/u,
  apk: /^add$/u,
  choco: /^install$/u,
  winget: /^install$/u,
  docker: /^run$/u,
};

function isPackage(program: string, verb: string, named: readonly string[]): boolean {
  const isModule = /^python[\d.]*$/u.test(program) && named[0] === "pip" && named[1] === "install";
  return isModule || runners.test(program) || installing[program]?.test(verb) === true;
}

const rewriting =
  /^(?:(?:rebase|filter-branch|filter-repo|update-ref|reflog) |reset .*--(?:hard|merge|keep)\b|commit .*--amend\b|push .*(?:--force| -[a-z]*f| \+)|stash .*(?:drop|clear)\b|(?:branch|tag) .*(?: -[dD]\b|--delete\b))/u;

function gitDangers(
  verb: string,
  named: readonly string[],
  words: readonly string[],
): readonly Found[] {
  const text = [verb, "", ...words.filter((word) => word !== verb)].join(" ");
  return [
    ...(verb === "rm" || verb === "clean" ? [["deletes", named] as const] : []),
    ...(/^(?:push|pull|fetch|clone|ls-remote|submodule)$/u.test(verb)
      ? [["network", []] as const]
      : []),
    ...(rewriting.test(text) ? [["history", []] as const] : []),
  ];
}

const systemPlace =
  /^(?:~|\$HOME\b|\/$|\/(?:etc|usr|bin|sbin|lib|opt|var|root|boot|sys|proc)(?:\/|$)|[a-z]:[/\\](?:windows|program files))/iu;

function isOutside(word: string, folder: string): boolean {
  if (systemPlace.test(word)) {
    return true;
  }
  let depth = folder.split(/[/\\]/u).filter((part) => part !== "" && part !== ".").length;
  for (const part of /^\.\.?(?:[/\\]|$)/u.test(word) ? word.split(/[/\\]/u) : []) {
    depth += part === ".." ? -1 : part === "." || part === "" ? 0 : 1;
    if (depth < 0) {
      return true;
    }
  }
  return false;
}
