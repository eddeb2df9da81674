// Answers bus requests about sessions.
import { Controller } from '@nestjs/common';
import { createSession, type AccessToken, type SignIn } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { SessionsService } from './sessions.service.ts';

@Controller()
export class SessionsRpcController {
  constructor(private readonly sessions: SessionsService) {}

  @OnRequest(createSession)
  create(request: SignIn): Promise<AccessToken> {
    return this.sessions.create(request, new Date());
  }
}
