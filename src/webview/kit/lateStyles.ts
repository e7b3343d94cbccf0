export type LateStyle = "agent" | "answers" | "history" | "protection";

const loading = new Map<LateStyle, Promise<void>>();

/** Resolves when the style is applied, or if loading fails: text without style is readable. */
export function loadStyle(name: LateStyle): Promise<void> {
  const known = loading.get(name) ?? load(name);
  loading.set(name, known);
  return known;
}

function load(name: LateStyle): Promise<void> {
  const main = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
  if (!main) {
    return Promise.resolve();
  }
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`${name}.css`, main.href).href;
  return new Promise((resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      // The next part that needs it tries again.
      loading.delete(name);
      link.remove();
      resolve();
    });
    document.head.append(link);
  });
}
