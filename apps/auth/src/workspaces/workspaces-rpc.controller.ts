// Answers bus requests about workspaces.
import { Controller } from '@nestjs/common';
import {
  createWorkspace,
  eraseWorkspace,
  getWorkspace,
  getWorkspaceDetails,
  holdWorkspace,
  listWorkspaces,
  updateWorkspace,
  type AnswerOf,
  type InputOf,
  type WorkspaceDetails,
  type WorkspaceErasure,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { WorkspaceErasureService } from './workspace-erasure.service.ts';
import { WorkspacesService } from './workspaces.service.ts';

@Controller()
export class WorkspacesRpcController {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly erasure: WorkspaceErasureService,
  ) {}

  @OnRequest(getWorkspace)
  get({ workspaceId }: InputOf<typeof getWorkspace>): Promise<AnswerOf<typeof getWorkspace>> {
    return this.workspaces.get(workspaceId);
  }

  @OnRequest(listWorkspaces)
  list({ actor, ...query }: InputOf<typeof listWorkspaces>): Promise<string> {
    return this.workspaces.list(actor, query);
  }

  @OnRequest(createWorkspace)
  create(input: InputOf<typeof createWorkspace>): Promise<AnswerOf<typeof createWorkspace>> {
    return this.workspaces.create(input.actor, input.body, input.idempotencyKey);
  }

  @OnRequest(getWorkspaceDetails)
  details({ actor, id }: InputOf<typeof getWorkspaceDetails>): Promise<WorkspaceDetails> {
    return this.workspaces.details(actor, id);
  }

  @OnRequest(updateWorkspace)
  update({ actor, id, body }: InputOf<typeof updateWorkspace>): Promise<WorkspaceDetails> {
    return this.workspaces.update(actor, id, body);
  }

  @OnRequest(holdWorkspace)
  hold({ actor, id }: InputOf<typeof holdWorkspace>): Promise<WorkspaceDetails> {
    return this.workspaces.hold(actor, id);
  }

  @OnRequest(eraseWorkspace)
  erase({ actor, id, body }: InputOf<typeof eraseWorkspace>): Promise<WorkspaceErasure> {
    return this.erasure.erase(actor, id, body.confirm);
  }
}
