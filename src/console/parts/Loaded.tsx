import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";

import { useConsole } from "../app/console.ts";
import type { Resource } from "../data/resource.ts";
import { FailureNote } from "./FailureNote.tsx";

export interface LoadedProps<T> {
  readonly resource: Resource<T>;
  readonly children: (data: T) => ComponentChildren;
}

export function Loaded<T>({ resource, children }: LoadedProps<T>): JSX.Element {
  useEffect(() => void resource.load(), [resource]);
  const load = resource.state.value;
  const retry = (): void => void resource.load();
  if (load.state === "loading") {
    return <Skeleton />;
  }
  if (load.state === "failed") {
    return <FailureNote failure={load.failure} onRetry={retry} />;
  }
  return (
    <>
      {load.failure && <FailureNote failure={load.failure} onRetry={retry} />}
      {children(load.data)}
    </>
  );
}

function Skeleton(): JSX.Element {
  const words = useConsole().words.value;
  return (
    <div class="skeleton" role="status">
      <span class="unseen">{words.loading}</span>
      <span />
      <span />
      <span />
    </div>
  );
}
