// Entities of HTML: characters that a text has by their names or numbers.
import { decodeHTMLStrict } from 'entities';

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu;
/** What markup is written with. */
const MARKUP = /[&<>]/u;

/** A text, free of tags, with the characters that its entities name. What is no entity stays. */
export function decoded(text: string): string {
  return decodeHTMLStrict(text);
}

/** The same for a text that may have tags: the characters of markup stay entities, so that they never become a tag. */
export function withLetters(text: string): string {
  return text.replace(ENTITY, (entity) => {
    const letter = decoded(entity);
    return MARKUP.test(letter) ? entity : letter;
  });
}
