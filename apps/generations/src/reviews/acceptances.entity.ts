// A row of acceptance: an accepted text that is on its way to a product.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { GenerationReview, ProductPatch } from '#contracts';

@Entity('acceptance')
export class AcceptanceEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') generationId!: string;
  /** Also identifies the edit for the catalogue, which makes it once. */
  @PrimaryColumn('uuid') id!: string;
  /** Id of the HTTP request that accepted the text. */
  @Column('text') requestId!: string;
  @Column('uuid') productId!: string;
  /** The version of the product that was seen: the text never replaces anything newer. */
  @Column('int', { nullable: true }) ifVersion!: number | null;
  @Column('json') patch!: ProductPatch;
  /** The review of the generation once the product has the text. */
  @Column('json') review!: GenerationReview & { state: 'ACCEPTED' };
  /** When the edit is repeated if it is not known by then whether it was made. */
  @Column('timestamptz') dueAt!: Date;
}
