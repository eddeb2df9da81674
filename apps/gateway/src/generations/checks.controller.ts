// Serves the check of a text that a person wrote.
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  checkContent,
  checkRequest,
  checkResult,
  type Actor,
  type CheckRequest,
  type CheckResult,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor } from '../http/index.ts';
import { exampleCheckResult, Operation } from '../openapi/index.ts';

@ApiTags('Generations')
@Controller('checks')
export class ChecksController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @Operation({
    id: 'CheckContent',
    summary: 'Check a text',
    description:
      'Reviews a text that a person wrote, as the result of a generation is reviewed. Keeps nothing.',
    forwardsTo: checkContent,
    route: { bodyLimit: 64 * 1024, access: { step: 'read' } },
    body: true,
    answer: {
      status: 200,
      schema: checkResult,
      description: 'What the check found.',
      example: exampleCheckResult,
    },
  })
  check(
    @CurrentActor() actor: Actor,
    @Body({ schema: checkRequest }) body: CheckRequest,
  ): Promise<CheckResult> {
    return this.bus.request(checkContent, { actor, body });
  }
}
