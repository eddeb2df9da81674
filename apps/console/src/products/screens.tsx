// Which pages of other features there are: what leads to a page that does not exist is not shown.
import { useRouter } from '@tanstack/react-router';

/** Pages of other features to which products lead. */
type Screen = '/imports/new' | '/imports/$id' | '/generations/new' | '/generations/$id';

/** Tells whether a page exists. */
export function useScreens(): (path: Screen) => boolean {
  const { routesByPath } = useRouter();
  return (path) => Object.hasOwn(routesByPath, path);
}

/** Leads to the form of a new generation about a product. */
export function useWrite(): (productId: string, applicationId?: string) => void {
  const { navigate } = useRouter();
  return (product, application) => {
    const query = new URLSearchParams({ product, ...(application && { application }) });
    void navigate({ href: `/generations/new?${query}` });
  };
}
