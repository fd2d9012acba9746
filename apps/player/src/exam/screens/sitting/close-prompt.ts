import type { OrganisationPolicies } from '@sitwell/exam/organisation/organisation-policies'

/**
 * Whether closing the browser during an exam asks first: setting `WarnOnBrowserClose` says `1` or `0`; where it isn't set, the
 * organisation's policy says, and 29 alone has it (spec 3 §4, decisions).
 */
export const asksBeforeClosing = (setting: string, policies: Pick<OrganisationPolicies, 'warnsOnBrowserClose'>): boolean =>
  setting === '' ? policies.warnsOnBrowserClose : setting === '1'

/** Asks before the page goes. Browsers of today show words of their own; older ones show these. Ends by the function it answers. */
export const askBeforeClosing = (words: string): (() => void) => {
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault()
    event.returnValue = words
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
