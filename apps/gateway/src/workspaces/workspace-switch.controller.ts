// Serves the switch of a session to another workspace.
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  accessToken,
  switchWorkspace,
  workspaceChoice,
  type AccessToken,
  type Actor,
  type WorkspaceChoice,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor } from '../http/index.ts';
import { exampleToken, Operation } from '../openapi/index.ts';

@ApiTags('Accounts')
@Controller('accounts/sessions/current/workspace')
export class WorkspaceSwitchController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @Operation({
    id: 'SwitchWorkspace',
    summary: 'Switch to another workspace',
    description:
      'Gives an access token of the same session for another workspace of the account, in which the session goes on.',
    forwardsTo: switchWorkspace,
    route: { access: { step: 'read', sessionOnly: true } },
    body: true,
    answer: { status: 200, schema: accessToken, description: 'The new token.', example: exampleToken },
  })
  switch(
    @CurrentActor() actor: Actor,
    @Body({ schema: workspaceChoice }) body: WorkspaceChoice,
  ): Promise<AccessToken> {
    return this.bus.request(switchWorkspace, { actor, body });
  }
}
