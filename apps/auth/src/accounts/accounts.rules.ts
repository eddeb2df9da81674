// The normal form of an e-mail address.

/** The form in which an e-mail is stored and looked up: lower case, because case makes no difference. */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}
