// Gives a room of an owner the pages of its lists.
import { Module } from '@nestjs/common';
import { Pages } from './pages.ts';

@Module({ providers: [Pages], exports: [Pages] })
export class PagingModule {}
