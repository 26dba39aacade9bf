/**
 * Which fields hold secrets: passwords, PINs, one-time codes. Their text is never read.
 * @module
 */

/** What a field says of itself. */
export interface FieldDescription {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly label?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

/** Words that name a secret, in the languages that toolkits are mostly used in. */
const secretWords =
  /(?<![\p{L}\p{N}])(?:pass ?(?:word|phrase|code|wort)|pin|otp|totp|2fa|mfa|cvv|cvc|one[- ]time|(?:verification|security|authentication) code|secret|kennwort|contraseña|mot de passe|senha|wachtwoord|lösenord|hasło|пароль)(?![\p{L}\p{N}])|密码|密碼|パスワード|暗証番号|비밀번호/iu;
/** Values of the HTML attribute `autocomplete` that name a secret. */
const secretAutocomplete = new Set(["one-time-code", "current-password", "new-password", "cc-csc"]);

/** Whether a field holds a secret, by its role, attributes, or what it is called. */
export function isSecret(field: FieldDescription): boolean {
  if (field.role === "password text") return true;
  const { attributes = {} } = field;
  if (attributes["text-input-type"] === "password") return true;
  if (secretAutocomplete.has(attributes["autocomplete"] ?? "")) return true;
  const texts = [field.name, field.label, field.description, attributes["placeholder-text"], attributes["placeholder"]];
  return texts.some((text) => text !== undefined && secretWords.test(text));
}
