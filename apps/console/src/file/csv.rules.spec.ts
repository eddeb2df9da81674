import { csvOf } from './csv.rules.ts';

it('writes CSV in which nothing is a formula', () =>
  expect(csvOf(['asin', 'reason', 'cost'], [['=1+1', 'Not a "well-formed" ASIN.', 12], ['B07Y33KYXZ']])).toBe(
    '\uFEFFasin,reason,cost\r\n\'=1+1,"Not a ""well-formed"" ASIN.",12\r\nB07Y33KYXZ\r\n',
  ));
