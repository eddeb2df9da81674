// Serves sign-ins and refreshes, and the sessions that they begin.
import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createSession,
  credentials,
  endOtherSessions,
  endSession,
  listSessions,
  refreshRequest,
  refreshSession,
  sessionListQuery,
  signedIn,
  type Actor,
  type Credentials,
  type RefreshRequest,
  type SessionListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { type Client, CurrentActor, CurrentClient } from '../http/index.ts';
import { ListOperation, Operation, PathId } from '../openapi/index.ts';
import { inCookie, RefreshCookie, type RefreshCookies } from './refresh-cookie.decorator.ts';
import { SignInService } from './sign-in.service.ts';

/** Whatever the role, people manage their own sessions; API keys do not. */
const OWN_SESSION = { step: 'read', sessionOnly: true } as const;

const SessionId = PathId('session');

@ApiTags('Accounts')
@Controller('accounts/sessions')
export class SessionsController {
  constructor(
    private readonly bus: Bus,
    private readonly signIns: SignInService,
  ) {}

  @Post('email')
  @Operation(createSession, {
    status: 201,
    public: true,
    addressLimit: 'sign-in',
    body: true,
    schema: signedIn,
  })
  async create(
    @Body({ schema: credentials }) { refresh, ...body }: Credentials,
    @CurrentClient() client: Client,
    @RefreshCookie() cookie: RefreshCookies,
  ) {
    const tokens = await this.signIns.create({ ...body, ...client });
    return refresh === 'cookie' ? inCookie(tokens, cookie) : tokens;
  }

  @Post('refresh')
  @Operation(refreshSession, {
    public: true,
    addressLimit: 'refresh',
    errors: ['Unauthenticated', 'Forbidden'],
    body: true,
    schema: signedIn,
  })
  async refresh(
    @Body({ schema: refreshRequest }) { refreshToken }: RefreshRequest,
    @RefreshCookie() cookie: RefreshCookies,
  ) {
    const tokens = await this.bus.request(refreshSession, { refreshToken: refreshToken ?? cookie.read() });
    return refreshToken === undefined ? inCookie(tokens, cookie) : tokens;
  }

  @Get()
  @ListOperation(listSessions, { access: OWN_SESSION })
  list(@CurrentActor() actor: Actor, @Query({ schema: sessionListQuery }) query: SessionListQuery) {
    return this.bus.requestJson(listSessions, { actor, ...query });
  }

  @Delete()
  @Operation(endOtherSessions, { access: OWN_SESSION })
  async endOthers(@CurrentActor() actor: Actor) {
    await this.bus.request(endOtherSessions, { actor });
  }

  @Delete('current')
  @Operation(
    {
      ...endSession,
      operation: {
        id: 'EndCurrentSession',
        summary: 'Sign out',
        description: 'Ends the session of this request and clears the cookie of its refresh token.',
        answer: 'Signed out.',
      },
    },
    {
      access: OWN_SESSION,
    },
  )
  endCurrent(@CurrentActor() actor: Actor, @RefreshCookie() cookie: RefreshCookies) {
    return this.end(actor, actor.sessionId, cookie);
  }

  @Delete(':id')
  @Operation(endSession, { access: OWN_SESSION })
  async end(@CurrentActor() actor: Actor, @SessionId id: string, @RefreshCookie() cookie: RefreshCookies) {
    await this.bus.request(endSession, { actor, id });
    if (id === actor.sessionId) cookie.clear();
  }
}
