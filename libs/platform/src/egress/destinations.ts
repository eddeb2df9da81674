// Decides where calls to addresses of strangers may go: to public addresses only, over https.
import ipaddr from 'ipaddr.js';
import type { EgressConfig } from '../config/config.ts';

/** Why a URL of a stranger is not called. */
export type UrlFault =
  /** Not an absolute URL. */
  | 'malformed'
  /** Not https; http is for this machine only, and only where the configuration allows it. */
  | 'scheme'
  /** A user name or a password, which would be kept and shown with the URL. */
  | 'credentials'
  /** A port that the operator does not allow: whoever may name any could have the ports of strangers scanned. */
  | 'port'
  /** The host is, or is known to be, an address that is not public. */
  | 'address';

/** IPv6 addresses that are given out to networks; special ones inside of it are known to ipaddr.js. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public by its number, but a service of the host for its virtual machines on Azure, with their settings and keys. */
const AZURE_HOST = '168.63.129.16/32';
const LOCALHOST = /^(.+\.)?localhost\.?$/;

/** What is wrong with a URL as it is written; its name may still lead to an address that is not public. */
export function urlFault(text: string, config: EgressConfig): UrlFault | undefined {
  const url = URL.parse(text);
  if (!url) return 'malformed';
  const isLocal = isThisMachine(url) && config.WEBHOOK_ALLOW_LOCALHOST;
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return 'scheme';
  if (url.username || url.password) return 'credentials';
  if (!mayName(portOf(url), config)) return 'port';
  if (isLocal) return undefined;
  const literal = literalOf(url);
  if (literal === undefined) return isThisMachine(url) ? 'address' : undefined;
  return isPublic(literal, config) ? undefined : 'address';
}

/** The addresses that a URL names without DNS: an address, or this machine; undefined for any other name. */
export function addressesIn(url: URL): string[] | undefined {
  const literal = literalOf(url);
  if (literal !== undefined) return [literal];
  return LOCALHOST.test(url.hostname) ? ['127.0.0.1', '::1'] : undefined;
}

/**
 * True for an address of the public internet that is not in one of the refused ranges. IPv6 addresses that stand for an
 * IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are not public, whichever address it is.
 */
export function isPublic(address: string, config: Pick<EgressConfig, 'WEBHOOK_REFUSED_RANGES'>): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_IPV6)) return false;
  return ![AZURE_HOST, ...config.WEBHOOK_REFUSED_RANGES].some((range) => isIn(parsed, range));
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, range: string): boolean {
  const parsed = ipaddr.parseCIDR(range);
  return parsed[0].kind() === address.kind() && address.match(parsed);
}

/** URL leaves out the port of its scheme. */
function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function mayName(port: number, config: EgressConfig): boolean {
  return config.WEBHOOK_PORTS.some((text) => {
    const [first = '', last = first] = text.split('-');
    return Number(first) <= port && port <= Number(last);
  });
}

function isThisMachine(url: URL): boolean {
  const literal = literalOf(url);
  if (literal === undefined) return LOCALHOST.test(url.hostname);
  return ipaddr.parse(literal).range() === 'loopback';
}

/** The address that stands in a URL in place of a name. URL has brought it into its usual form. */
function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? bare : undefined;
}
