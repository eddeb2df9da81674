// Previews of what a model would be sent, over the real bus, where the definition of an application cannot be used.
import { previewGeneration } from '#contracts';
import { errorOf } from '#testing/answers';
import { newActor } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';

it('a preview of a definition whose instructions take too long names their place in the request', async () => {
  const definition = {
    name: 'Endless',
    instructions: '{% for i in (1..10000) %}{% for j in (1..10000) %}{% endfor %}{% endfor %}',
    inputSchema: {},
    resultType: 'TEXT' as const,
    environment: { model: 'acme:large' },
  };
  const preview = environment.gateway.request(previewGeneration, {
    actor: newActor(),
    id: 'product-title',
    body: { definition },
  });
  expect(await errorOf(preview)).toMatchObject({
    code: 'InvalidArgument',
    target: 'definition.instructions',
  });
});
