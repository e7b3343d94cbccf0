import { constants } from "node:fs";
import { open } from "node:fs/promises";

import { maxImageBytes } from "../../shared/conversation/image.ts";
import { readImage } from "../../shared/conversation/readImage.ts";
import { UsageError } from "../../sharedNode/flags.ts";
import type { ProgramOptions } from "./programOptions.ts";
import { attachmentText, maxImages, maxPrompt, type PromptContent } from "./promptContent.ts";
import { printNotice } from "./terminal.ts";

/** Providers refuse larger images (Anthropic API reference, "Vision"). */
const maxSide = 8_000;

/** A program that starts the agent may leave the pipe open without writing to it. */
const firstByteMs = 3_000;

type InputOptions = Pick<ProgramOptions, "task" | "imageFiles" | "resume" | "isContinued">;

/**
 * The task with its images and the `wish` for its answer. Piped text is the task, or with a task its attachment. Rejects with a `UsageError` for
 * content that cannot be sent.
 */
export async function readInput(options: InputOptions, wish?: string): Promise<PromptContent> {
  const { task, imageFiles, resume, isContinued } = options;
  if (imageFiles.length > maxImages) {
    throw new UsageError(`A task has at most ${maxImages} images.`);
  }
  const images = await Promise.all(imageFiles.map(imageIn));
  const given = task === "-" ? "" : task;
  const mayLack = task !== "-" && [task !== "", resume !== undefined, isContinued].includes(true);
  const piped = task === "-" || !process.stdin.isTTY ? await pipedText(mayLack) : "";
  const text = piped === "" || given === "" ? given + piped : `${given}\n\n${attached(piped)}`;
  if (text === "" && !mayLack) {
    throw new UsageError("Give the task as one text, or on standard input.");
  }
  if (text.length > maxPrompt) {
    throw new UsageError(tooLong);
  }
  return { text: wish === undefined ? text : `${text}\n\n${wish}`.trim(), images };
}

const tooLong = `The task is longer than ${maxPrompt} characters. Put it into a file and name the file.`;

function attached(text: string): string {
  return attachmentText("the text on standard input", text);
}

/** Empty if `mayLack` and the pipe is silent. */
async function pipedText(mayLack: boolean): Promise<string> {
  const bytes = await readStandardInput(mayLack ? firstByteMs : undefined);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).trim();
    if (!text.includes("\0")) {
      return text;
    }
  } catch {
    // Refused below.
  }
  throw new UsageError("Standard input is not text in UTF-8.");
}

async function readStandardInput(waitMs: number | undefined): Promise<Uint8Array> {
  const { stdin } = process;
  const chunks: Buffer[] = [];
  let size = 0;
  let isSilent = false;
  const stopWaiting = (): void => {
    isSilent = true;
    stdin.destroy();
  };
  const timer = waitMs === undefined ? undefined : setTimeout(stopWaiting, waitMs);
  try {
    for await (const chunk of stdin.iterator() as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      chunks.push(chunk);
      size += chunk.length;
      // The longest character has three bytes for each UTF-16 unit.
      if (size > 3 * maxPrompt) {
        throw new UsageError(tooLong);
      }
    }
  } catch (error) {
    if (!isSilent) {
      throw error instanceof UsageError
        ? error
        : new UsageError("Standard input cannot be read.", { cause: error });
    }
    printNotice("Nothing came on standard input: not waiting for it.");
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

async function imageIn(file: string): Promise<PromptContent["images"][number]> {
  const bytes = await bytesOf(file);
  const facts = readImage(bytes);
  if (!facts || Math.max(facts.width, facts.height) > maxSide) {
    throw new UsageError(
      `${file} is no PNG, JPEG, GIF or WebP image of at most 5 MB and ${maxSide} pixels a side.`,
    );
  }
  return { type: "image", mimeType: facts.mimeType, base64: bytes.toString("base64") };
}

/** Empty if the file is too large. */
async function bytesOf(path: string): Promise<Buffer> {
  try {
    // A pipe without a writer is refused, not waited for. The flag is undefined on Windows.
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    if (!stats.isFile()) {
      throw new Error("It is no file.");
    }
    return stats.size > maxImageBytes ? Buffer.alloc(0) : await file.readFile();
  } catch (error) {
    throw new UsageError(`The image ${path} cannot be read.`, { cause: error });
  }
}
