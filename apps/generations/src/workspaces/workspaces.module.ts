// Knows the settings of workspaces.
import { Module } from '@nestjs/common';
import { WorkspacesClient } from './workspaces.client.ts';

@Module({ providers: [WorkspacesClient], exports: [WorkspacesClient] })
export class WorkspacesModule {}
