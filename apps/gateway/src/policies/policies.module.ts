// The operations of policies.
import { Module } from '@nestjs/common';
import { PoliciesController } from './policies.controller.ts';

@Module({
  controllers: [PoliciesController],
})
export class PoliciesModule {}
