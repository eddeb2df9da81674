// Chooses the model, the marketplace and the language of a request.
import { Module } from '@nestjs/common';
import { WorkspacesModule } from '../workspaces/workspaces.module.ts';
import { SettingsService } from './settings.service.ts';

@Module({
  imports: [WorkspacesModule],
  providers: [SettingsService],
  exports: [SettingsService],
})
export class SettingsModule {}
