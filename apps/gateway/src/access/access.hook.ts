// Refuses requests for which the role of the actor, or the scopes of the API key, do not suffice.
import { Injectable } from '@nestjs/common';
import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { AppError, isUuid, MOVING, MOVING_RETRY_S, type AccessStep, type Actor } from '#contracts';
import {
  isAllowed,
  misdirected,
  refusalOf,
  stepOf,
  type Membership,
  type RequiredAccess,
} from './access.rules.ts';
import { KnownMembershipsService } from './known-memberships.service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Scopes of the API key with which the actor is authenticated; null for the token of a session. */
    keyScopes: AccessStep[] | null;
  }
  interface FastifyContextConfig {
    /** What the operation needs. */
    access?: RequiredAccess;
  }
}

const NO_MEMBER: Membership = {};

@Injectable()
export class AccessHook {
  constructor(private readonly memberships: KnownMembershipsService) {}

  /**
   * Looks up the role of the actor, compares it with what the route needs, and notes who holds the workspace, with which limits. Errors:
   * InvalidToken when the actor is no member of the workspace of the token; NotFound when the actor is no member of the
   * workspace in the path; MisdirectedRequest when another cell has one of the two; Forbidden; Unavailable for a change while the
   * workspace is moved to another cell; Unavailable and UpstreamTimeout when auth must be asked and does not answer.
   */
  authorize(request: FastifyRequest, done: HookHandlerDoneFunction): void {
    this.decide(request, accessOf(request).dryRunField !== undefined, done);
  }

  /** Checks the access again when the body is read, because the body tells whether the request asks only to compute. */
  authorizeBody(request: FastifyRequest, done: HookHandlerDoneFunction): void {
    const { dryRunField } = accessOf(request);
    const body = request.body as Record<string, unknown> | null | undefined;
    this.decide(request, dryRunField !== undefined && body?.[dryRunField] === true, done);
  }

  private decide(request: FastifyRequest, isDryRun: boolean, done: HookHandlerDoneFunction): void {
    const { actor } = request;
    if (!actor) return done();
    const named = paramOf(request, accessOf(request).workspaceParam) ?? actor.workspaceId;
    const own = this.memberships.find(actor);
    const other = named === actor.workspaceId ? own : this.membershipElsewhere(request, actor, named);
    const settle = (mine: Membership, there: Membership): void => {
      request.actor = { ...actor, holderId: mine.holderId, limits: mine.limits };
      done(refusal(request, actor, { own: mine, there, isDryRun }));
    };
    if (own instanceof Promise || other instanceof Promise)
      Promise.all([own, other])
        .then(([mine, there]) => settle(mine, there))
        .catch(done);
    else settle(own, other);
  }

  /** The membership in another workspace than that of the token. An API key has none there. */
  private membershipElsewhere(
    { keyScopes }: FastifyRequest,
    { accountId }: Actor,
    workspaceId: string,
  ): ReturnType<KnownMembershipsService['find']> {
    if (keyScopes || !isUuid(workspaceId)) return NO_MEMBER;
    return this.memberships.find({ accountId, workspaceId });
  }
}

/** Why a request is refused to an actor with these memberships: in the workspace of the token, and in that of the path. */
function refusal(
  request: FastifyRequest,
  actor: Actor,
  { own, there, isDryRun }: { own: Membership; there: Membership; isDryRun: boolean },
): AppError | undefined {
  const needed = accessOf(request);
  const refused = refusalOf(own);
  if (refused) return refused;
  const { role, elsewhere, isMoving } = there;
  if (!role) return new AppError('NotFound', { target: needed.workspaceParam });
  if (elsewhere) return misdirected(elsewhere);
  const { keyScopes } = request;
  if (keyScopes && needed.sessionOnly) return new AppError('Forbidden');
  const isOwnAccount = paramOf(request, needed.accountParam) === actor.accountId;
  const mayRead = (isOwnAccount && !keyScopes) || isDryRun;
  const step = mayRead ? 'read' : stepOf(needed, request.method);
  if (!isAllowed(step, role, keyScopes ?? undefined)) return new AppError('Forbidden');
  const isChange = step !== 'read' && stepOf({}, request.method) !== 'read'; // some reads are for owners only
  if (!isMoving || !isChange) return undefined;
  return new AppError('Unavailable', { message: MOVING, retryAfter: MOVING_RETRY_S });
}

function accessOf({ routeOptions }: FastifyRequest): RequiredAccess {
  return routeOptions.config.access ?? {};
}

/** A parameter of the path that is an id. Ids are compared in lower case, in which Postgres writes them. */
function paramOf({ params }: FastifyRequest, name: string | undefined): string | undefined {
  return name === undefined ? undefined : (params as Record<string, string>)[name]?.toLowerCase();
}
