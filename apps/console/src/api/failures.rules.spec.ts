// Tests what is done about errors.
import { messagesByField, remedyOf } from './failures.rules.ts';

describe('remedyOf', () => {
  it('knows what helps against a code', () => expect(remedyOf('VersionMismatch')).toBe('read-again'));
  it('takes an error without a code for a broken connection', () =>
    expect(remedyOf(undefined)).toBe('later'));
});

describe('messagesByField', () => {
  it('gives the first finding of each field', () => {
    const details = [
      { code: 'too_small', message: 'At least 1.', target: 'inputs.count' },
      { code: 'custom', message: 'Odd.', target: 'inputs.count' },
      { code: 'custom', message: 'No target.' },
    ];
    expect(messagesByField({ message: 'Not valid.', target: 'inputs.count', details })).toEqual({
      'inputs.count': 'At least 1.',
    });
  });
  it('takes the target of the error itself when there are no details', () =>
    expect(messagesByField({ message: 'Unknown.', target: 'model', details: [] })).toEqual({
      model: 'Unknown.',
    }));
});
