// Tests what roles and scopes allow, each of them in every combination.
import { ACCESS_STEPS, role, type AccessStep } from '#contracts';
import { isAllowed, stepOf } from './access.rules.ts';

const allowed = (one: (typeof role.options)[number], scopes?: AccessStep[]): AccessStep[] =>
  ACCESS_STEPS.filter((step) => isAllowed(step, one, scopes));

it('a role allows its step and those before it', () => {
  expect(role.options.map((one) => [one, allowed(one)])).toEqual([
    ['owner', ['read', 'write', 'admin']],
    ['editor', ['read', 'write']],
    ['viewer', ['read']],
  ]);
});

it('an API key may do what its widest scope and the role both allow', () => {
  expect(allowed('owner', ['read'])).toEqual(['read']);
  expect(allowed('owner', ['write'])).toEqual(['read', 'write']);
  expect(allowed('owner', ['read', 'admin'])).toEqual(['read', 'write', 'admin']);
  expect(allowed('viewer', ['admin'])).toEqual(['read']);
});

it('an operation takes the step that it names, else that of its method', () => {
  expect(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'].map((method) => stepOf({}, method))).toEqual([
    'read',
    'read',
    'write',
    'write',
    'write',
  ]);
  expect(stepOf({ step: 'admin' }, 'GET')).toBe('admin');
});
