import {
  browser,
  newest,
  oldest,
  postgres,
  type Requirement,
  sandbox,
  shells,
} from "./requirements.ts";

/** Some test files that run together. */
export interface TestPart {
  readonly name: string;
  /** Projects of vitest.config.mts. */
  readonly projects: readonly string[];
  /** Parts of file names; without them all files of the projects run. */
  readonly filters?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Without one of these the part is skipped. */
  readonly needs?: readonly Requirement[];
  /** Without one of these some of its tests skip themselves. */
  readonly uses?: readonly Requirement[];
}

/** A part of `npm run proof`, with its cost. */
export interface ProofPart extends TestPart {
  /** By the clock, on two cores with nothing else running. */
  readonly minutes: number;
  /** Whether `.ci/run` includes it. What CI leaves out is run before a release. */
  readonly isInCi: boolean;
}

/** The parts of `npm test`. The editor waits more than it computes, so it runs beside the others. */
export const testParts = {
  rules: [
    { name: "unit", projects: ["unit", "unit-isolated"] },
    {
      name: "integration",
      projects: ["integration", "integration-isolated"],
      uses: [postgres, shells, sandbox],
    },
    { name: "pages", projects: ["webview"], needs: [browser] },
  ],
  editor: { name: "editor", projects: ["e2e"], needs: [browser, newest] },
} as const satisfies { readonly rules: readonly TestPart[]; readonly editor: TestPart };

/** The parts of `npm run proof`, each of which `npm run proof -- <name>` runs alone. */
export const proofParts: readonly ProofPart[] = [
  {
    name: "rules",
    projects: ["unit", "unit-isolated", "integration", "integration-isolated"],
    uses: [postgres, shells, sandbox],
    minutes: 5,
    isInCi: true,
  },
  { name: "pages", projects: ["webview"], needs: [browser], minutes: 5, isInCi: true },
  { name: "editor", projects: ["e2e"], needs: [browser, newest], minutes: 8, isInCi: true },
  {
    name: "oldest-editor",
    projects: ["e2e"],
    needs: [browser, oldest],
    env: { AI_HUB_E2E_EDITOR: "oldest", AI_HUB_TIER: "all" },
    filters: ["specs/journeys", "specs/terminal", "specs/installByHand"],
    minutes: 3,
    isInCi: true,
  },
];
