// The built-in applications as clients see them.
import { getApplication } from '#contracts';
import { BUILT_IN } from './applications.rules.ts';

it.each(BUILT_IN.map((application) => [application.id, application]))(
  '%s is as the contract says',
  (_id, one) => {
    expect(getApplication.output.parse(one)).toEqual(one);
  },
);
