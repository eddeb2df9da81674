// Knows the settings of workspaces.
import { Module } from '@nestjs/common';
import { WorkspaceSettingsClient } from './workspace-settings.client.ts';

@Module({ providers: [WorkspaceSettingsClient], exports: [WorkspaceSettingsClient] })
export class WorkspacesModule {}
