// Bounds how many connections a client holds, and how long.
import { Module } from '@nestjs/common';
import { ConnectionsHook } from './connections.hook.ts';

@Module({
  providers: [ConnectionsHook],
})
export class ConnectionsModule {}
