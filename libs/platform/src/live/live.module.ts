// Gives a room the history of live notifications.
import { Module } from '@nestjs/common';
import { LiveHistory } from './live-history.ts';

@Module({ providers: [LiveHistory], exports: [LiveHistory] })
export class LiveModule {}
