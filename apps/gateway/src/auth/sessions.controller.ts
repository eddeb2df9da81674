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
import { exampleSessions, exampleSignedIn, ListOperation, Operation, PathId } from '../openapi/index.ts';
import { inCookie, RefreshCookie, type RefreshCookies } from './refresh-cookie.decorator.ts';
import { SignInService } from './sign-in.service.ts';

/** Whatever the role, people manage their own sessions; API keys do not. */
const OWN_SESSION = { step: 'read', sessionOnly: true } as const;

const SessionId = PathId('session', exampleSessions.sessions[0]?.id);

@ApiTags('Accounts')
@Controller('accounts/sessions')
export class SessionsController {
  constructor(
    private readonly bus: Bus,
    private readonly signIns: SignInService,
  ) {}

  @Post('email')
  @Operation(createSession, {
    id: 'CreateSession',
    summary: 'Sign in',
    description:
      'Exchanges e-mail and password for an access token, which is valid for `expiresIn` seconds, and a refresh token.',
    route: { public: true, addressLimit: 'sign-in' },
    body: true,
    answer: { status: 201, schema: signedIn, description: 'Signed in.', example: exampleSignedIn },
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
    id: 'RefreshSession',
    summary: 'Refresh the tokens of a session',
    description:
      'Exchanges a refresh token for a new access token and a new refresh token. Simultaneous requests, and a repeated one within 10 seconds, get the same refresh token; later use of an old refresh token ends the session. Without `refreshToken` in the body, the token in the cookie is used, but only for a page of this origin (`Sec-Fetch-Site: same-origin`).',
    errors: ['Unauthenticated', 'Forbidden'],
    route: { public: true, addressLimit: 'refresh' },
    body: true,
    answer: { schema: signedIn, description: 'Refreshed.', example: exampleSignedIn },
  })
  async refresh(
    @Body({ schema: refreshRequest }) { refreshToken }: RefreshRequest,
    @RefreshCookie() cookie: RefreshCookies,
  ) {
    const tokens = await this.bus.request(refreshSession, { refreshToken: refreshToken ?? cookie.read() });
    return refreshToken === undefined ? inCookie(tokens, cookie) : tokens;
  }

  @Get()
  @ListOperation(listSessions, {
    id: 'ListSessions',
    summary: 'List sessions',
    description: 'The sessions of the account in all workspaces, newest first.',
    access: OWN_SESSION,
    example: exampleSessions,
  })
  list(@CurrentActor() actor: Actor, @Query({ schema: sessionListQuery }) query: SessionListQuery) {
    return this.bus.requestJson(listSessions, { actor, ...query });
  }

  @Delete()
  @Operation(endOtherSessions, {
    id: 'EndOtherSessions',
    summary: 'End all other sessions',
    description:
      'Ends all sessions of the account except the one of this request. Their tokens are refused within a second.',
    route: { access: OWN_SESSION },
    answer: { status: 204, description: 'They have ended.' },
  })
  async endOthers(@CurrentActor() actor: Actor) {
    await this.bus.request(endOtherSessions, { actor });
  }

  @Delete('current')
  @Operation(endSession, {
    id: 'EndCurrentSession',
    summary: 'Sign out',
    description: 'Ends the session of this request and clears the cookie of its refresh token.',
    route: { access: OWN_SESSION },
    answer: { status: 204, description: 'Signed out.' },
  })
  endCurrent(@CurrentActor() actor: Actor, @RefreshCookie() cookie: RefreshCookies) {
    return this.end(actor, actor.sessionId, cookie);
  }

  @Delete(':id')
  @Operation(endSession, {
    id: 'EndSession',
    summary: 'End a session',
    description: 'Ends a session of the account. Its tokens are refused within a second.',
    route: { access: OWN_SESSION },
    answer: { status: 204, description: 'It has ended.' },
  })
  async end(@CurrentActor() actor: Actor, @SessionId id: string, @RefreshCookie() cookie: RefreshCookies) {
    await this.bus.request(endSession, { actor, id });
    if (id === actor.sessionId) cookie.clear();
  }
}
