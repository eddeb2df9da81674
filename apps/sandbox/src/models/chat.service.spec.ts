// Tests replies to callers that disconnect, and the recorded requests.
import { ChatService } from './chat.service.ts';

const CONFIG = { SANDBOX_SLOW_MODEL_MS: 20_000 };
const body = (model: string): object => ({
  model,
  messages: [{ role: 'user', content: 'Steel bottle with leakproof lid' }],
});

// Without the disconnection they would take twenty seconds.
describe('slow replies', () => {
  it('end at once when the caller disconnects, streamed or whole', async () => {
    const chats = new ChatService(CONFIG);
    const disconnected = new AbortController();
    const whole = chats.complete(chats.start(body('slow')), disconnected.signal);
    const events: string[] = [];
    setTimeout(() => disconnected.abort(), 100);
    for await (const event of chats.stream(chats.start(body('slow')), disconnected.signal))
      events.push(event);
    expect(await whole).toBeUndefined();
    expect(events.join('')).not.toContain('[DONE]');
  });
});

describe('recorded requests', () => {
  it('are the last two hundred, newest first, including refused ones', () => {
    const chats = new ChatService(CONFIG);
    for (let i = 0; i < 210; i += 1) chats.start({ ...body('echo'), seed: i });
    expect(() => chats.start({ seed: 210 })).toThrow('invalid_request_error');
    expect(chats.requests()).toHaveLength(200);
    expect(chats.requests().slice(0, 2)).toMatchObject([{ body: { seed: 210 } }, { body: { seed: 209 } }]);
  });
});
