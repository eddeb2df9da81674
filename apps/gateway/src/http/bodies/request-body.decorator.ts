// The parameter decorator of a body that the contract of a request describes.
import { Body } from '@nestjs/common';
import type { z } from 'zod';
import type { RequestDefinition } from '#contracts';

/** The checked body of an operation that forwards it in this request. */
export function RequestBody(
  definition: RequestDefinition<z.ZodObject<{ body: z.ZodType }>>,
): ParameterDecorator {
  return Body({ schema: definition.input.shape.body });
}

/** The checked body of an operation whose body may be absent; an absent body counts as an empty one. */
export function OptionalBody(
  definition: RequestDefinition<z.ZodObject<{ body: z.ZodType }>>,
): ParameterDecorator {
  return Body({ schema: definition.input.shape.body.prefault({}) });
}
