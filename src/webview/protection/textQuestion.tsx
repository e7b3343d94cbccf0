import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";

import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import { lazyPart } from "../page/parts/lazyPart.tsx";
import { useProtection } from "./protectionPage.ts";
import type { QuestionProps } from "./SensitiveQuestion.tsx";

const LazyQuestion = lazyPart<QuestionProps>(
  async () => (await import("./SensitiveQuestion.tsx")).SensitiveQuestion,
  { style: "protection" },
);

interface TextQuestion {
  readonly send: (text: string) => Promise<void>;
  readonly question: JSX.Element | null;
}

export function useTextQuestion(sendNow: (text: string) => void, onEdit: () => void): TextQuestion {
  const protection = useProtection();
  const [asked, setAsked] = useState<{ readonly text: string; readonly report: SensitiveReport }>();
  const isChecking = useRef(false);
  const send = async (text: string): Promise<void> => {
    if (isChecking.current) {
      return;
    }
    isChecking.current = true;
    const report = await protection.undecidedIn(text);
    isChecking.current = false;
    if (report) {
      setAsked({ text, report });
    } else {
      sendNow(text);
    }
  };
  const question = asked ? (
    <LazyQuestion
      report={asked.report}
      onDecide={async (decision, choices) => {
        await protection.decideText(asked.text, decision, choices);
        setAsked(undefined);
        sendNow(asked.text);
      }}
      onEdit={() => {
        setAsked(undefined);
        onEdit();
      }}
    />
  ) : null;
  return { send, question };
}
