// The words and secrets that may leave the system nowhere.
import type { Environment } from '#testing/environment';
import { BUS_USERS, OWNERS, REDIS_USERS } from '#testing/servers';
import { MODEL_KEYS } from './everyday-stack.ts';

/** Words that people write. They have no digits in a row, so that no id looks like one of them. */
export const CANARY = {
  email: 'canary-mail@nest.example.com',
  strangersEmail: 'canary-stranger@nest.example.com',
  password: 'canary-password-Zwitscher',
  wrongPassword: 'canary-wrong-Zwitscher',
  malformedPassword: 'canary-malformed-Zwitscher',
  forgedToken: 'canary-forged-Zwitscher',
  systemPrompt: 'canary-prompt-Zwitscher',
  input: 'canary-input-Zwitscher',
  tone: 'canary-tone-Zwitscher',
  body: 'canary-body-Zwitscher',
  query: 'canary-query-Zwitscher',
  person: 'canary-person-Zwitscher',
} as const;

/** Shapes of secrets: a password hash, our tokens, keys and webhook secrets, tokens of the marketplace, an Authorization header, a URL. */
const SHAPES = [
  /\$argon2/,
  /eyJ[\w-]{10,}\.eyJ/,
  /ssk_[\w-]{20,}/,
  /whsec_[\w+/]{20,}/,
  /ssr_[\w-]{20,}/,
  /Atz[ar]\|/,
  /Bearer [\w.-]{8,}/,
  /:\/\/[^\s:/@"]+:[^\s@"]+@/,
];

/** The secrets of the environment by name. */
export function secretsOf({ secrets: secretOf, servers }: Environment): Record<string, string> {
  const names = [
    'keys',
    'models',
    'webhooks',
    'marketplace-client',
    'marketplace-token',
    ...REDIS_USERS.map((user) => `redis-${user}`),
    ...BUS_USERS.map((user) => `nats-${user}`),
    ...OWNERS.flatMap((owner) => ['owner', 'app', 'system'].map((role) => `postgres-${owner}-${role}`)),
  ];
  return {
    ...Object.fromEntries(names.map((name) => [`secret ${name}`, secretOf(name)])),
    superuser: new URL(servers.postgres.superuserUrl('auth')).password,
    ...MODEL_KEYS,
  };
}

/** The names of the canaries and secrets that a text contains. */
export function foundIn(text: string, secrets: Record<string, string>): string[] {
  const words = Object.entries({ ...CANARY, ...secrets });
  return [
    ...words.filter(([, word]) => text.includes(word)).map(([name]) => name),
    ...SHAPES.filter((shape) => shape.test(text)).map(String),
  ];
}
