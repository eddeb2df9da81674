// Webhooks of the whole system: what a customer's server gets, also when it fails.
import type { Delivery, FeedType, Product, Webhook, WebhookWithSecret } from '#client';
import type { Person } from '#testing/environment';
import { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from '#testing/neighbours';
import { until } from '#testing/until';
import type { EverydayStack } from '../helpers/everyday-stack.ts';

export const webhooks = (stack: EverydayStack): void =>
  describe('webhooks', () => {
    let ann: Person;
    let ben: Person;
    let receiver: WebhookReceiver;

    beforeAll(async () => {
      [ann, ben] = await stack.environment.addPeople('ann', 'ben');
    });
    beforeEach(async () => {
      receiver = await startWebhookReceiver();
    });
    afterEach(async () => {
      for (const { id } of (await ann.api.listWebhooks()).data.webhooks)
        await ann.api.deleteWebhook({ path: { id } });
      await receiver.close();
    });

    /** Creates a webhook for the creation of products. */
    async function listen(): Promise<WebhookWithSecret> {
      const url = `${receiver.url}/hooks`;
      return (await ann.api.createWebhook({ body: { url, types: ['product.created', 'webhook.disabled'] } }))
        .data;
    }

    const createProduct = async (title: string): Promise<Product> =>
      (await ann.api.createProduct({ body: { title } })).data;

    /** Waits until so many requests have come; gives their ids. */
    async function arrived(count: number): Promise<unknown[]> {
      await until(`${count} webhooks arrive`, () => receiver.received.length >= count);
      return receiver.received.map(({ headers }) => headers['webhook-id']);
    }

    /** True when the feed has an event of this type about this subject. */
    async function hasEvent(type: FeedType, subject: string): Promise<boolean> {
      const { data } = await ann.api.listEvents({ query: { types: [type], limit: 100 } });
      return data.events.some((event) => event.subject === subject);
    }

    /** Waits until the only delivery of a webhook has ended. */
    function delivered({ id }: Webhook): Promise<Delivery> {
      const look = async (): Promise<Delivery | false> => {
        const { deliveries } = (await ann.api.listDeliveries({ path: { id } })).data;
        return deliveries.length === 1 && deliveries[0]?.status !== 'PENDING' && deliveries[0]!;
      };
      return until('the delivery ends', look);
    }

    it('a receiver gets the event of the feed, signed, and by both secrets after a rotation', async () => {
      const webhook = await listen();
      const { data: rotated } = await ann.api.rotateWebhookSecret({ path: { id: webhook.id } });
      const product = await createProduct('A bench');
      const [id] = await arrived(1);
      const [received] = receiver.received as [WebhookReceiver['received'][number]];
      const event = verifyWebhook(received, webhook.secret!);
      expect(verifyWebhook(received, rotated.secret!)).toEqual(event);
      expect(event).toMatchObject({ id, type: 'product.created', subject: product.id });
      const { data } = await ann.api.listEvents({ query: { types: ['product.created'], limit: 100 } });
      expect(data.events.find((one) => one.id === id)).toEqual(event);
      expect(await delivered(webhook)).toMatchObject({
        status: 'DELIVERED',
        attempts: [{ statusCode: 204 }],
      });
    });

    it('an event that its receiver refuses comes again after seconds, with the same id', async () => {
      const webhook = await listen();
      receiver.respond = (_, response) => {
        response.writeHead(receiver.received.length === 1 ? 503 : 200).end(`try ${receiver.received.length}`);
      };
      await createProduct('A lamp');
      const ids = await arrived(2);
      expect(new Set(ids).size).toBe(1);
      expect(await delivered(webhook)).toMatchObject({
        status: 'DELIVERED',
        attempts: [{ statusCode: 503, error: 'StatusRefused' }, { statusCode: 200 }],
        response: 'try 2',
      });
    });

    it('a receiver that answers 410 gets nothing more, and the feed tells it', async () => {
      const webhook = await listen();
      receiver.respond = (_, response) => response.writeHead(410).end();
      await createProduct('A chair');
      const disabled = async (): Promise<Webhook | false> => {
        const { data } = await ann.api.getWebhook({ path: { id: webhook.id } });
        return !data.enabled && data;
      };
      expect(await until('the webhook is disabled', disabled)).toMatchObject({ disabledReason: 'Gone' });
      await until('the feed tells it', () => hasEvent('webhook.disabled', webhook.id));
      const missed = await createProduct('A table');
      await until('the feed has what the receiver missed', () => hasEvent('product.created', missed.id));
      // What is to be delivered is decided together with the event of the feed, so nothing can follow.
      const { deliveries } = (await ann.api.listDeliveries({ path: { id: webhook.id } })).data;
      expect(deliveries.map(({ status }) => status)).toEqual(['DEAD']);
      expect(receiver.received).toHaveLength(1);
    });

    it('addresses that cannot be sent to are refused, and another workspace knows no webhook', async () => {
      const webhook = await listen();
      const types = ['import.completed'];
      for (const [url, target] of [
        ['ftp://example.com', 'url'],
        ['https://10.0.0.1/', 'url'],
        ['https://[::ffff:127.0.0.1]/', 'url'],
        ['https://user:word@example.com/', 'url'],
        ['no url', 'url'],
      ]) {
        const { status, body } = await ann.post<{ error: { target: string } }>('/webhooks', { url, types });
        expect([status, body.error.target]).toEqual([400, target]);
      }
      expect((await ben.get(`/webhooks/${webhook.id}`)).status).toBe(404);
      const body = { url: 'https://example.com', types };
      const create = () => ann.post<WebhookWithSecret>('/webhooks', body, { 'idempotency-key': 'one' });
      const first = await create();
      const second = await create();
      expect(first.status).toBe(201);
      expect(first.headers.get('location')).toBe(`/api/v2/webhooks/${first.body.id}`);
      expect([second.body.id, second.body.secret]).toEqual([first.body.id, undefined]);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
    });
  });
