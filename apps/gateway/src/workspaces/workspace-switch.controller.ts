// Serves the switch of a session to another workspace.
import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { switchWorkspace, type Actor, type BodyOf } from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor, RequestBody, SessionEnd } from '../http/index.ts';
import { Operation } from '../openapi/index.ts';

@ApiTags('Accounts')
@Controller('accounts/sessions/current/workspace')
export class WorkspaceSwitchController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @Operation(switchWorkspace, { access: { step: 'read', sessionOnly: true } })
  switch(
    @CurrentActor() actor: Actor,
    @SessionEnd() expiresAt: number,
    @RequestBody(switchWorkspace) body: BodyOf<typeof switchWorkspace>,
  ) {
    return this.bus.request(switchWorkspace, { actor, body, expiresAt });
  }
}
