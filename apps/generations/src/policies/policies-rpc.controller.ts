// Answers the gateway's requests about policies.
import { Controller } from '@nestjs/common';
import {
  createPolicy,
  deletePolicy,
  getPolicy,
  listPolicies,
  patchPolicy,
  type AnswerOf,
  type InputOf,
  type Policy,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { PoliciesService } from './policies.service.ts';
import { PolicyWritesService } from './policy-writes.service.ts';

@Controller()
export class PoliciesRpcController {
  constructor(
    private readonly policies: PoliciesService,
    private readonly writes: PolicyWritesService,
  ) {}

  @OnRequest(listPolicies)
  list({ actor, nextToken, limit, ...place }: InputOf<typeof listPolicies>): Promise<string> {
    return this.policies.list({ workspaceId: actor.workspaceId, nextToken, limit }, place);
  }

  @OnRequest(getPolicy)
  get({ actor, id }: InputOf<typeof getPolicy>): Promise<Policy> {
    return this.policies.get(actor.workspaceId, id);
  }

  @OnRequest(createPolicy)
  create({
    actor,
    body,
    idempotencyKey,
  }: InputOf<typeof createPolicy>): Promise<AnswerOf<typeof createPolicy>> {
    return this.writes.create(actor.workspaceId, body, idempotencyKey);
  }

  @OnRequest(patchPolicy)
  patch({ actor, id, body }: InputOf<typeof patchPolicy>): Promise<Policy> {
    return this.writes.patch(actor.workspaceId, id, body);
  }

  @OnRequest(deletePolicy)
  async delete({ actor, id }: InputOf<typeof deletePolicy>): Promise<Record<string, never>> {
    await this.writes.delete(actor.workspaceId, id);
    return {};
  }
}
