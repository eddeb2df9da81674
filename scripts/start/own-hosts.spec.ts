// The names by which the local start may be called.
import { LOCAL_HOSTS } from '#testing/environment';
import { ownHosts, type Machine } from './own-hosts.ts';

const at = (address: string) => ({ address }) as NonNullable<Machine['networkInterfaces'][string]>[number];
const MACHINE: Machine = {
  hostname: 'Workbench',
  networkInterfaces: {
    lo: [at('127.0.0.1'), at('::1')],
    eth0: [at('192.168.0.7'), at('2001:db8::7'), at('fe80::7%eth0')],
    none: undefined,
  },
};
const OF_MACHINE = ['192.168.0.7', '[2001:db8::7]', '[fe80::7]', 'workbench', 'workbench.local'];

it.each(['0.0.0.0', '::'])('on %s they are all addresses and the name of the machine', (host) => {
  expect(ownHosts(host, MACHINE)).toEqual([...LOCAL_HOSTS, ...OF_MACHINE]);
});

it('the name of a Mac ends with .local, and is good without', () => {
  expect(ownHosts('0.0.0.0', { hostname: 'Mac.local', networkInterfaces: {} })).toEqual([
    ...LOCAL_HOSTS,
    'mac',
    'mac.local',
  ]);
});

it.each([
  ['192.168.0.7', '192.168.0.7'],
  ['Workbench.Lan', 'workbench.lan'],
  ['2001:db8::7', '[2001:db8::7]'],
  ['fe80::7%eth0', '[fe80::7]'],
])('on %s alone, it is one of them', (host, name) => {
  expect(ownHosts(host, MACHINE)).toEqual([...LOCAL_HOSTS, name]);
});

it.each(['127.0.0.1', '::1', 'localhost'])('on %s they are those of this machine for itself', (host) => {
  expect(ownHosts(host, MACHINE)).toEqual(LOCAL_HOSTS);
});
