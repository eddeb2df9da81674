// Runs in a pod of the edge: 20 reads and 5 generations a second, on connections that are kept, until its standard input ends;
// then waits until each generation has ended, and prints what failed. Nothing is tried twice.
const BASE = 'http://gateway.shelfscribe/api/v2';
const CORE = 'http://gateway.shelfscribe/core/api/v2';
const failures = [];
const generations = [];
const inFlight = new Set();
let requests = 0;
let authorization = '';

async function call(method, url, body) {
  requests += 1;
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
  try {
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  } catch (error) {
    const why = `${error.message} ${error.cause?.message ?? ''}`;
    failures.push(`${new Date().toISOString()} ${method} ${url.slice(BASE.length)}: ${why}`);
    return undefined;
  }
}

function begin(work) {
  const running = work().finally(() => inFlight.delete(running));
  inFlight.add(running);
}

const read = () => call('GET', `${BASE}/products?limit=5`);
const generate = async () => {
  const body = { applicationId: 'product-title', inputs: { keywords: ['oak'] } };
  const made = await call('POST', `${BASE}/generations`, body);
  if (made) generations.push(made.id);
};

async function ended(id) {
  for (;;) {
    const found = await call('GET', `${BASE}/generations/${id}`);
    if (found && found.status !== 'RUNNING') return found.status;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const [email, password] = process.argv.slice(1);
authorization = `Bearer ${(await call('POST', `${CORE}/accounts/sessions/email`, { email, password })).accessToken}`;
const timers = [setInterval(() => begin(read), 50), setInterval(() => begin(generate), 200)];
console.log('started');
await new Promise((resolve) => process.stdin.on('end', resolve).resume());
timers.forEach(clearInterval);
await Promise.all(inFlight);
const statuses = [];
for (const id of generations) statuses.push(await ended(id));
const lost = statuses.filter((status) => status !== 'SUCCESS');
console.log(`result ${JSON.stringify({ requests, failures, generations: generations.length, lost })}`);
process.exit(0);
