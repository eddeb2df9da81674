// Answers bus requests about workspaces.
import { Controller } from '@nestjs/common';
import { getWorkspace, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { WorkspacesService } from './workspaces.service.ts';

@Controller()
export class WorkspacesRpcController {
  constructor(private readonly workspaces: WorkspacesService) {}

  @OnRequest(getWorkspace)
  get({ workspaceId }: InputOf<typeof getWorkspace>): Promise<AnswerOf<typeof getWorkspace>> {
    return this.workspaces.get(workspaceId);
  }
}
