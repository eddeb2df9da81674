// Leads to the form of a new generation.
import { useNavigate } from '@tanstack/react-router';

/** Opens the form for a product, and for an application when that is known. */
export function useWrite(): (product: string, application?: string) => void {
  const navigate = useNavigate();
  return (product, application) =>
    void navigate({ to: '/generations/new', search: application ? { product, application } : { product } });
}
