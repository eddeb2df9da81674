// Rules of the cookie that holds a refresh token. Pure.
import ipaddr from 'ipaddr.js';

/** True for a host name of this machine, which has no HTTPS: some browsers would not send a Secure cookie there. */
export function isLocal(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    /^(.+\.)?localhost$/i.test(name) || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback')
  );
}
