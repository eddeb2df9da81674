// Moves workspaces to other cells, for operators.
import { Module } from '@nestjs/common';
import { MoveCommandsService } from './move-commands.service.ts';
import { MovesStore } from './moves.store.ts';
import { WorkspaceMoveService } from './workspace-move.service.ts';

@Module({ providers: [MoveCommandsService, MovesStore, WorkspaceMoveService] })
export class MovesModule {}
