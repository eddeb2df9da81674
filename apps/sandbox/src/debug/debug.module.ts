// Lets tests read and change what the sandbox does.
import { Module } from '@nestjs/common';
import { MarketplaceModule } from '../marketplace/marketplace.module.ts';
import { DebugController } from './debug.controller.ts';

@Module({ imports: [MarketplaceModule], controllers: [DebugController] })
export class DebugModule {}
