import type { JSX } from "preact";

import type { ImportPlanView, ImportState } from "../../../../shared/sellerPage/sellerImport.ts";
import { useSellerPage } from "../../sellerPage.ts";

type Question = NonNullable<ImportState["check"]>["questions"][number];

/** An answer applies to the whole file or column, which is checked again. */
export function ImportQuestions({
  questions,
  plan,
}: {
  readonly questions: readonly Question[];
  readonly plan: ImportPlanView;
}): JSX.Element {
  const { words, format, host } = useSellerPage();
  const answer = async (part: Partial<ImportPlanView>): Promise<void> => {
    await host.changeImport({ plan: { ...plan, ...part } });
    await host.checkImport({});
  };
  return (
    <>
      {questions.map((question) => {
        const text =
          question.code === "ambiguousNumber"
            ? words.ambiguousNumbers(question.text)
            : words.junkTexts(question.label, question.text);
        return (
          <div
            key={question.code + question.field}
            class="problem warning import-question"
            role="group"
            aria-label={text}
          >
            <p>
              {text} {words.cellsLikeIt(format.count(question.count))}
            </p>
            {question.code === "ambiguousNumber" ? (
              <Readings
                text={question.text}
                onChoose={(decimal) => answer({ format: { ...plan.format, decimal } })}
              />
            ) : (
              (["empty", "asIs"] as const).map((junk) => (
                <button
                  key={junk}
                  type="button"
                  class="button quiet small"
                  onClick={() => void answer({ junk: { ...plan.junk, [question.field]: junk } })}
                >
                  {junk === "empty" ? words.junkEmpty : words.junkAsIs}
                </button>
              ))
            )}
          </div>
        );
      })}
    </>
  );
}

/** Shows the whole number first, because a stock is whole. */
function Readings({
  text,
  onChoose,
}: {
  readonly text: string;
  readonly onChoose: (decimal: "," | ".") => Promise<void>;
}): JSX.Element {
  const { words, format } = useSellerPage();
  const signs = text.includes(".") ? ([",", "."] as const) : ([".", ","] as const);
  return (
    <>
      {signs.map((decimal) => (
        <button
          key={decimal}
          type="button"
          class="button quiet small"
          onClick={() => void onChoose(decimal)}
        >
          {words.readAs(text, format.cell(numberOf(text, decimal), "decimal"))}
        </button>
      ))}
    </>
  );
}

function numberOf(text: string, decimal: "," | "."): number {
  const digits = text.replaceAll(/[^\d.,-]/gu, "");
  return Number(digits.replace(/[.,]/u, digits.includes(decimal) ? "." : ""));
}
