// Tests which URLs of strangers are called, and which addresses count as public.
import { isPublic, urlFault } from './destinations.ts';

const config = {
  WEBHOOK_ALLOW_LOCALHOST: false,
  WEBHOOK_PORTS: ['443', '8443', '9000-9010'],
  WEBHOOK_REFUSED_RANGES: ['8.8.4.0/24', '2600:1f00::/24'],
};
const development = { ...config, WEBHOOK_ALLOW_LOCALHOST: true, WEBHOOK_PORTS: ['80', '443', '3000'] };

describe('an address', () => {
  it.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => expect(isPublic(address, config)).toBe(true),
  );

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local and metadata', '169.254.169.254'],
    ['carrier-grade NAT and metadata', '100.100.100.200'],
    ['metadata', '192.0.0.192'],
    ['metadata', '168.63.129.16'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['documentation', '203.0.113.9'],
    ['benchmarking', '198.18.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['unique local', 'fd00:ec2::254'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped, public too', '::ffff:1.1.1.1'],
    ['compatible', '::127.0.0.1'],
    ['compatible', '::7f00:1'],
    ['translated', '::ffff:0:7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['not assigned', '4000::1'],
    ['our own', '8.8.4.4'],
    ['our own', '2600:1f12::1'],
    ['no address', 'example.com'],
    ['no address', ''],
  ])('that is %s is not public: %s', (_, address) => expect(isPublic(address, config)).toBe(false));
});

describe('a URL', () => {
  it.each([
    'https://example.com/hooks?a=1',
    'https://example.com:8443',
    'https://example.com:9000',
    'https://example.com:9010',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
  ])('%s may be called', (url) => expect(urlFault(url, config)).toBeUndefined());

  it.each([
    ['/hooks', 'malformed'],
    ['https://', 'malformed'],
    ['http://example.com/', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['http://localhost/', 'scheme'],
    ['https://ann:secret@example.com/', 'credentials'],
    ['https://example.com:25/', 'port'],
    ['https://example.com:0/', 'port'],
    ['https://example.com:80/', 'port'],
    ['https://example.com:5432/', 'port'],
    ['https://example.com:8999/', 'port'],
    ['https://example.com:9011/', 'port'],
    ['https://localhost/', 'address'],
    ['https://a.localhost./', 'address'],
    ['https://127.1/', 'address'],
    ['https://0x7f000001/', 'address'],
    ['https://2130706433/', 'address'],
    ['https://0177.0.0.1/', 'address'],
    ['https://①②⑦.0.0.1/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::ffff:7f00:1]/', 'address'],
    ['https://169.254.169.254/latest/meta-data/', 'address'],
    ['https://8.8.4.4/', 'address'],
  ])('%s is refused: %s', (url, fault) => expect(urlFault(url, config)).toBe(fault));

  it.each([
    'http://localhost:3000/',
    'http://hooks.localhost/',
    'http://127.0.0.1/',
    'http://[::1]:80/',
    'https://localhost/',
  ])('of this machine may be called in development: %s', (url) =>
    expect(urlFault(url, development)).toBeUndefined(),
  );

  it.each([
    ['http://example.com/', 'scheme'],
    ['http://10.0.0.1/', 'scheme'],
    ['https://10.0.0.1/', 'address'],
    ['http://[::ffff:127.0.0.1]/', 'scheme'],
    ['http://localhost:9000/metrics', 'port'],
    ['http://127.0.0.1:5432/', 'port'],
  ])('of another machine or port is refused in development too: %s', (url, fault) =>
    expect(urlFault(url, development)).toBe(fault),
  );
});
