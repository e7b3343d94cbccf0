import {
  base62,
  base64,
  checked,
  password,
  pem,
  upper,
  url64,
  type VendorForm,
} from "./vendorSecrets.ts";

/** Documented forms of 30 kinds. */
export const first: readonly VendorForm[] = [
  {
    form: "GitHub",
    names: ["GITHUB_TOKEN", "GH_TOKEN"],
    make: (random) => checked("ghp_", random),
  },
  {
    form: "GitLab runner",
    names: ["CI_SERVER_TOKEN", "RUNNER_TOKEN"],
    make: (random) => `glrt-${random.from(url64, 20)}`,
  },
  {
    form: "AWS secret key",
    names: ["AWS_SECRET_ACCESS_KEY"],
    make: (random) => random.from(base64, 40),
  },
  {
    form: "AWS key id",
    names: ["AWS_ACCESS_KEY_ID"],
    make: (random) => `ASIA${random.from(`${upper}234567`, 16)}`,
  },
  {
    form: "Google service account",
    names: ["GOOGLE_PRIVATE_KEY"],
    make: (random) => pem("PRIVATE KEY", random),
  },
  {
    form: "Azure client secret",
    names: ["AZURE_CLIENT_SECRET"],
    make: (random) => `${random.from(base62, 3)}8Q~${random.from(`${base62}._~-`, 34)}`,
  },
  {
    form: "Azure Service Bus",
    names: ["SERVICEBUS_CONNECTION_STRING"],
    make: (random) => `${random.from(base64, 43)}=`,
    text: (value) =>
      `{"ServiceBus": "Endpoint=sb://loja.servicebus.windows.net/;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=${value}"}`,
  },
  {
    form: "SQL Server",
    names: ["CONNECTION_STRING"],
    make: password,
    text: (value) =>
      `"Loja": "Server=tcp:loja.database.windows.net,1433;Initial Catalog=vendas;User ID=app;Password=${value};Encrypt=True;"`,
  },
  {
    form: "Slack app",
    names: ["SLACK_APP_TOKEN"],
    make: (random) =>
      `xapp-1-A${random.from(upper + "0123456789", 10)}-${random.digits(13)}-${random.hex(64)}`,
  },
  {
    form: "Discord bot",
    names: ["DISCORD_TOKEN", "BOT_TOKEN"],
    make: (random) =>
      `${btoa(`1${random.digits(17)}`)}.G${random.from(base62, 5)}.${random.from(url64, 38)}`,
  },
  {
    form: "Discord webhook",
    names: ["DISCORD_WEBHOOK"],
    make: (random) => random.from(url64, 68),
    text: (value, random) =>
      `curl -d @alert.json https://discord.com/api/webhooks/${random.digits(19)}/${value}\n`,
  },
  {
    form: "Stripe, restricted",
    names: ["STRIPE_API_KEY", "STRIPE_SECRET_KEY"],
    make: (random) => `rk_live_${random.from(base62, 99)}`,
  },
  {
    form: "Twilio auth token",
    names: ["TWILIO_AUTH_TOKEN"],
    make: (random) => random.hex(32),
  },
  {
    form: "Mailchimp",
    names: ["MAILCHIMP_API_KEY"],
    make: (random) => `${random.hex(32)}-us${1 + random.below(21)}`,
  },
  {
    form: "Mailgun",
    names: ["MAILGUN_API_KEY"],
    make: (random) => `${random.hex(32)}-${random.hex(8)}-${random.hex(8)}`,
  },
  { form: "npm", names: ["NPM_TOKEN"], make: (random) => checked("npm_", random) },
  {
    form: ".npmrc",
    names: ["_authToken"],
    make: (random) => checked("npm_", random),
    text: (value) =>
      `@loja:registry=https://npm.loja.com.br/\n//npm.loja.com.br/:_authToken=${value}\n`,
  },
  {
    form: "Terraform Cloud",
    names: ["TFE_TOKEN"],
    make: (random) => `${random.from(base62, 14)}.atlasv1.${random.from(base62, 67)}`,
    text: (value) => `credentials "app.terraform.io" {\n  token = "${value}"\n}\n`,
  },
  {
    form: "Grafana",
    names: ["GRAFANA_SERVICE_ACCOUNT_TOKEN", "GRAFANA_AUTH"],
    make: (random) => `glsa_${random.from(base62, 32)}_${random.hex(8)}`,
  },
  {
    form: "New Relic",
    names: ["NEW_RELIC_API_KEY"],
    make: (random) => `NRAK-${random.from(`${upper}0123456789`, 27)}`,
  },
  {
    form: "Datadog",
    names: ["DD_API_KEY", "DD_APP_KEY"],
    make: (random) => random.hex(32),
  },
  {
    form: "Atlassian",
    names: ["JIRA_API_TOKEN", "ATLASSIAN_TOKEN"],
    make: (random) => `ATATT3xFfGF0${random.from(url64, 171)}=${random.hex(8).toUpperCase()}`,
  },
  {
    form: "Notion",
    names: ["NOTION_TOKEN", "NOTION_API_KEY"],
    make: (random) => `ntn_${random.digits(11)}${random.from(base62, 35)}`,
  },
  {
    form: "Figma",
    names: ["FIGMA_TOKEN", "FIGMA_ACCESS_TOKEN"],
    make: (random) => `figd_${random.from(url64, 40)}`,
  },
  {
    form: "Laravel",
    names: ["APP_KEY"],
    make: (random) => `${random.from(base64, 43)}=`,
    text: (value) => `APP_ENV=production\nAPP_KEY=base64:${value}\nAPP_DEBUG=false\n`,
  },
  {
    form: "WireGuard",
    names: ["PrivateKey"],
    make: (random) => `${random.from(base64, 43)}=`,
    text: (value) => `[Interface]\nPrivateKey = ${value}\nAddress = 10.8.0.2/24\n`,
  },
  {
    form: "MongoDB",
    names: ["MONGODB_URI"],
    make: (random) => random.from(base62, 16),
    text: (value) => `MONGODB_URI=mongodb+srv://loja:${value}@cluster0.ab1cd.mongodb.net/vendas\n`,
  },
  {
    form: ".netrc",
    names: ["netrc"],
    make: password,
    text: (value) => `machine git.loja.com.br\nlogin ana\npassword ${value}\n`,
  },
  {
    form: "SQL user",
    names: ["sql"],
    make: password,
    text: (value, random) =>
      random.pick([
        `CREATE USER 'loja'@'%' IDENTIFIED BY '${value}';`,
        `ALTER ROLE loja WITH LOGIN PASSWORD '${value}';`,
      ]),
  },
  {
    form: "password",
    names: ["DB_PASSWORD", "SENHA_BANCO", "SMTP_PASSWORD", "SENHA", "ADMIN_PASSWORD"],
    make: password,
  },
];
