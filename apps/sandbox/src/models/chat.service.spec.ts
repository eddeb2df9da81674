// The pace of answers, and what happens when the caller leaves.
import { ChatService } from './chat.service.ts';

const body = (model: string): object => ({
  model,
  messages: [{ role: 'user', content: 'Steel bottle with leakproof lid' }],
});

describe('slow answer', () => {
  it('ends at once when the caller leaves, streamed or whole', async () => {
    const chats = new ChatService();
    const left = new AbortController();
    const from = performance.now();
    const whole = chats.whole(chats.begin(body('slow')), left.signal);
    const told: string[] = [];
    setTimeout(() => left.abort(), 100);
    for await (const event of chats.stream(chats.begin(body('slow')), left.signal)) told.push(event);
    expect(await whole).toBeUndefined();
    expect(told.join('')).not.toContain('[DONE]');
    expect(performance.now() - from).toBeLessThan(2000);
  });
});

describe('remembered requests', () => {
  it('are the last fifty, newest first, refused ones too', () => {
    const chats = new ChatService();
    for (let i = 0; i < 60; i += 1) chats.begin({ ...body('echo'), seed: i });
    expect(() => chats.begin({ seed: 60 })).toThrow('invalid_request_error');
    expect(chats.requests()).toHaveLength(50);
    expect(chats.requests().slice(0, 2)).toMatchObject([{ body: { seed: 60 } }, { body: { seed: 59 } }]);
  });
});
