// Tests which addresses are counted as one client.
import { addressGroup } from './addresses.rules.ts';

describe('addressGroup', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['what a proxy made up', 'what a proxy made up'],
  ])('counts %s as %s', (address, group) => expect(addressGroup(address)).toBe(group));
});
