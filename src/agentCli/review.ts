import { readFileSync } from "node:fs";

import { maxDiff, review, ReviewError } from "../agent/review/review.ts";
import { GitReader } from "../agentNode/processes/gitReader.ts";
import { TextScanner } from "../chat/protection/textScanner.ts";
import { compileOwnKinds } from "../dlp/compileOwnKinds.ts";
import { visibleText } from "../shared/text/visibleText.ts";
import { UsageError } from "../sharedNode/flags.ts";
import { maskingStream } from "./run/composeRun.ts";
import { chooseModel, clientOf, tokenOf } from "./run/hubAccess.ts";
import { withinHub } from "./run/machineRules.ts";
import { ProgramError } from "./run/programError.ts";
import type { ProgramOptions } from "./run/programOptions.ts";
import { print } from "./run/terminal.ts";

const maxPrompt = 100_000;

/** Prints the findings in the changes of a range, or of the working tree. Posts and changes nothing. */
export async function reviewRange(options: ProgramOptions, signal: AbortSignal): Promise<void> {
  await tokenOf(options);
  const { folder, isJson, promptFile } = options;
  const prompt = promptFile === undefined ? undefined : promptIn(promptFile);
  const diff = await diffOf(folder, options.task);
  const client = clientOf(options, "ai-hub-agent");
  await client.policy({ signal });
  compileOwnKinds();
  const model = chooseModel(await client.listModels({ signal }), withinHub(options).model).id;
  const stream = maskingStream((...asked) => client.streamChat(...asked), new TextScanner());
  try {
    const { findings, dropped } = await review(
      { diff, model, prompt, options: { signal } },
      stream,
    );
    for (const finding of findings) {
      const { file, line, severity, title, evidence } = finding;
      const lines = [
        `${visibleText(file)}:${line}: ${severity}: ${title}`,
        ...evidence.split("\n"),
      ];
      print(isJson ? JSON.stringify({ type: "finding", ...finding }) : lines.join("\n    "));
    }
    const count = findings.length;
    print(
      isJson
        ? JSON.stringify({ type: "end", findings: count, dropped })
        : `${count} ${count === 1 ? "finding" : "findings"}${dropped > 0 ? `; ${dropped} without a place in the changes left out` : ""}`,
    );
  } catch (error) {
    if (error instanceof ReviewError) {
      throw new ProgramError(
        "The model did not answer in the form of a review. Try another model.",
      );
    }
    throw error;
  }
}

async function diffOf(folder: string, range: string): Promise<string> {
  const git = await GitReader.open(folder, process.env["PATH"] ?? "");
  if (!git) {
    throw new ProgramError(
      "There is no Git repository here, or its configuration starts programs.",
    );
  }
  const diff = await git.diff(range);
  if (diff === undefined) {
    throw new UsageError("review takes one range of commits, as main..HEAD, or none.");
  }
  if (diff.trim() === "") {
    throw new ProgramError("There are no changes. New files count after: git add -N <file>");
  }
  if (diff.length > maxDiff) {
    throw new ProgramError(
      `The changes are longer than ${maxDiff} characters: review a smaller range.`,
    );
  }
  return diff;
}

function promptIn(file: string): string {
  try {
    return readFileSync(file, "utf8").slice(0, maxPrompt);
  } catch (error) {
    throw new UsageError(`The prompt in ${file} cannot be read`, { cause: error });
  }
}
