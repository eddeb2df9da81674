// Binds a controller's method to a request of the contracts; the compiler compares its input and answer with them.
import { MessagePattern } from '@nestjs/microservices';
import type { AnswerOf, InputOf, RequestDefinition } from '#contracts';

type Handler<D extends RequestDefinition> = (input: never) => AnswerOf<D> | Promise<AnswerOf<D>>;

/** The input is compared apart, because TypeScript lets a method's parameter be narrower than what it will be given. */
type TakesInput<D extends RequestDefinition, H extends Handler<D>> = [InputOf<D>] extends [
  ...Parameters<H>,
  ...unknown[],
]
  ? unknown
  : { 'The handler must take the input of its contract': never };

/**
 * Answers a request: the method takes its input (already parsed) and returns its answer. A method of another type does
 * not compile. An owner does not start unless each of its requests has exactly one handler.
 */
export function OnRequest<D extends RequestDefinition>(definition: D) {
  return <H extends Handler<D>>(
    target: object,
    name: string | symbol,
    method: TypedPropertyDescriptor<H> & TakesInput<D, H>,
  ): void => {
    MessagePattern<string>(definition.subject, { definition })(target, name, method);
  };
}
