// Three zones on one machine: network namespaces behind a switch of their own, each of which can be cut off, cut off one way
// and slowed. Needs root and Linux.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Place } from '#testing/servers';

const run = promisify(execFile);

/** Names of our namespaces begin so; the process that made them follows. */
const PREFIX = 'shelfscribe';
/** The private network of the zones; the third number is free to tell two runs apart. */
const NETWORK = '10.213';
/** How slow a slowed zone is. */
const SLOW = ['rate', '512kbit', 'burst', '16kb', 'latency', '400ms'];

/** A zone: a network of its own, in which servers run. */
export interface Zone {
  number: number;
  address: string;
  /** The place of a server in it. */
  place(name: string): Place;
  /** Nothing comes in or goes out, as when a switch fails: connections hang, none is refused. */
  cutOff(): Promise<void>;
  /** Nothing comes in, while what it sends still arrives. */
  deafen(): Promise<void>;
  /** It sends little at a time. */
  slow(): Promise<void>;
  /** Ends what was done to its network. */
  heal(): Promise<void>;
}

/** The zones, and how to remove them. */
export interface Network {
  zones: Zone[];
  close(): Promise<void>;
}

/** Makes the zones. Those of processes that have died are removed. */
export async function openNetwork(count: number): Promise<Network> {
  await removeLeftOvers();
  const own = `${PREFIX}-${process.pid}`;
  const subnet = `${NETWORK}.${process.pid % 250}`;
  const hub = `${own}-hub`;
  const names = Array.from({ length: count }, (_, n) => `${own}-${n + 1}`);
  const close = async (): Promise<void> => {
    for (const name of [hub, ...names]) await ip('netns', 'del', name).catch(() => undefined);
  };
  try {
    await ip('netns', 'add', hub);
    await ip('-n', hub, 'link', 'add', 'switch', 'type', 'bridge');
    await ip('-n', hub, 'link', 'set', 'dev', 'switch', 'up');
    const host = `ss${process.pid}`; // at most 15 characters
    await ip('link', 'add', host, 'type', 'veth', 'peer', 'name', 'host', 'netns', hub);
    await plugIn(hub, 'host');
    await ip('addr', 'add', `${subnet}.1/24`, 'dev', host);
    await ip('link', 'set', 'dev', host, 'up');
    const zones: Zone[] = [];
    for (const [n, name] of names.entries()) zones.push(await openZone(hub, name, subnet, n + 1));
    return { zones, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openZone(hub: string, name: string, subnet: string, number: number): Promise<Zone> {
  const address = `${subnet}.${10 + number}`;
  const port = `port${number}`;
  await ip('netns', 'add', name);
  await ip('-n', name, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', port, 'netns', hub);
  await plugIn(hub, port);
  await ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['eth0', 'lo']) await ip('-n', name, 'link', 'set', 'dev', device, 'up');
  const enter = ['ip', 'netns', 'exec', name];
  const inside = (...command: string[]) => run('ip', [...enter.slice(1), ...command]);
  const drop = (chain: 'INPUT' | 'OUTPUT') => {
    const others = chain === 'INPUT' ? ['-i', 'eth0'] : ['-o', 'eth0'];
    return inside('iptables', '-A', chain, ...others, '-j', 'DROP');
  };
  return {
    number,
    address,
    place: (server) => ({ name: `${server}-${number}`, address, enter }),
    cutOff: async () => void (await Promise.all([drop('INPUT'), drop('OUTPUT')])),
    deafen: async () => void (await drop('INPUT')),
    slow: async () => void (await inside('tc', 'qdisc', 'add', 'dev', 'eth0', 'root', 'tbf', ...SLOW)),
    heal: async () => {
      await inside('iptables', '-F');
      await inside('tc', 'qdisc', 'del', 'dev', 'eth0', 'root').catch(() => undefined); // it was not slowed
    },
  };
}

async function plugIn(hub: string, port: string): Promise<void> {
  await ip('-n', hub, 'link', 'set', 'dev', port, 'master', 'switch', 'up');
}

/** Removes the zones of processes that have ended without closing them. */
async function removeLeftOvers(): Promise<void> {
  const { stdout } = await ip('netns', 'list');
  for (const [name, pid] of stdout.matchAll(new RegExp(`^${PREFIX}-(\\d+)-\\w+`, 'gm'))) {
    if (!lives(Number(pid))) await ip('netns', 'del', name);
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function ip(...args: string[]) {
  return run('ip', args);
}
