// Checks bodies and queries by their contract.
import { Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import { invalidArgument } from '#platform/errors';

/**
 * Validates input by its schema. Errors: InvalidArgument with every finding. Nest would silently remove fields named
 * like those of a prototype first; inside `inputs` they are data, elsewhere the schema refuses them as unknown fields,
 * and Fastify's parser refuses bodies that would poison a prototype.
 */
@Injectable()
export class InputPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => invalidArgument(issues) });
  }

  protected override stripProtoKeys(): void {}
}
