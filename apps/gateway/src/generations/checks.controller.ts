// Serves the check of a text that a person wrote.
import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { checkContent, type Actor, type BodyOf } from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor, RequestBody } from '../http/index.ts';
import { Operation } from '../openapi/index.ts';

@ApiTags('Generations')
@Controller('checks')
export class ChecksController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @Operation(checkContent, { bodyLimit: 64 * 1024, access: { step: 'read' } })
  check(@CurrentActor() actor: Actor, @RequestBody(checkContent) body: BodyOf<typeof checkContent>) {
    return this.bus.request(checkContent, { actor, body });
  }
}
