// Floods of writes of one workspace that wait for each other, over the real bus: they leave connections to everybody else.
import {
  acceptGeneration,
  createApplication,
  createDocument,
  createPolicy,
  createVoice,
  rejectGeneration,
  type Actor,
} from '#contracts';
import { floodBehind } from '#testing/floods';
import { newActor, SUCCESS } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';

type Write = () => Promise<unknown>;

/** What writes into a room of a workspace once it is called. */
const writes: Record<string, (actor: Actor) => Write | Promise<Write>> = {
  documents: (actor) => () =>
    environment.gateway.request(createDocument, { actor, body: { title: 'Guide', content: 'Plain.' } }),
  applications: (actor) => () =>
    environment.gateway.request(createApplication, {
      actor,
      body: { name: 'Own', instructions: 'Write.', inputSchema: { type: 'object' }, resultType: 'TEXT' },
    }),
  policies: (actor) => () =>
    environment.gateway.request(createPolicy, {
      actor,
      body: { rule: 'BANNED_TERM', severity: 'hard', phrases: ['oak board'] },
    }),
  voices: (actor) => () =>
    environment.gateway.request(createVoice, {
      actor,
      body: { name: 'Calm', rules: ['Short.'], terms: [], examples: [], isDefault: false },
    }),
};

/** Accepts a text again and again, each time into a new document. */
async function acceptances(actor: Actor): Promise<Write> {
  const id = await environment.createEnded(actor, SUCCESS);
  return () => environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } });
}

/** Floods while another session holds the lock; each of the two instances waits with one connection. */
async function expectPatience(
  lock: readonly [statement: string, value: string],
  write: Write,
  other: Write,
): Promise<void> {
  const url = environment.servers.postgres.superuserUrl('generations');
  const { written, waiting } = await floodBehind({ url, lock, write, other });
  expect(written).toBe(0);
  expect(waiting).toBeLessThanOrEqual(2);
}

it.each([
  ...Object.entries(writes).map(([room, write]) => ({ of: room, room, write })),
  { of: 'acceptances', room: 'documents', write: acceptances },
])(
  'a flood of $of waits with one connection of each instance, and nobody else waits for it',
  async ({ room, write }) => {
    const one = newActor();
    const flood = await write(one);
    const lock = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
    await expectPatience([lock, `${room}-${one.workspaceId}`], flood, await write(newActor()));
  },
);

it('a flood of rejections of a generation waits likewise', async () => {
  const one = newActor();
  const id = await environment.createEnded(one, SUCCESS);
  const flood = () => environment.gateway.request(rejectGeneration, { actor: one, id, body: {} });
  const other = await acceptances(newActor());
  await expectPatience(['SELECT FROM generation WHERE id = $1 FOR UPDATE', id], flood, other);
});
