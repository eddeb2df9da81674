// Answers bus requests about sessions.
import { Controller } from '@nestjs/common';
import { createSession, type AccessToken, type Credentials } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { SessionsService } from './sessions.service.ts';

@Controller()
export class SessionsRpcController {
  constructor(private readonly sessions: SessionsService) {}

  @OnRequest(createSession)
  create(credentials: Credentials): Promise<AccessToken> {
    return this.sessions.create(credentials, new Date());
  }
}
