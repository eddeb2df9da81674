// Tells by which names the local start may be called: the gateway refuses every other Host, see its HOSTS. Pure.
import type { hostname, networkInterfaces } from 'node:os';
import { LOCAL_HOSTS } from '#testing/environment';

/** What `node:os` tells of this machine. */
export interface Machine {
  hostname: ReturnType<typeof hostname>;
  networkInterfaces: ReturnType<typeof networkInterfaces>;
}

/** Addresses on which a server listens on all of the machine's. */
const ANY = ['0.0.0.0', '::'];

/** The names of a server that listens on `host`, as they stand in a request. */
export function ownHosts(host: string, machine: Machine): string[] {
  const others = ANY.includes(host) ? namesOf(machine) : [host.toLowerCase()];
  return [...new Set([...LOCAL_HOSTS, ...others.map(inBrackets)])];
}

/** All addresses, and the name that other machines of the network know. */
function namesOf({ hostname, networkInterfaces }: Machine): string[] {
  const addresses = Object.values(networkInterfaces).flatMap((all = []) => all.map(({ address }) => address));
  const name = hostname.toLowerCase().replace(/\.local$/, ''); // macOS tells it with the ending
  return [...addresses, name, `${name}.local`];
}

/** A zone means something on this machine alone, and no Host has one. */
function inBrackets(name: string): string {
  return name.includes(':') ? `[${name.replace(/%.*$/, '')}]` : name;
}
