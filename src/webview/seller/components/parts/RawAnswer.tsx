import type { JSX } from "preact";

import { useSellerPage } from "../../sellerPage.ts";

interface RawAnswerProps {
  /** Text from outside: draw it as plain text only. */
  readonly answer: string | undefined;
  readonly status?: number | undefined;
}

export function RawAnswer({ answer, status }: RawAnswerProps): JSX.Element | null {
  const { words } = useSellerPage();
  return answer === undefined ? null : (
    <details>
      <summary>
        {words.portalAnswer}
        {status !== undefined && ` · HTTP ${status}`}
      </summary>
      <pre class="portal-answer" tabIndex={0}>
        {answer}
      </pre>
    </details>
  );
}
