// How long the texts of a field of a product are, and how long they may be.
import type { ReactNode } from 'react';
import type { Application, Marketplace } from '#client';
import { limitPoliciesOf, textLimitsOf } from '../../text-display/limits.rules.ts';
import { Room, TextRoom } from '../../text-display/room.tsx';

interface FieldRoomProps {
  /** The built-in application that writes the field. */
  application: Application;
  /** Where the product is sold. */
  marketplace: Marketplace | undefined;
  texts: readonly string[];
  /** True for bullets, of which the number is limited. */
  isList: boolean;
}

export function FieldRoom({ application, marketplace, texts, isList }: FieldRoomProps): ReactNode {
  const policies = limitPoliciesOf(application, marketplace);
  if (!isList) return <TextRoom text={texts[0] ?? ''} limits={textLimitsOf(policies, application.id)} />;
  const limits = textLimitsOf(policies, application.id, { of: 'result' });
  return <Room used={texts.length} most={limits.find(({ unit }) => unit === 'items')?.most} unit="items" />;
}
