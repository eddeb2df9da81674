// Reloads a page that is older than the release of the service, because the files that it would load later no longer exist.

/** When this tab was last reloaded, in milliseconds since 1970. It waits, because a file may be missing for another reason. */
const MARK = 'shelfscribe.reloaded';
const PAUSE_MS = 60_000;

addEventListener('vite:preloadError', () => void beginAnew());

async function beginAnew(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(MARK)) < PAUSE_MS) return;
  // Without a connection, the page would be lost.
  const answer = await fetch(import.meta.env.BASE_URL).catch(() => undefined);
  if (!answer?.ok) return;
  sessionStorage.setItem(MARK, String(Date.now()));
  location.reload();
}
