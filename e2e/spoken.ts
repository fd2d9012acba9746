import type { Page } from '@playwright/test'

/** Words that came into an alert. An alert that comes together with its words is passed over by some screen readers. */
interface Spoken {
  readonly words: string
  readonly stoodBefore: boolean
}

/** From now on notes what comes into alerts on the page, until the page is left. */
export const watchAlerts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // Boundary: what the page notes for this file alone.
    const noted = window as unknown as { spoken: Spoken[] }
    noted.spoken = []
    const known = new WeakSet<Element>(document.querySelectorAll('[role="alert"]'))
    new MutationObserver((changes) => {
      const alerts = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        for (const node of [target, ...addedNodes]) {
          const element = node instanceof Element ? node : node.parentElement
          const around = element?.closest('[role="alert"]')
          if (around) alerts.add(around)
          for (const within of element?.querySelectorAll('[role="alert"]') ?? []) alerts.add(within)
        }
      }
      for (const alert of alerts) {
        const words = alert.textContent?.trim() ?? ''
        // One that isn't laid out is none for a screen reader.
        if (words !== '') noted.spoken.push({ words, stoodBefore: known.has(alert) })
        if (alert.checkVisibility()) known.add(alert)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })

/** What has come into alerts since {@link watchAlerts}. */
export const spokenSince = (page: Page): Promise<readonly Spoken[]> =>
  // Boundary: as above.
  page.evaluate(() => (window as unknown as { spoken: Spoken[] }).spoken)
