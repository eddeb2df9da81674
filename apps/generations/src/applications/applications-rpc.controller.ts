// Answers the gateway's requests about applications.
import { Controller } from '@nestjs/common';
import {
  archiveApplication,
  createApplication,
  getApplication,
  listApplications,
  listApplicationVersions,
  replaceApplication,
  type AnswerOf,
  type ApplicationRecord,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ApplicationWritesService } from './application-writes.service.ts';
import { ApplicationsService } from './applications.service.ts';

@Controller()
export class ApplicationsRpcController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly writes: ApplicationWritesService,
  ) {}

  @OnRequest(listApplications)
  list({ actor: { workspaceId }, nextToken, limit }: InputOf<typeof listApplications>): Promise<string> {
    return this.applications.list({ workspaceId, nextToken, limit });
  }

  @OnRequest(getApplication)
  get({ actor, id, version }: InputOf<typeof getApplication>): Promise<ApplicationRecord> {
    return this.applications.get(actor.workspaceId, id, version);
  }

  @OnRequest(listApplicationVersions)
  versions({
    actor: { workspaceId },
    id,
    nextToken,
    limit,
  }: InputOf<typeof listApplicationVersions>): Promise<string> {
    return this.applications.versions({ workspaceId, nextToken, limit }, id);
  }

  @OnRequest(createApplication)
  create({
    actor,
    body,
    idempotencyKey,
  }: InputOf<typeof createApplication>): Promise<AnswerOf<typeof createApplication>> {
    return this.writes.create(actor, body, idempotencyKey);
  }

  @OnRequest(replaceApplication)
  replace({ actor, id, ifVersion, body }: InputOf<typeof replaceApplication>): Promise<ApplicationRecord> {
    return this.writes.replace({ ...actor, id, ifVersion }, body);
  }

  @OnRequest(archiveApplication)
  async archive({
    actor,
    id,
    ifVersion,
  }: InputOf<typeof archiveApplication>): Promise<Record<string, never>> {
    await this.writes.archive({ workspaceId: actor.workspaceId, id, ifVersion });
    return {};
  }
}
