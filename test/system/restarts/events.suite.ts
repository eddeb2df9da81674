// Events of the whole system: the feed, its stream and webhooks tell the same ones, whatever is killed meanwhile.
import type { FeedEvent, FeedType, WebhookWithSecret } from '#client';
import type { Environment, Person } from '#testing/environment';
import { EventReader } from '#testing/http';
import { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from '#testing/neighbours';
import type { Child } from '#testing/processes';
import { until } from '#testing/until';
import type { RestartsStack } from './restarts-stack.ts';

export const events = (stack: RestartsStack): void =>
  describe('events', () => {
    const EDITS = 40;
    const TYPES: FeedType[] = [
      'product.created',
      'product.updated',
      'product.deleted',
      'generation.succeeded',
    ];

    let environment: Environment;
    let receiver: WebhookReceiver;
    beforeAll(async () => {
      ({ environment } = stack);
      receiver = await startWebhookReceiver();
    });
    afterAll(async () => {
      await receiver?.close();
      await stack.ready();
    });

    const readers: EventReader[] = [];
    afterEach(() => {
      for (const reader of readers.splice(0)) reader.close();
    });

    /** Opens the stream of a person's events. */
    async function follow({ token }: Person, lastEventId?: string): Promise<EventReader> {
      const url = `${environment.baseUrl}/events?types=${TYPES.join()}`;
      const reader = await EventReader.open(url, token, { lastEventId });
      readers.push(reader);
      return reader;
    }

    /** Kills a worker in the middle of deliveries: the receiver answers none until it is dead. */
    async function killInterrupted(worker: Child): Promise<void> {
      const answer = receiver.respond;
      receiver.respond = () => undefined;
      const before = receiver.received.length;
      await until('a delivery is open', () => receiver.received.length > before);
      await worker.kill();
      receiver.respond = answer;
      await worker.restart();
    }

    const newWebhook = async (person: Person): Promise<WebhookWithSecret> =>
      (await person.api.createWebhook({ body: { url: receiver.url, types: TYPES } })).data;

    /** The whole feed of a person, page by page. */
    async function readFeed(person: Person, after?: string): Promise<FeedEvent[]> {
      const { data } = await person.api.listEvents({ query: { limit: 30, types: TYPES, after } });
      if (data.events.length === 0) return [];
      return [...data.events, ...(await readFeed(person, data.next))];
    }

    const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);

    it('every event is told once by the feed and its stream, and arrives at the webhook, while processes are killed', async () => {
      const [ann, ben] = await environment.addPeople('ann', 'ben');
      const webhook = await newWebhook(ann);
      const stream = await follow(ann);
      const { data: product } = await ann.api.createProduct({ body: { title: 'Oak board' } });
      const path = { id: product.id };
      const { notifications, 'webhook-worker': worker } = environment.processes;
      const kills = { 10: notifications, 20: worker, 30: notifications };
      let restarts = Promise.resolve();
      for (let n = 1; n <= EDITS; n += 1) {
        const killed = kills[n as keyof typeof kills];
        if (killed === worker) restarts = restarts.then(() => killInterrupted(worker));
        else if (killed) restarts = restarts.then(() => killed.kill()).then(() => killed.restart());
        await ann.api.updateProduct({ path, body: { title: `Oak board ${n}` } });
      }
      const generation = await ann.generate({
        applicationId: 'product-title',
        inputs: { productId: product.id },
      });
      await ann.api.deleteProduct({ path });
      await restarts;

      const total = EDITS + 3;
      const feed = await until(
        'the feed has all events',
        async () => {
          const events = await readFeed(ann).catch(() => []);
          return events.length >= total && events;
        },
        { withinMs: 60_000, everyMs: 250 },
      );
      expect(new Set(idsOf(feed)).size).toBe(total);
      // What a killed process had taken comes later; the version tells the order.
      const versions = feed
        .filter(({ subject }) => subject === product.id)
        .map(({ data }) => Number(data['version']));
      const last = EDITS + 2; // of the deletion
      expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: last }, (_, i) => i + 1));
      expect(feed.filter(({ subject }) => subject === generation.id)).toHaveLength(1);

      await until('the stream has them', () => stream.events.length >= total);
      expect(stream.events.map(({ id }) => id)).toEqual(idsOf(feed));
      expect(stream.events.map(({ data }) => data)).toEqual(feed);

      const mine = () => receiver.received.filter(({ body }) => body.includes(ann.workspaceId));
      const arrived = () => new Set(mine().map(({ headers }) => String(headers['webhook-id'])));
      await until('they arrive at the webhook', () => arrived().size >= total);
      expect([...arrived()].toSorted()).toEqual(idsOf(feed).toSorted());
      const sent = mine().map((one) => verifyWebhook(one, webhook.secret ?? '') as FeedEvent);
      for (const event of feed) expect(sent).toContainEqual(event);
      expect(await readFeed(ben)).toEqual([]);
      // What the receiver got from the killed worker has arrived, and is still sent once more.
      const deliveries = await until(
        'every delivery is noted',
        async () => {
          const path = { id: webhook.id };
          const { data } = await ann.api.listDeliveries({ path, query: { limit: 100 } });
          return data.deliveries.every(({ status }) => status === 'DELIVERED') && data.deliveries;
        },
        { withinMs: 60_000, everyMs: 250 },
      );
      const interrupted = deliveries.filter(({ attempts }) =>
        attempts.some(({ error }) => error === 'Interrupted'),
      );
      expect(interrupted.length).toBeGreaterThan(0);
      for (const one of interrupted) expect(one).toMatchObject({ attempts: [{}, { statusCode: 204 }] });
    });

    it('who comes back goes on after the last event, by page and by stream', async () => {
      const [ann] = await environment.addPeople('ann');
      const add = (title: string) => ann.api.createProduct({ body: { title } });
      await add('Oak board');
      const [known] = await until('it is in the feed', async () => {
        const events = await readFeed(ann);
        return events.length > 0 && events;
      });
      await add('Walnut board');
      const missed = await until('the next one is in the feed', async () => {
        const events = await readFeed(ann, known!.id);
        return events.length > 0 && events;
      });
      const again = await follow(ann, known!.id);
      await until('it is in the stream', () => again.events.length > 0);
      expect(again.events.map(({ data }) => data)).toEqual(missed);
    });

    it('a test event is sent, and shown with its request and answer; it can be sent again', async () => {
      const [ann] = await environment.addPeople('ann');
      const webhook = await newWebhook(ann);
      receiver.respond = (_, response) => void response.writeHead(200).end('seen');
      const path = { id: webhook.id };
      const { data: test } = await ann.api.testWebhook({ path });
      const shown = (attempts: number) =>
        until('it is delivered', async () => {
          const { data } = await ann.api.listDeliveries({ path });
          const found = data.deliveries.find(({ id }) => id === test.id);
          return found?.status === 'DELIVERED' && found.attempts.length === attempts && found;
        });
      expect(await shown(1)).toMatchObject({
        type: 'webhook.test',
        attempts: [{ statusCode: 200 }],
        request: { url: receiver.url },
        response: 'seen',
      });
      const again = await ann.api.replayDelivery({ path: { ...path, deliveryId: test.id } });
      expect(again.response.status).toBe(202);
      await shown(2);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids.filter((id) => id === test.eventId)).toHaveLength(2);
    });
  });
