// Does what operators ask for with cells: commands of the task `admin`.
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AppError, cellName } from '#contracts';
import { CellsStore } from './cells.store.ts';

/** What an operator asks for. */
export type CellCommand = { verb: 'list' } | { verb: 'remove'; name: string };

/** Reads the arguments after `cell`. Throws when they are no command. */
export function cellCommandOf([verb, ...args]: string[]): CellCommand {
  if (verb === 'list') {
    z.tuple([]).parse(args);
    return { verb };
  }
  if (verb !== 'remove') throw new Error('There is no such command.');
  const [name] = z.tuple([cellName]).parse(args);
  return { verb, name };
}

@Injectable()
export class CellCommandsService {
  constructor(private readonly cells: CellsStore) {}

  /** Carries out a command, and tells what to print. Errors: NotFound; InvalidState for a cell that has workspaces. */
  async *run(command: CellCommand): AsyncGenerator<object> {
    if (command.verb === 'list') yield* await this.cells.list();
    else await this.remove(command.name);
  }

  private async remove(name: string): Promise<void> {
    const found = (await this.cells.list()).find((cell) => cell.name === name);
    if (!found) throw new AppError('NotFound');
    if (found.workspaces > 0 || !(await this.cells.remove(name)))
      throw new AppError('InvalidState', { message: 'This cell still has workspaces. Move them first.' });
  }
}
