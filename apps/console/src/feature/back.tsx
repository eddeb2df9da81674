// The way from a page back to the list of its area.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Area } from './index.ts';

/** A link above the heading. */
export function Back({ area }: { area: Extract<Area['name'], 'products' | 'imports' | 'generations'> }) {
  const { t } = useTranslation('app');
  return (
    <Anchor component={Link} to={`/${area}`} size="sm">
      <span aria-hidden>← </span>
      {t(`areas.${area}`)}
    </Anchor>
  );
}
