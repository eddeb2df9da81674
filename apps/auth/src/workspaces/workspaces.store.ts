// Reads workspaces.
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Workspace } from './workspaces.entity.ts';

@Injectable()
export class WorkspacesStore {
  constructor(@InjectRepository(Workspace) private readonly workspaces: Repository<Workspace>) {}

  /** A workspace by id; null when there is none. */
  find(id: string): Promise<Workspace | null> {
    return this.workspaces.findOneBy({ id });
  }
}
