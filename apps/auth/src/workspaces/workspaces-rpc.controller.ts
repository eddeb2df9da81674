// Requests about workspaces.
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { getWorkspace } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { WorkspacesService } from './workspaces.service.ts';

@Controller()
export class WorkspacesRpcController {
  constructor(private readonly workspaces: WorkspacesService) {}

  @OnRequest(getWorkspace)
  get({ workspaceId }: z.output<typeof getWorkspace.input>): Promise<z.input<typeof getWorkspace.output>> {
    return this.workspaces.get(workspaceId);
  }
}
