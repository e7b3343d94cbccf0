import { expect, test } from "vitest";

import { isSecretText } from "../../../src/shared/guarded/secretContent.ts";

// Put together at run time, so that no scanner takes this file for a leak.
const base64 = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gt";
const begin = (kind: string): string => `-----BEGIN ${kind}PRIVATE KEY-----`;
const random = "q8Zr2LxV9tKp4WmN7cYd";

test.each([
  ["deploy_key", `${begin("OPENSSH ")}\n${base64}\n`],
  ["old.txt", `${begin("RSA ")}\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: AES\r\n\r\n${base64}`],
  ["src/key.ts", `const key = \`${begin("EC ")}\n${base64}\n\`;`],
  ["account.json", JSON.stringify({ private_key: `${begin("")}\n${base64}\n` })],
  ["kubeconfig.yaml", `users:\n- user:\n    client-key-data: ${random}${random}=\n`],
  ["kube.yaml", `- name: a\n  user:\n    token: ${random}\n`],
  [
    "appsettings.Production.json",
    `{"ConnectionStrings": {"Default": "Server=db;User Id=app;Password=${random};"}}`,
  ],
  ["appsettings.json", `{\n  "JwtSecret": "${random}",\n}`],
  ["env.production", `DATABASE_URL=postgres://app:${random}@db.internal/app\n`],
  [".flaskenv", `FLASK_APP=app\nSECRET_KEY='${random}'\n`],
  ["google-services.json", `{"api_key": [{\n  "current_key": "AIza${random}Sy0"\n}]}`],
  ["wg0.conf", `[Interface]\nPrivateKey = ${random}${random}+8=\n`],
  ["gradle.properties", `org.gradle.jvmargs=-Xmx2g\nsigning.password=${random}\n`],
  ["application.yml", `spring:\n  datasource:\n    password: "${random}"\n`],
  ["config\\prod.ini", `[api]\napi_key = ${random}\r\n`],
  ["config.json", `{"db":{"host":"db","password":"${random}"},"port":1}`],
  ["kube.yml", `users: [{name: a, user: {"token": "${random}"}}]\n`],
  ["Dockerfile", `FROM node\nENV DB_PASSWORD=${random}\n`],
  [".m2/settings.xml", `<server><id>a</id><password>${random}</password></server>`],
  ["nuget.config", `<add key="ClearTextPassword" value="${random}" />`],
  ["GoogleService-Info.plist", `<key>API_KEY</key>\n  <string>AIza${random}Sy0</string>`],
])("%s holds a secret by its text", (path, text) => {
  expect(isSecretText(path, text)).toBe(true);
});

test.each([
  ["src/pem.ts", `const mark = "${begin("")}";`],
  ["README.md", `Begins with ${begin("RSA ")} and is base64.`],
  ["kubeconfig.yaml", "users:\n- user:\n    client-key-data: ${KEY}\n    token: <your token>\n"],
  ["compose.yaml", "environment:\n  DATABASE_URL: postgres://postgres:postgres@db/app\n"],
  [".env.example", "SECRET_KEY=change-me-please-1\nAPI_TOKEN=your-token-here-1\n"],
  ["en.json", '{\n  "password": "Password",\n  "forgotPassword": "Forgot your password?"\n}'],
  ["keybindings.json", '{\n  "key": "ctrl+shift+alt+F12"\n}'],
  ["package.json", '{\n  "name": "token",\n  "publicKey": "MIIBIjANBgkqhkiG9w0BAQEF2"\n}'],
  ["settings.py", 'PASSWORD = os.environ["PASSWORD"]'],
  ["login.ts", 'const password: string = form.password;\nconst token = "Bearer";\n'],
  ["config.yaml", "secret: ${{ secrets.DEPLOY }}\ntoken_file: /run/secrets/token\n"],
  ["strings.xml", '<string name="password">Password</string><password>senha</password>'],
  ["settings.xml", "<password>${env.PASSWORD}</password><token>{COQLCE6DU6GtcS5P=}</token>"],
  ["messages.json", '{"password":"Password!","newPassword":"Nova senha: 8+"}'],
  ["app.properties", "jwt.key=classpath:keys/app.pub\npassword.encoder=bcrypt\n"],
])("%s holds none: %s", (path, text) => {
  expect(isSecretText(path, text)).toBe(false);
});
