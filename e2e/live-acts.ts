import type { Page } from '@playwright/test'
import type { LiveAct } from '@sitwell/contract'

/** What happened to an action for one person, as the office says it. */
export interface Acted {
  readonly outcome: string
  readonly deliveredAt?: string
  readonly acknowledgedAt?: string
}

/** Acts on one person, by a call of the page's session in the office; `rowID` is the guid of their schedule. Answers the id of the action. */
export const actOnOne = (office: Page, act: LiveAct, rowID: string): Promise<string> =>
  office.evaluate(
    async ([done, person]) => {
      const base = '/office/api/'
      const { sessionId } = (await (await fetch(`${base}session`)).json()) as { sessionId: string }
      const headers = { 'content-type': 'application/json', 'sitwell-office-session': sessionId }
      const body = JSON.stringify({ requestId: crypto.randomUUID(), act: done, people: [person] })
      const response = await fetch(`${base}live/act`, { method: 'POST', headers, body })
      const answer = (await response.json()) as { actionID?: string; people?: { outcome: string }[] }
      if (answer.people?.[0]?.outcome !== 'applied') throw new Error(JSON.stringify(answer))
      return answer.actionID ?? ''
    },
    [act, rowID] as const,
  )

/** What has become of an action. */
export const actedOn = (office: Page, actionID: string): Promise<Acted | undefined> =>
  office.evaluate(async (id) => {
    const base = '/office/api/'
    const { sessionId } = (await (await fetch(`${base}session`)).json()) as { sessionId: string }
    const headers = { 'sitwell-office-session': sessionId }
    const answer = await (await fetch(`${base}live/action?actionID=${id}`, { headers })).json()
    return (answer as { people: Acted[] }).people[0]
  }, actionID)
