/** Runs in the chat's page: when a click on the history had which effect, in milliseconds of the epoch. */
export interface OpeningMarks {
  readonly clickedAt: number;
  /** The host says that another conversation is shown. */
  reloadedAt?: number;
  /** The host's answer with its messages, and their length as JSON. */
  answeredAt?: number;
  answer?: unknown;
  answerUnits?: number;
  /** Something of the conversation's last message is drawn, and then its end. */
  begunAt?: number;
  endedAt?: number | undefined;
}

declare global {
  var opening: OpeningMarks | undefined;
}

interface HostMessage {
  readonly method?: string;
  readonly result?: { readonly messages?: unknown };
}

/** Notes in `opening` what comes of the next clicks on a row of the history. */
export function watchOpenings(): void {
  const { timeOrigin } = performance;
  const now = (): number => timeOrigin + performance.now();
  /** Of all answers, also of those that come. */
  const texts = document.getElementsByClassName("md-document");
  const lastText = (): Element | null => texts.item(texts.length - 1);
  document.addEventListener(
    "click",
    ({ timeStamp, target }) => {
      const row = target instanceof Element ? target.closest("[data-history-row]") : null;
      const title = row?.querySelector(".history-name");
      if (title) {
        const marks: OpeningMarks = { clickedAt: timeOrigin + timeStamp };
        globalThis.opening = marks;
        void draw(marks, lastText(), `The last words of ${title.textContent}`);
      }
    },
    { capture: true },
  );
  window.addEventListener(
    "message",
    ({ data }: MessageEvent<HostMessage>) => {
      const marks = globalThis.opening;
      if (marks && data.method === "reload") {
        marks.reloadedAt ??= now();
      } else if (marks && data.result?.messages !== undefined) {
        marks.answeredAt ??= now();
        marks.answer ??= data.result;
      }
    },
    { capture: true },
  );

  /** Looks after each frame. */
  async function draw(marks: OpeningMarks, before: Element | null, words: string): Promise<void> {
    while (marks.endedAt === undefined) {
      await new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      });
      const text = lastText();
      const end = text?.lastElementChild?.lastElementChild?.textContent ?? "";
      if (text !== before && end !== "") {
        marks.begunAt ??= now();
        marks.endedAt = end.includes(words) ? now() : undefined;
      }
    }
    marks.answerUnits = JSON.stringify(marks.answer).length;
    marks.answer = undefined;
  }
}
