// Datasets as the API has them, what a case keeps, and how much room a workspace has. Pure.
import {
  AppError,
  defined,
  LISTING_PARTS,
  toUnixSeconds,
  withoutNulls,
  type Dataset,
  type DatasetCase,
  type GenerationReview,
  type SourceProduct,
  QUOTAS_OF_HOLDER,
} from '#contracts';
import { targetOf } from '#content';
import type { DatasetCaseEntity, DatasetEntity } from './datasets.entity.ts';

/** A dataset as it is shown. */
export type DatasetRow = Omit<DatasetEntity, 'workspaceId' | 'holderId' | 'ready'>;

/** A case to be inserted. */
export type NewCase = Pick<DatasetCaseEntity, 'id' | 'product' | 'acceptedTexts' | 'bytes'>;

/** An accepted text about a product, and where it was written to. */
export interface AcceptedText {
  productId: string;
  applicationId: string;
  /** As in the review of its generation; null where that is gone. */
  to: 'product' | 'document' | null;
  otherPlaces: NonNullable<GenerationReview['otherPlaces']> | null;
  /** Content of the document, if it was written to one that is still there. */
  content: string | null;
}

/** How much a workspace has, by its cases and their bytes. */
export interface DatasetSize {
  workspaceId: string;
  cases: number;
  bytes: number;
}

/** What a workspace may have. */
export type DatasetRoom = Omit<DatasetSize, 'workspaceId'>;

/** A dataset as the API has it. */
export function toDataset({ bytes, createdAt, ...row }: DatasetRow): Dataset {
  return { ...withoutNulls(row), bytes: Number(bytes), createdAt: toUnixSeconds(createdAt) };
}

/** A case as the API has it. */
export function toCase({
  product,
  acceptedTexts,
}: Pick<DatasetCaseEntity, 'product' | 'acceptedTexts'>): DatasetCase {
  const { sourceHash: _sourceHash, ...shown } = product;
  return { productId: product.id, product: shown, ...defined({ references: acceptedTexts ?? undefined }) };
}

/** A case of a product, with the accepted texts about it as they stand now. */
export function caseOf(product: SourceProduct, texts: readonly AcceptedText[]): NewCase {
  const references = texts.flatMap((accepted) => {
    const { applicationId, content } = accepted;
    const text = content ?? (placeOf(accepted) === 'document' ? undefined : textIn(product, applicationId));
    return text ? [[applicationId, text] as const] : [];
  });
  const acceptedTexts = references.length === 0 ? null : Object.fromEntries(references);
  const bytes = Buffer.byteLength(JSON.stringify(toCase({ product, acceptedTexts })));
  return { id: product.id, product, acceptedTexts, bytes };
}

/** Where a text was written. It may be a part of a listing, of which others were written elsewhere later. */
function placeOf({ applicationId, to, otherPlaces }: AcceptedText): AcceptedText['to'] {
  const other = otherPlaces?.find(({ parts }) => parts.some((part) => LISTING_PARTS[part] === applicationId));
  return other?.to ?? to;
}

/** Products in their order, divided so that the texts about those of a piece have at most so many bytes, or are of one product. */
export function piecesOf(
  products: readonly SourceProduct[],
  textBytes: ReadonlyMap<string, number>,
  most: number,
): SourceProduct[][] {
  const pieces: SourceProduct[][] = [];
  let left = 0;
  for (const product of products) {
    const bytes = textBytes.get(product.id) ?? 0;
    if (pieces.length === 0 || bytes > left) {
      pieces.push([]);
      left = most;
    }
    pieces.at(-1)!.push(product);
    left -= bytes;
  }
  return pieces;
}

/**
 * The text of an application that a product has. Of several fields that the application writes, the first that is not empty has
 * it.
 */
function textIn(product: SourceProduct, applicationId: string): string | undefined {
  const values = (targetOf(applicationId)?.fields ?? []).map(
    (field) => (product as Partial<Record<typeof field, string | string[]>>)[field],
  );
  const text = values.find((value) => value !== undefined && value.length > 0);
  return typeof text === 'string' ? text : text?.join('\n');
}

/**
 * Refuses what a workspace, or all those of its holder, have no room for. `sizes` are those of all workspaces of the holder,
 * with what is to be added. Errors: QuotaExceeded.
 */
export function checkRoom(sizes: readonly DatasetSize[], workspaceId: string, room: DatasetRoom): void {
  const own = sizes.filter((size) => size.workspaceId === workspaceId);
  for (const unit of ['cases', 'bytes'] as const) {
    const total = (some: readonly DatasetSize[]): number => some.reduce((sum, size) => sum + size[unit], 0);
    if (total(own) > room[unit]) throw tooMuch(room[unit], unit, 'A workspace');
    const ofHolder = room[unit] * QUOTAS_OF_HOLDER;
    if (total(sizes) > ofHolder) throw tooMuch(ofHolder, unit, 'All workspaces of an account together');
  }
}

function tooMuch(most: number, unit: string, whose: string): AppError {
  const message = `${whose} may have datasets with at most ${most} ${unit}. Delete one that is not needed.`;
  return new AppError('QuotaExceeded', { target: 'datasets', message });
}
