import type { Usage } from "../../shared/conversation/conversation.ts";

const maxTail = 160;
const comment =
  /(?:\n: hub-saved (?<saved>\d{1,20}(?:\.\d{1,20})?))?\n: hub-cost (?<cost>\d{1,20}(?:\.\d{1,20})?)\s*$/u;

export class CostComment {
  #tail = "";

  push(text: string): void {
    this.#tail = (this.#tail + text.slice(-maxTail)).slice(-maxTail);
  }

  get costs(): Pick<Usage, "cost" | "saved"> {
    const { cost, saved } = comment.exec(this.#tail)?.groups ?? {};
    return { ...(cost !== undefined && { cost }), ...(saved !== undefined && { saved }) };
  }
}
