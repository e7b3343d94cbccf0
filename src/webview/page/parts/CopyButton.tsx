import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { IconButton } from "../../kit/IconButton.tsx";
import { usePage } from "../page.ts";
import { useWords } from "../useWords.ts";

const shownMs = 1500;

export interface CopyButtonProps {
  readonly label: string;
  readonly text: () => string;
}

export function CopyButton({ label, text }: CopyButtonProps): JSX.Element {
  const words = useWords();
  const { actions } = usePage();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) {
      return undefined;
    }
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      icon={isCopied ? "check" : "copy"}
      label={isCopied ? words.copied : label}
      onClick={() => void actions.copyText(text()).then(setIsCopied)}
    />
  );
}
