// Characters: what a telephone number or a messenger to write to is, and what stands for a value.
import { characters } from './characters.rules.ts';

const numbersIn = (text: string): string[] =>
  characters(text, 'LINK_OR_CONTACT').map(({ start, end }) => text.slice(start, end));

it.each([
  'Call 555-123-4567',
  'Call us: 0800 123 456',
  'Call-Center 0800 123 456',
  'Tel. 030 12345678',
  'Tel 030 12345678',
  'Telefon: 030 12345678',
  'Telefonnummer 030 12345678',
  'Kundentelefon 030 12345678',
  'Telephone: +44 20 7946 0000',
  'Rufen Sie uns an: 030 12345678',
  'Appelez le 01 23 45 67 89',
  'Llama al 912 34 56 78',
  'Chiamaci 02 1234 5678',
  '联系电话 010-12345678',
  '(555) 123-4567',
  '2018 555 4567',
  'WhatsApp 0171 2345678',
  'Write to us on WhatsApp',
  'Écrivez sur WhatsApp',
  'Erreichbar per WhatsApp',
  '加微信领取使用说明',
  '微信号 nuantu',
  'Telegram @oakline',
  'WhatsApp us with questions',
  'Get in touch via WhatsApp',
  'Message via WhatsApp for support',
  'Per WhatsApp erreichbar',
  'Schreibt uns bei WhatsApp',
  'Atención por WhatsApp',
  'Assistenza su WhatsApp',
  'Disponible sur WhatsApp pour vos questions',
  'Available on WhatsApp',
  'WhatsApp: 030 12345678',
  'WhatsApp: oakline',
  '微信联系',
  '微信客服',
  '加微信好友领取使用说明',
])('“%s” says how to reach the seller', (text) => expect(numbersIn(text)).toHaveLength(1));

it.each([
  'Automatically dims 2700-6500 K',
  'Mounts vertically (120 / 150 / 180 cm)',
  'Teleskopstange 110 - 200 cm',
  'Telescopic pole 120 - 200 cm',
  'Intelligent unit, 12000 - 24000 BTU',
  'Fits Toyota Camry 2018 2019 2020',
  'Fits Toyota Camry 1998-1999-2000 2001',
  'Shows calls, texts, contacts and WhatsApp messages',
  'Zeigt Nachrichten von WhatsApp und Telegram an',
  '支持来电提醒和微信消息提醒',
  '增加微信提醒，可同步联系人和微信消息',
  'Shows calls, texts and WhatsApp messages',
  'Shows WhatsApp: 12 messages',
  '支持微信消息提醒',
  '支持添加微信好友',
  '扫一扫微信支付',
  '可同步微信联系人',
  'Available on iOS and WhatsApp-ready',
])('“%s” does not', (text) => expect(numbersIn(text)).toEqual([]));

it('what does not suit a thing is no placeholder', () => {
  expect(characters('本品不适用于微波炉', 'PLACEHOLDER')).toEqual([]);
  expect(characters('颜色：不适用', 'PLACEHOLDER')).toHaveLength(1);
});
