// Leads to the forms that have texts written, for one product and for many, and to that of a dataset.
import { useNavigate } from '@tanstack/react-router';
import type { Chosen } from './list/use-selection.tsx';

/** The application that writes whole listings. */
const LISTING = 'listing';

/** Opens the listing of a product, or the form for another application. */
export function useWrite(): (product: string, application?: string) => void {
  const navigate = useNavigate();
  return (product, application) =>
    void (application === undefined || application === LISTING
      ? navigate({ to: '/generations/listing', search: { product } })
      : navigate({ to: '/generations/new', search: { product, application } }));
}

/** Opens the form for selected products: of a batch, or of a generation when it is one product. */
export function useWriteFor(): (chosen: Chosen) => void {
  const navigate = useNavigate();
  const write = useWrite();
  return (chosen) => {
    if ('search' in chosen) return void navigate({ to: '/batches/new', search: chosen.search });
    const [first, ...others] = chosen.products.map(({ id }) => id);
    if (first === undefined) return;
    if (others.length === 0) return write(first);
    const productIds = [first, ...others];
    void navigate({ to: '/batches/new', search: { selected: productIds.length }, state: { productIds } });
  };
}

/** Opens the form of a dataset of selected products. */
export function useKeepAsDataset(): (chosen: Chosen) => void {
  const navigate = useNavigate();
  return (chosen) => {
    if ('search' in chosen) return void navigate({ to: '/datasets/new', search: chosen.search });
    const productIds = chosen.products.map(({ id }) => id);
    void navigate({ to: '/datasets/new', search: { selected: productIds.length }, state: { productIds } });
  };
}
