import type { JSX } from "preact";

import { Select } from "../../ui/Select.tsx";
import { useConsole } from "../app/console.ts";
import { IconButton } from "./Button.tsx";

export interface PagerProps {
  readonly found: readonly unknown[];
  readonly page: number;
  readonly pages: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (size: number) => void;
}

const sizes = [25, 50, 100, 500];

export function Pager(props: PagerProps): JSX.Element | null {
  const { found, page, pages, pageSize, onPage, onPageSize } = props;
  const { words, format } = useConsole();
  if (found.length <= (sizes[0] ?? 0)) {
    return null;
  }
  const count = (value: number): string => format.value.count(value);
  const from = page * pageSize + 1;
  const to = Math.min(found.length, from + pageSize - 1);
  const isFirst = page === 0;
  const isLast = page >= pages - 1;
  return (
    <nav class="pager" aria-label={words.value.pages}>
      <span role="status">{words.value.rowsOf(count(from), count(to), count(found.length))}</span>
      <Select
        label={words.value.rowsPerPage}
        value={String(pageSize)}
        options={sizes.map((size) => [String(size), words.value.perPage(count(size))])}
        onChange={(size) => onPageSize(Number(size))}
      />
      <span class="pager-steps">
        <IconButton
          icon="first"
          label={words.value.firstPage}
          isDisabled={isFirst}
          onClick={() => onPage(0)}
        />
        <IconButton
          icon="back"
          label={words.value.previousPage}
          isDisabled={isFirst}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          icon="next"
          label={words.value.nextPage}
          isDisabled={isLast}
          onClick={() => onPage(page + 1)}
        />
        <IconButton
          icon="last"
          label={words.value.lastPage}
          isDisabled={isLast}
          onClick={() => onPage(pages - 1)}
        />
      </span>
    </nav>
  );
}
