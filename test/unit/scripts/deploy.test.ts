import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import { parse } from "yaml";

import { root } from "../../../scripts/paths.ts";
import { readConfigFile } from "../../../src/hubServer/config/configFile.ts";

const chart = join(root, "deploy", "helm");
const read = (...path: string[]): string => readFileSync(join(root, ...path), "utf8");
const values = parse(read("deploy", "helm", "values.yaml")) as Readonly<Record<string, unknown>>;
const { version } = JSON.parse(read("package.json")) as { readonly version: string };

/** A template with the values of its lines filled in, as Helm does for the few forms that the chart uses. */
function rendered(name: string): string {
  return readFileSync(join(chart, "templates", name), "utf8")
    .replaceAll("{{ .Release.Name }}", "test")
    .replaceAll(/\{\{-? ?(?:toYaml )?\.Values\.(\w+)(?: \|[^}]*)? \}\}/gu, (_, key: string) =>
      JSON.stringify(values[key] ?? `no value ${key}`),
    );
}

test("compose runs hubs without rights, with secrets from files", () => {
  const { services, secrets } = parse(read("deploy", "compose.yaml")) as {
    readonly services: Readonly<Record<string, object>>;
    readonly secrets: object;
  };
  expect(services["hub"]).toMatchObject({
    read_only: true,
    cap_drop: ["ALL"],
    restart: "unless-stopped",
    secrets: ["database", "admin"],
  });
  expect(Object.keys(secrets)).toEqual(["db", "database", "admin"]);
});

test("the image runs as another user than root and has a health check without a shell", () => {
  const lines = read("Dockerfile").split("\n");
  expect(lines).toContain("USER 65532:65532");
  expect(lines.find((line) => line.startsWith("HEALTHCHECK"))).toContain('CMD ["/nodejs/bin/node"');
  expect(lines.filter((line) => line.startsWith("FROM ")).at(-1)).toMatch(/distroless.*:nonroot$/u);
});

test("the image makes the hub's folder in the volume, which Kubernetes gives to root", () => {
  const lines = read("Dockerfile").split("\n");
  expect(lines).toContain("VOLUME /data");
  expect(lines).toContain("ENV AI_HUB_DATA=/data/hub");
});

test("the hub's configurations of compose and of the chart name its own fields", () => {
  const config = readConfigFile(join(root, "deploy", "hub.yaml"));
  expect(values["config"]).toEqual(config);
});

test("each template of the chart is a resource, without values that are not there", () => {
  const kinds = readdirSync(join(chart, "templates")).map((name) => {
    const text = rendered(name);
    expect(text).not.toMatch(/\{\{|no value/u);
    return (parse(text) as { readonly kind: string }).kind;
  });
  expect(kinds).toEqual(["ConfigMap", "Deployment", "Service"]);
  expect(parse(read("deploy", "helm", "Chart.yaml"))).toMatchObject({
    version,
    appVersion: version,
  });
  expect(values["image"]).toBe(`ai-hub:${version}`);
});
