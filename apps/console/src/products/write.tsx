// Leads to the forms that have texts written: for one product, and for many.
import { useNavigate } from '@tanstack/react-router';
import type { Chosen } from './list/use-selection.tsx';

/** Opens the form for a product, and for an application when that is known. */
export function useWrite(): (product: string, application?: string) => void {
  const navigate = useNavigate();
  return (product, application) =>
    void navigate({ to: '/generations/new', search: application ? { product, application } : { product } });
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
