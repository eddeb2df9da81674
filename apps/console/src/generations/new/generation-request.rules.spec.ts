import type { Generation } from '#client';
import type { Field } from '../../form/fields.rules.ts';
import { requestsOf, settingsOf } from './generation-request.rules.ts';

const keywords: Field = {
  name: 'keywords',
  kind: 'words',
  label: 'Keywords',
  isRequired: false,
  choices: [],
  isWhole: false,
};
const plain = { applicationId: 'product-title', models: [], environment: {} };

describe('requestsOf', () => {
  it('sends nothing that was left alone', () => {
    expect(requestsOf(plain, [keywords], {})).toEqual([{ applicationId: 'product-title', manual: true }]);
    const environment = { tone: '', language: undefined };
    expect(requestsOf({ ...plain, environment }, [keywords], { keywords: [] })).toEqual([
      { applicationId: 'product-title', manual: true },
    ]);
  });

  it('asks each model for the same', () => {
    const settings = { ...plain, productId: 'p', models: ['a:1', 'b:2'], environment: { temperature: 0 } };
    const inputs = { productId: 'p', keywords: ['oak'] };
    expect(requestsOf(settings, [keywords], { keywords: ['oak'] })).toEqual(
      ['a:1', 'b:2'].map((model) => ({
        applicationId: 'product-title',
        inputs,
        environment: { temperature: 0, model },
        manual: true,
      })),
    );
  });
});

describe('settingsOf', () => {
  it('asks for the same as a former generation did', () => {
    const environment = { model: 'a:1', language: 'de' };
    const former = { applicationId: 'product-title', productId: 'p', environment } as Generation;
    expect(settingsOf(former)).toEqual({
      applicationId: 'product-title',
      productId: 'p',
      models: ['a:1'],
      environment: { language: 'de', voice: 'none', learn: false },
    });
    const sounding = { ...former, voiceId: 'v', learnedFrom: [] } as Generation;
    expect(settingsOf(sounding).environment).toEqual({ language: 'de', voice: 'v' });
  });
});
