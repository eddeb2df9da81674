// Rules of the cookie that holds a refresh token. Pure.
import ipaddr from 'ipaddr.js';

/** True for a host name of this machine: there a browser may send a Secure cookie over HTTPS only, and has none. */
export function isLocal(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    /^(.+\.)?localhost$/i.test(name) || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback')
  );
}
