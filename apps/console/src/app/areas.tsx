// The list of areas, beside the page or in the drawer.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { features } from './features.ts';

/** Links to the areas; `onFollow` is told when one is followed. */
export function Areas({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation('app');
  return (
    <nav aria-label={t('menu.areas')}>
      <ul className="frame-areas">
        {features
          .flatMap(({ areas }) => areas)
          .map(({ name, to, icon: Icon }) => (
            <li key={name}>
              <Link to={to} onClick={onFollow}>
                <Icon size={18} />
                {t(`areas.${name}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
