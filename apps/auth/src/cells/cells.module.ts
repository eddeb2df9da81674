// Knows the cells of the installation.
import { Module } from '@nestjs/common';
import { CellCommandsService } from './cell-commands.service.ts';
import { CellsService } from './cells.service.ts';
import { CellsStore } from './cells.store.ts';

@Module({ providers: [CellCommandsService, CellsService, CellsStore] })
export class CellsModule {}
