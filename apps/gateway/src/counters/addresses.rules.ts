// Which addresses are counted as one client. Pure.
import ipaddr from 'ipaddr.js';

/**
 * The key under which an address is counted: the IPv4 address, or the first 64 bits of an IPv6 address, because one
 * customer gets all addresses that begin with them. Other text stays as it is.
 */
export function addressGroup(address: string): string {
  return prefix(address, 64);
}

/**
 * The network of an address: the IPv4 address, or the first 48 bits of an IPv6 address, which is the most that a
 * provider gives to one customer.
 */
export function networkOf(address: string): string {
  return prefix(address, 48);
}

function prefix(address: string, bits: number): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed.parts
    .slice(0, bits / 16)
    .map((part) => part.toString(16))
    .join(':');
}
