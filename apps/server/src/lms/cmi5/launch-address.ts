import type { SessionTerms } from '@sitwell/exam/courses/cmi5/judge-statement'

/** Where the learning record store is on the origin of the courses, and where a launch's token is fetched. */
export const lrsPath = '/xapi/'
export const fetchPath = '/cmi5/fetch'
export const returnPath = '/cmi5/return'

/** Where an AU leads its learner once it is over. */
export const returnAddress = (origin: string, language: string): string => `${origin}${returnPath}?lang=${language}`

/** An AU's page with what a launch adds: its own parameters stay, and what is behind `#` stays behind. */
export const launchAddress = (
  page: string,
  { origin, fetchSecret, terms }: { readonly origin: string; readonly fetchSecret: string; readonly terms: SessionTerms },
): string => {
  const [rest = '', fragment] = page.split('#', 2)
  const added = {
    endpoint: origin + lrsPath,
    fetch: `${origin}${fetchPath}?k=${fetchSecret}`,
    actor: JSON.stringify(terms.actor),
    registration: terms.registration,
    activityId: terms.activityId,
  }
  // Not as a form writes it: not every AU reads a plus as a blank.
  const query = Object.entries(added).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const joint = rest.includes('?') ? (/[?&]$/.test(rest) ? '' : '&') : '?'
  return `${rest}${joint}${query.join('&')}${fragment === undefined ? '' : `#${fragment}`}`
}
