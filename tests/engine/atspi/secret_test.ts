import assert from "node:assert/strict";
import { isSecret } from "../../../src/engine/atspi/secret.ts";

const field = { role: "entry", name: "", description: "" };

Deno.test("isSecret() knows fields for passwords, PINs and one-time codes", () => {
  assert.ok(isSecret({ ...field, role: "password text" }));
  for (
    const name of ["PIN", "Enter your PIN:", "One-time code", "Verification code", "CVV", "Passwort", "пароль", "密码"]
  ) {
    assert.ok(isSecret({ ...field, name }), name);
    assert.ok(isSecret({ ...field, label: name }), name);
    assert.ok(isSecret({ ...field, attributes: { "placeholder-text": name } }), name);
  }
  assert.ok(isSecret({ ...field, attributes: { autocomplete: "one-time-code" } }));
});

Deno.test("isSecret() leaves other fields alone", () => {
  for (
    const name of ["Name", "Shipping address", "Pineapple", "Opinion", "Spinner", "Postal code", "Passport number"]
  ) {
    assert.ok(!isSecret({ ...field, name }), name);
  }
});
