// Does what operators ask for with workspaces: commands of the task `admin`.
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { cellName, uuid } from '#contracts';
import { WorkspaceMoveService } from './workspace-move.service.ts';

/** What an operator asks for. */
export type MoveCommand =
  | { verb: 'move'; workspaceId: string; cell: string }
  | { verb: 'stay'; workspaceId: string };

/** Reads the arguments after `workspace`. Throws when they are no command. */
export function moveCommandOf([verb, ...args]: string[]): MoveCommand {
  if (verb === 'move') {
    const [workspaceId, cell] = z.tuple([uuid, cellName]).parse(args);
    return { verb, workspaceId, cell };
  }
  if (verb !== 'stay') throw new Error('There is no such command.');
  const [workspaceId] = z.tuple([uuid]).parse(args);
  return { verb, workspaceId };
}

@Injectable()
export class MoveCommandsService {
  constructor(private readonly moves: WorkspaceMoveService) {}

  /** Carries out a command, and tells what to print. Errors: NotFound, InvalidState. */
  async *run(command: MoveCommand): AsyncGenerator<object> {
    if (command.verb === 'move') yield* this.moves.move(command.workspaceId, command.cell);
    else await this.moves.cancel(command.workspaceId);
  }
}
