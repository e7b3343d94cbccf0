import { open } from "node:fs/promises";

import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";

import type { GateVerdict } from "../../agent/run/doneGate.ts";
import { isRecord, parseJson } from "../../shared/base/json.ts";
import { UsageError } from "../../sharedNode/flags.ts";
import { endlessReference } from "./schemaCircles.ts";

const maxBytes = 64 * 1024;
const maxProblems = 2_000;

const dialects = [
  { name: /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/u, Validator: Ajv2020 },
  { name: /^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/u, Validator: Ajv2019 },
  { name: /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/u, Validator: Ajv },
] as const;

/** The form of a run's last answer, for the model and for its judgement. */
export class AnswerSchema {
  /** The words about the form that are added to the task. */
  readonly wish: string;
  /** The last answer as JSON; undefined if it does not fit. */
  value: unknown;
  readonly #validate: ValidateFunction;
  #refusals = 0;

  constructor(text: string, validate: ValidateFunction) {
    this.wish = `Your last answer, when the task is done, is only JSON, valid by this JSON Schema:\n${text}`;
    this.#validate = validate;
  }

  get isRefused(): boolean {
    return this.#refusals > 1;
  }

  /** Judges an answer; the model may correct itself once. */
  judge(text: string): GateVerdict {
    const value = parseJson(text.trim().replace(/^```(?:json)?\s*\n(.*)\n```$/su, "$1"));
    const problems = value === undefined ? "It is no JSON." : this.#problemsOf(value);
    if (problems === undefined) {
      this.value = value;
      return {};
    }
    this.#refusals += 1;
    return this.isRefused
      ? {
          ending: {
            outcome: "failed",
            reason: `The answer does not fit --output-schema: ${problems}`,
          },
        }
      : {
          note: `Your answer is not valid by the JSON Schema of the task: ${problems} Answer again.`,
        };
  }

  #problemsOf(value: unknown): string | undefined {
    if (this.#validate(value)) {
      return undefined;
    }
    const texts = (this.#validate.errors ?? []).map(
      ({ instancePath, message = "" }) => `${instancePath === "" ? "/" : instancePath} ${message}.`,
    );
    return texts.join(" ").slice(0, maxProblems);
  }
}

/** Rejects with a `UsageError` for a schema that cannot be used. */
export async function readAnswerSchema(file: string): Promise<AnswerSchema> {
  const text = await textOf(file);
  const schema = parseJson(text);
  if (!isRecord(schema)) {
    throw new UsageError(`The schema in ${file} is no JSON object.`);
  }
  const { $schema: dialect = "https://json-schema.org/draft/2020-12/schema" } = schema;
  const found = dialects.find(({ name }) => typeof dialect === "string" && name.test(dialect));
  if (!found) {
    throw new UsageError(
      `The schema in ${file} is written in another dialect than draft-07, 2019-09 and 2020-12.`,
    );
  }
  try {
    const circle = endlessReference(schema);
    if (circle !== undefined) {
      throw new Error(`${circle} refers to itself without an end`);
    }
    const validator = new found.Validator({
      allErrors: true,
      strict: false,
      validateFormats: false,
      logger: false,
    });
    return new AnswerSchema(JSON.stringify(schema), validator.compile(schema));
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 300) : "unknown reason";
    throw new UsageError(`The schema in ${file} cannot be used: ${reason}`, { cause: error });
  }
}

async function textOf(file: string): Promise<string> {
  let size: number;
  let bytes: Buffer;
  try {
    await using opened = await open(file);
    ({ size } = await opened.stat());
    bytes = size > maxBytes ? Buffer.alloc(0) : await opened.readFile();
  } catch (error) {
    throw new UsageError(`The schema in ${file} cannot be read.`, { cause: error });
  }
  if (size > maxBytes) {
    throw new UsageError(`The schema in ${file} is larger than 64 KB.`);
  }
  return bytes.toString("utf8");
}
