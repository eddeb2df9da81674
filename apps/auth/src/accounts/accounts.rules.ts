// How an account is told from another.

/** The one form in which an e-mail is stored and looked up: case makes no difference. */
export function normalEmail(email: string): string {
  return email.toLowerCase();
}
