// Lets tests read and reset the calls that the marketplace has counted.
import { Module } from '@nestjs/common';
import { MarketplaceModule } from '../marketplace/marketplace.module.ts';
import { DebugController } from './debug.controller.ts';

@Module({ imports: [MarketplaceModule], controllers: [DebugController] })
export class DebugModule {}
