import { useSignedIn } from "../../app/console.ts";

interface FilterValue {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface Filters {
  readonly search: URLSearchParams;
  readonly set: (name: string, value: string) => void;
  readonly field: (name: string, label: string) => FilterValue;
}

export function useFilters(): Filters {
  const { router } = useSignedIn();
  const { search } = router.place.value;
  const set = (name: string, value: string): void => {
    const changed = new URLSearchParams(search);
    if (value === "") {
      changed.delete(name);
    } else {
      changed.set(name, value);
    }
    router.refine(changed);
  };
  return {
    search,
    set,
    field: (name, label) => ({
      name,
      label,
      value: search.get(name) ?? "",
      onChange: (value) => set(name, value),
    }),
  };
}
