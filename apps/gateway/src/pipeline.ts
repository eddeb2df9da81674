// Registers every Fastify hook of the gateway, in the order in which a request meets them.
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AccessHook } from './access/access.hook.ts';
import { SessionHook } from './auth/session.hook.ts';
import { withoutKnownBody } from './conditional/not-modified.hook.ts';
import { ConnectionsHook } from './connections/connections.hook.ts';
import { RateLimitHook } from './rate-limit/rate-limit.hook.ts';
import { AdmissionHook } from './http/admission.hook.ts';
import {
  checkBody,
  checkDeclaredSize,
  checkHead,
  checkHeaders,
  useBodyParsers,
} from './http/bodies/content.hook.ts';
import { HostsHook } from './http/hosts.hook.ts';
import { LargeBodiesHook } from './http/bodies/large-bodies.hook.ts';
import { ObservationHook } from './http/observation.hook.ts';
import { RoutesHook } from './http/routes.hook.ts';

/** Registers the hooks of a server; call it before the server has routes. A hook refuses a request by `done(error)`. */
export function registerHooks(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  const hooks = hooksOf(app);
  prepareRequests(app);
  server.addHook('onRoute', (route) => hooks.routes.add(route));
  hooks.connections.watch(server);
  beforeTheBody(server, hooks);
  server.addHook('preParsing', (request, reply, body, done) =>
    done(null, hooks.largeBodies.pass(request, reply, body)),
  );
  afterTheBody(server, hooks);
  beforeTheResponse(server, hooks);
}

type Hooks = ReturnType<typeof hooksOf>;

function hooksOf(app: NestFastifyApplication) {
  return {
    access: app.get(AccessHook),
    admission: app.get(AdmissionHook),
    connections: app.get(ConnectionsHook),
    hosts: app.get(HostsHook),
    largeBodies: app.get(LargeBodiesHook),
    limits: app.get(RateLimitHook),
    observation: app.get(ObservationHook),
    routes: app.get(RoutesHook),
    session: app.get(SessionHook),
  };
}

function beforeTheBody(server: FastifyInstance, hooks: Hooks): void {
  const { access, admission, connections, hosts, limits, observation, routes, session } = hooks;
  server.addHook('onRequest', (request, reply, done) => connections.takeTurn(request, reply, done));
  server.addHook('onRequest', (request, reply, done) => {
    observation.start(request, reply);
    done();
  });
  server.addHook('onRequest', (_request, _reply, done) => done(admission.check()));
  server.addHook('onRequest', (request, reply, done) => done(checkHead(request, reply)));
  server.addHook('onRequest', (request, _reply, done) => done(hosts.check(request)));
  server.addHook('onRequest', (request, reply, done) => done(routes.check(request, reply)));
  server.addHook('onRequest', (request, reply, done) => done(checkDeclaredSize(request, reply)));
  server.addHook('onRequest', (request, reply, done) => session.authenticate(request, reply, done));
  server.addHook('onRequest', (request, reply, done) => limits.count(request, reply, done));
  server.addHook('onRequest', (request, _reply, done) => access.authorize(request, done));
  server.addHook('onRequest', (request, _reply, done) => done(checkHeaders(request)));
  server.addHook('onRequest', (request, reply, done) => connections.askForBody(request, reply, done));
}

/** A client that sends slowly must not occupy a place until then, nor outlive its session or role. */
function afterTheBody(server: FastifyInstance, { access, admission, observation, session }: Hooks): void {
  server.addHook('preValidation', (request, _reply, done) => done(session.check(request)));
  server.addHook('preValidation', (request, _reply, done) => access.authorizeBody(request, done));
  server.addHook('preValidation', (request, _reply, done) =>
    done(checkBody(request) ?? admission.enter(request)),
  );
  // The last hook before the handler, because reading the body loses the async context.
  server.addHook('preValidation', (request, _reply, done) => observation.runInContext(request, done));
}

function beforeTheResponse(server: FastifyInstance, { admission, connections, observation }: Hooks): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    const body = withoutKnownBody(request, reply);
    connections.prepareEnd(request, reply);
    admission.leave(request);
    observation.finish(request, reply);
    done(null, body);
  });
}

/** Declares the fields that hooks fill in, so that all requests have one shape, and how bodies are parsed. */
function prepareRequests(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  for (const name of ['actor', 'keyScopes', 'span', 'sseStream']) server.decorateRequest(name, null);
  server.decorateRequest('isAdmitted', false).decorateRequest('sessionExpiresAt', 0);
  useBodyParsers(app);
}
