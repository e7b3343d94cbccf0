import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { useConsole } from "../app/console.ts";
import { Button } from "./Button.tsx";

const shownMs = 2_000;

export function CopyButton({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): JSX.Element {
  const { words, spoken } = useConsole();
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state === "idle") {
      return undefined;
    }
    const timer = setTimeout(() => setState("idle"), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
      spoken.value = words.value.copied;
    } catch {
      // No permission, or a page without https; the text can still be selected.
      setState("refused");
      spoken.value = words.value.copyRefused;
    }
  };
  const said = { idle: label, copied: words.value.copied, refused: words.value.copyRefused }[state];
  return (
    <Button icon={state === "copied" ? "check" : "copy"} onClick={() => void copy()}>
      {said}
    </Button>
  );
}
