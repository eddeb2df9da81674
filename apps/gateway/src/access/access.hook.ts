// Refuses requests for which the role of the actor, or the scopes of the API key, do not suffice.
import { Injectable } from '@nestjs/common';
import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { AppError, isUuid, type AccessStep, type Actor, type Role } from '#contracts';
import { isAllowed, stepOf, type RequiredAccess } from './access.rules.ts';
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

@Injectable()
export class AccessHook {
  constructor(private readonly memberships: KnownMembershipsService) {}

  /**
   * Looks the role up and compares it with what the route needs. Errors: InvalidToken for who is no member; NotFound
   * where the path names the workspace; Forbidden; Unavailable, UpstreamTimeout when auth must be asked and is away.
   */
  authorize(request: FastifyRequest, done: HookHandlerDoneFunction): void {
    const { actor } = request;
    if (!actor) return done();
    const role = this.roleIn(request, actor);
    if (role instanceof Promise)
      role.then(
        (late) => done(refusal(request, actor, late)),
        (error: Error) => done(error),
      );
    else done(refusal(request, actor, role));
  }

  /** An API key has a role only in its own workspace. */
  private roleIn(
    request: FastifyRequest,
    { accountId, workspaceId }: Actor,
  ): ReturnType<KnownMembershipsService['roleOf']> {
    const named = paramOf(request, accessOf(request).workspaceParam) ?? workspaceId;
    if (named !== workspaceId && (request.keyScopes || !isUuid(named))) return undefined;
    return this.memberships.roleOf({ accountId, workspaceId: named });
  }
}

function refusal(request: FastifyRequest, actor: Actor, role: Role | undefined): AppError | undefined {
  const needed = accessOf(request);
  if (!role) {
    const { workspaceParam: target } = needed;
    return target === undefined ? new AppError('InvalidToken') : new AppError('NotFound', { target });
  }
  const { keyScopes } = request;
  if (keyScopes && needed.sessionOnly) return new AppError('Forbidden');
  const isOwnAccount = paramOf(request, needed.accountParam) === actor.accountId;
  const step = isOwnAccount && !keyScopes ? 'read' : stepOf(needed, request.method);
  return isAllowed(step, role, keyScopes ?? undefined) ? undefined : new AppError('Forbidden');
}

function accessOf({ routeOptions }: FastifyRequest): RequiredAccess {
  return routeOptions.config.access ?? {};
}

function paramOf({ params }: FastifyRequest, name: string | undefined): string | undefined {
  return name === undefined ? undefined : (params as Record<string, string>)[name];
}
