import type { Prompt } from "../../models/prompt.ts";

type Step =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "toolCall";
      readonly name: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

const maxTask = 2_000;
const maxFiles = 20;
const testCommand = "node --test";

const renaming =
  /\b(?:rename|renomei?[ae]r?)\s+`?([A-Za-z_$][\w$]*)`?\s+(?:to|para)\s+`?([A-Za-z_$][\w$]*)`?/iu;
const listing = /\bTODOs\b[^.\n]*?\s([\w-]{1,60}\.md)\b/iu;

const mending =
  /\b(?:fix|mend|correct|conserte|corrija|arrume)\b[^.\n]{0,60}?\b(?:tests?|testes?)\b[^\n]*?([\w./-]{1,200}\.[cm]?[jt]s)\b/iu;
const difference = /^\s*\+ '([^'\n]{1,100})'\s*\n\s*- '([^'\n]{1,100})'/mu;

const allPass = /^[#ℹ] pass [1-9]\d*$[^]*^[#ℹ] fail 0$/mu;

const words = {
  en: {
    none: (name: string) => `I found no \`${name}\` in the workspace.`,
    contained: (name: string) =>
      `Another name or a text contains \`${name}\`. I go by rules only, and would change that one too; so I changed nothing.`,
    failed: "I stopped, because a step was not done:",
    renamed: (count: number) => `Renamed in ${count} files. This is what the tests said:`,
    passes: "There is nothing to mend, the tests pass:",
    unclear: "The tests said nothing that I can mend by rules:",
    elsewhere: (wrong: string) =>
      `The test got \`${wrong}\`, which I cannot find in exactly one place of the sources; so I changed nothing.`,
    mended: (wrong: string, right: string) =>
      `The test wanted \`${right}\` and got \`${wrong}\`, so I changed that. Now it says:`,
    written: (file: string) => `Every TODO with its place is in \`${file}\` now.`,
    why: "Run the tests",
    look: "*Undo* below takes it back, all of it or file by file.",
  },
  pt: {
    none: (name: string) => `Não achei \`${name}\` no espaço de trabalho.`,
    contained: (name: string) =>
      `Outro nome ou um texto contém \`${name}\`. Sigo apenas regras e mudaria também esse; por isso não mudei nada.`,
    failed: "Parei, porque um passo não foi feito:",
    renamed: (count: number) => `Renomeado em ${count} arquivos. Isto é o que os testes disseram:`,
    passes: "Não há nada a consertar, os testes passam:",
    unclear: "Os testes não disseram nada que eu conserte por regras:",
    elsewhere: (wrong: string) =>
      `O teste recebeu \`${wrong}\`, que não acho em exatamente um lugar do código; por isso não mudei nada.`,
    mended: (wrong: string, right: string) =>
      `O teste queria \`${right}\` e recebeu \`${wrong}\`; mudei isso. Agora ele diz:`,
    written: (file: string) => `Cada TODO, com o seu lugar, está agora em \`${file}\`.`,
    why: "Rodar os testes",
    look: "*Desfazer*, abaixo, volta atrás em tudo ou arquivo por arquivo.",
  },
} as const;

/**
 * Tasks: rename something everywhere and run the tests, list the TODOs, or correct the text that a failing test names.
 */
export function agentStep({ messages, tools, mayCallTools }: Prompt): Step | undefined {
  const names = new Set(tools.map(({ name }) => name));
  const asked = messages.findLastIndex(
    (message) => message.role === "user" && !message.text.startsWith("[AI Hub"),
  );
  const task = messages[asked]?.text.slice(0, maxTask) ?? "";
  if (!mayCallTools || !["search_text", "edit_file", "write_file"].every((one) => names.has(one))) {
    return undefined;
  }
  const results = messages
    .slice(asked + 1)
    .flatMap((message) => (message.role === "tool" ? [message.text] : []));
  return stepOf(task, results, names.has("run_command"));
}

function stepOf(task: string, results: readonly string[], hasCommands: boolean): Step | undefined {
  const [, from, to] = renaming.exec(task) ?? [];
  if (from !== undefined && to !== undefined) {
    const said = /renome/iu.test(task) ? words.pt : words.en;
    return renameStep({ from, to }, results, said, hasCommands);
  }
  const [, test] = mending.exec(task) ?? [];
  if (test !== undefined && hasCommands) {
    const said = /\b(?:conserte|corrija|arrume)\b/iu.test(task) ? words.pt : words.en;
    return mendStep(test, results, said);
  }
  const [, file] = listing.exec(task) ?? [];
  const said = /\b(?:os|no|em|para)\b/iu.test(task) ? words.pt : words.en;
  return file === undefined ? undefined : listStep(file, results, said);
}

type Words = (typeof words)["en" | "pt"];

function renameStep(
  { from, to }: { readonly from: string; readonly to: string },
  [found, ...done]: readonly string[],
  said: Words,
  hasCommands: boolean,
): Step {
  if (found === undefined) {
    return call("search_text", { query: from, case_sensitive: true });
  }
  const hits = hitsOf(found);
  const files = [...new Set(hits.map(({ path }) => path))].slice(0, maxFiles);
  if (files.length === 0) {
    return text(said.none(from));
  }
  if (hits.some(({ line }) => isContained(from, line))) {
    return text(said.contained(from));
  }
  const problem = done.find((result) => result.startsWith("Not done"));
  if (problem !== undefined) {
    return text(said.failed, fenced(problem));
  }
  const next = files[Math.floor(done.length / 2)];
  if (next !== undefined) {
    const edits = [{ old_text: from, new_text: to, replace_all: true }];
    // `edit_file` refuses to replace all occurrences in an unread file.
    return done.length % 2 === 0
      ? call("read_file", { path: next })
      : call("edit_file", { path: next, edits });
  }
  const tested = done[2 * files.length];
  if (hasCommands && tested === undefined) {
    return call("run_command", { command: testCommand, purpose: said.why });
  }
  return text(said.renamed(files.length), fenced((tested ?? "").slice(-1_500)), said.look);
}

function listStep(file: string, [found, written]: readonly string[], said: Words): Step {
  if (found === undefined) {
    return call("search_text", { query: "TODO", case_sensitive: true });
  }
  const hits = hitsOf(found);
  if (hits.length === 0) {
    return text(said.none("TODO"));
  }
  if (written === undefined) {
    const rows = hits.map(({ path, row, line }) => `- ${path}:${row} ${line.trim()}`);
    return call("write_file", { path: file, content: `# TODO\n\n${rows.join("\n")}\n` });
  }
  return written.startsWith("Not done")
    ? text(said.failed, fenced(written))
    : text(said.written(file), said.look);
}

function mendStep(
  test: string,
  [failed, found, edited, again]: readonly string[],
  said: Words,
): Step {
  const running = call("run_command", { command: `node --test ${test}`, purpose: said.why });
  if (failed === undefined) {
    return running;
  }
  const [, wrong, right] = difference.exec(failed) ?? [];
  if (wrong === undefined || right === undefined) {
    const why = allPass.test(failed) ? said.passes : said.unclear;
    return text(why, fenced(failed.slice(-1_500)));
  }
  if (found === undefined) {
    return call("search_text", { query: wrong, case_sensitive: true });
  }
  const [hit, ...others] = hitsOf(found).filter(({ path }) => path !== test);
  if (edited === undefined) {
    const edits = [{ old_text: wrong, new_text: right }];
    return hit && others.length === 0
      ? call("edit_file", { path: hit.path, edits })
      : text(said.elsewhere(wrong));
  }
  if (edited.startsWith("Not done")) {
    return text(said.failed, fenced(edited));
  }
  return again === undefined
    ? running
    : text(said.mended(wrong, right), fenced(again.slice(-1_500)), said.look);
}

interface Hit {
  readonly path: string;
  readonly row: string;
  readonly line: string;
}

function hitsOf(found: string): readonly Hit[] {
  return found.split("\n").flatMap((shown) => {
    const [, path, row, line] = /^([^:\n]+):(\d+): (.*)$/u.exec(shown) ?? [];
    return path === undefined || row === undefined || path.endsWith(".md")
      ? []
      : [{ path, row, line: line ?? "" }];
  });
}

function isContained(name: string, line: string): boolean {
  const names = line.match(/[\w$]+/gu) ?? [];
  const texts = line.match(/(["'`])[^"'`]*\1/gu) ?? [];
  return (
    names.some((word) => word !== name && word.includes(name)) ||
    texts.some((one) => one.includes(name))
  );
}

function call(name: string, fields: Readonly<Record<string, unknown>>): Step {
  return { kind: "toolCall", name, fields };
}

function text(...blocks: readonly string[]): Step {
  return { kind: "text", text: blocks.join("\n\n") };
}

function fenced(output: string): string {
  return `\`\`\`\`text\n${output.replaceAll("````", "")}\n\`\`\`\``;
}
