// Chooses the model and the language of a request.
import { Module } from '@nestjs/common';
import { SettingsService } from './settings.service.ts';

@Module({
  providers: [SettingsService],
  exports: [SettingsService],
})
export class SettingsModule {}
