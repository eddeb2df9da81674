// Serves the switch of a session to another workspace.
import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { switchWorkspace, type Actor, type BodyOf } from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor, RequestBody, SessionEnd } from '../http/index.ts';
import { exampleToken, Operation } from '../openapi/index.ts';

@ApiTags('Accounts')
@Controller('accounts/sessions/current/workspace')
export class WorkspaceSwitchController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @Operation(switchWorkspace, {
    id: 'SwitchWorkspace',
    summary: 'Switch to another workspace',
    description:
      'Gives an access token for another workspace of the account, in which the same session goes on. It lasts no longer than the token of the request.',
    route: { access: { step: 'read', sessionOnly: true } },
    answer: { description: 'The new token.', example: exampleToken },
  })
  switch(
    @CurrentActor() actor: Actor,
    @SessionEnd() expiresAt: number,
    @RequestBody(switchWorkspace) body: BodyOf<typeof switchWorkspace>,
  ) {
    return this.bus.request(switchWorkspace, { actor, body, expiresAt });
  }
}
