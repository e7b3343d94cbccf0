import type { Usage } from "../../shared/conversation/conversation.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import { answerNotices } from "./notices.ts";

/** No list of kinds with counts is longer. */
const maxTail = 2_500;
const comments =
  /(?:\n: hub-dlp-answer (?<answer>[\w;=,. ]{1,2000})\n)?(?:\n: hub-saved (?<saved>\d{1,20}(?:\.\d{1,20})?))?(?:\n: hub-cost (?<cost>\d{1,20}(?:\.\d{1,20})?))?\s*$/u;

/** What the hub tells after a stream, in comments. */
export class EndComments {
  #tail = "";

  push(text: string): void {
    this.#tail = (this.#tail + text.slice(-maxTail)).slice(-maxTail);
  }

  get costs(): Pick<Usage, "cost" | "saved"> {
    const { cost, saved } = this.#told();
    return cost === undefined ? {} : { cost, ...(saved !== undefined && { saved }) };
  }

  /** What the hub found in the answer. */
  get notices(): readonly Failure[] {
    return answerNotices(this.#told()["answer"] ?? "");
  }

  #told(): Readonly<Record<string, string | undefined>> {
    const at = this.#tail.lastIndexOf("\ndata:");
    return comments.exec(this.#tail.slice(Math.max(0, at)))?.groups ?? {};
  }
}
