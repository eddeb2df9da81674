// Begins a page anew that is older than the release which the service has now: the parts that it loads later are gone.

/** When this tab last did so, in milliseconds since 1970: a part that is missing for another reason is no reason to do it again. */
const MARK = 'shelfscribe.reloaded';
const PAUSE_MS = 60_000;

addEventListener('vite:preloadError', () => void beginAnew());

async function beginAnew(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(MARK)) < PAUSE_MS) return;
  // Without a connection, nothing would come in the place of the page.
  const answer = await fetch(import.meta.env.BASE_URL).catch(() => undefined);
  if (!answer?.ok) return;
  sessionStorage.setItem(MARK, String(Date.now()));
  location.reload();
}
