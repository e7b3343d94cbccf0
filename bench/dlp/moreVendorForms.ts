import type { Random } from "./random.ts";
import { base62, lower, password, pem, url64, type VendorForm } from "./vendorSecrets.ts";

/** Further forms, measured before rules were made with them and after. */
export const second: readonly VendorForm[] = [
  {
    form: "Sentry",
    names: ["SENTRY_AUTH_TOKEN"],
    make: (random) => `sntryu_${random.hex(64)}`,
  },
  {
    form: "Airtable",
    names: ["AIRTABLE_API_KEY", "AIRTABLE_TOKEN"],
    make: (random) => `pat${random.from(base62, 14)}.${random.hex(64)}`,
  },
  {
    form: "Postman",
    names: ["POSTMAN_API_KEY"],
    make: (random) => `PMAK-${random.hex(24)}-${random.hex(34)}`,
  },
  {
    form: "RubyGems",
    names: ["GEM_HOST_API_KEY"],
    make: (random) => `rubygems_${random.hex(48)}`,
  },
  {
    form: "crates.io",
    names: ["CARGO_REGISTRY_TOKEN"],
    make: (random) => `cio${random.from(base62, 32)}`,
  },
  {
    form: "PlanetScale",
    names: ["DATABASE_PASSWORD"],
    make: (random) => `pscale_pw_${random.from(url64, 43)}`,
  },
  {
    form: "Supabase",
    names: ["SUPABASE_SECRET_KEY"],
    make: (random) => `sb_secret_${random.from(url64, 22)}_${random.from(base62, 8)}`,
  },
  {
    form: "Doppler",
    names: ["DOPPLER_TOKEN"],
    make: (random) => `dp.pt.${random.from(base62, 43)}`,
  },
  {
    form: "Cloudflare",
    names: ["CLOUDFLARE_API_TOKEN", "CF_API_TOKEN"],
    make: (random) => random.from(url64, 40),
  },
  {
    form: "Heroku",
    names: ["HEROKU_API_KEY"],
    make: (random) => `HRKU-AA${random.from(url64, 58)}`,
  },
  {
    form: "Docker configuration",
    names: ["auth"],
    make: (random) => btoa(`ana:${random.from(base62, 16)}`),
    text: (value) =>
      `{\n  "auths": {\n    "registry.loja.com.br": { "auth": "${value}" }\n  }\n}\n`,
  },
  {
    form: "kubeconfig",
    names: ["client-key-data"],
    make: (random) => btoa(`${pem("RSA PRIVATE KEY", random, 6)}\n`),
    text: (value) => `users:\n- name: ana\n  user:\n    client-key-data: ${value}\n`,
  },
  {
    form: "curl -u",
    names: ["curl"],
    make: password,
    text: (value) => `curl -u 'ana:${value}' https://api.loja.com.br/v1/pedidos\n`,
  },
  {
    form: "Redis",
    names: ["REDIS_URL"],
    make: (random: Random) => random.from(lower + "0123456789", 20),
    text: (value) => `REDIS_URL=rediss://:${value}@redis.loja.internal:6380/0\n`,
  },
  {
    form: "PowerShell",
    names: ["SecureString"],
    make: password,
    text: (value) =>
      `$credencial = ConvertTo-SecureString "${value}" -AsPlainText -Force\nConnect-Loja -Credential $credencial\n`,
  },
];

/** Forms that no rule was made with. */
export const third: readonly VendorForm[] = [
  {
    form: "Square",
    names: ["SQUARE_ACCESS_TOKEN"],
    make: (random) => `EAAA${random.from(url64, 60)}`,
  },
  {
    form: "Dropbox",
    names: ["DROPBOX_ACCESS_TOKEN"],
    make: (random) => `sl.${random.from(url64, 136)}`,
  },
  {
    form: "PagerDuty",
    names: ["PAGERDUTY_TOKEN", "PD_API_KEY"],
    make: (random) => `u+${random.from(url64, 18)}`,
  },
  {
    form: "Algolia, admin",
    names: ["ALGOLIA_ADMIN_API_KEY"],
    make: (random) => random.hex(32),
  },
  {
    form: "LaunchDarkly",
    names: ["LAUNCHDARKLY_SDK_KEY"],
    make: (random) => `sdk-${[8, 4, 4, 4, 12].map((length) => random.hex(length)).join("-")}`,
  },
  {
    form: "Vault",
    names: ["VAULT_TOKEN"],
    make: (random) => `hvs.CAESI${random.from(url64, 90)}`,
  },
  {
    form: "Django",
    names: ["SECRET_KEY"],
    make: (random) =>
      `django-insecure-${random.from(`${lower}0123456789!@#%^&*(-_=+)`, 50)}`.slice(16),
    text: (value) => `DEBUG = False\nSECRET_KEY = "${value}"\nALLOWED_HOSTS = []\n`,
  },
  {
    form: "WordPress",
    names: ["AUTH_KEY"],
    make: (random) => random.from(`${base62}!@#%^&*()-_[]{}<>~+=,.;:/?|`, 64),
    text: (value) => `define( 'SECURE_AUTH_KEY',  '${value}' );\n`,
  },
  {
    form: "Kafka",
    names: ["sasl"],
    make: password,
    text: (value) =>
      `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="loja" password="${value}";\n`,
  },
  {
    form: "AMQP",
    names: ["AMQP_URL"],
    make: (random) => random.from(base62, 32),
    text: (value) => `AMQP_URL=amqps://loja:${value}@jackal.rmq.cloudamqp.com/loja\n`,
  },
  {
    form: "JDBC",
    names: ["jdbc"],
    make: (random) => random.from(base62, 12),
    text: (value) =>
      `jdbc:postgresql://db.loja.internal:5432/vendas?user=app&password=${value}&ssl=true\n`,
  },
  {
    form: "docker login",
    names: ["docker"],
    make: password,
    text: (value) => `docker login registry.loja.com.br --username ana --password '${value}'\n`,
  },
  {
    form: "keytool",
    names: ["keytool"],
    make: password,
    text: (value) => `keytool -importkeystore -destkeystore loja.jks -deststorepass '${value}'\n`,
  },
  {
    form: "Kubernetes",
    names: ["stringData"],
    make: password,
    text: (value) =>
      `kind: Secret\nmetadata:\n  name: loja\nstringData:\n  username: app\n  password: ${value}\n`,
  },
  {
    form: "Okta",
    names: ["OKTA_API_TOKEN"],
    make: (random) => `00${random.from(url64, 40)}`,
    text: (value) => `curl -H "Authorization: SSWS ${value}" https://loja.okta.com/api/v1/users\n`,
  },
];
