import { addTime, dashEvents, dashFormRuns, decideExtension, pauseFormRuns, reopenFormRun, token } from '@sitwell/contract'
import type { World } from './arrange.ts'
import { person } from './arrange.ts'
import type { Sitwell } from './sitwell.ts'

/** Who watches over the exams of a test's organisation. */
export const invigilator = person({ username: 'invigilator', firstName: 'Ines', lastName: 'Vidal', invigilator: true })

/** What an invigilator does to the learner's form run of an exam, by the calls that they have. */
export interface Invigilation {
  pause(): Promise<void>
  /** Offers to continue; the time represents this many seconds at most (120). */
  resume(within?: number): Promise<void>
  /** Grants this many seconds; 0 declines. */
  decide(extendable: number): Promise<void>
  addTime(seconds: number): Promise<void>
  /** Opens the completed form run again, with this many seconds more. */
  reopen(reason: string, seconds: number): Promise<void>
  /** The kinds of what the ledger of the form run holds, in order. */
  ledger(): Promise<string[]>
}

/** Signs the invigilator in and finds the form run of an exam that the first learner has begun. */
export async function invigilate(sitwell: Pick<Sitwell, 'origin'>, world: World, examGuid: string): Promise<Invigilation> {
  const post = async (path: string, body: URLSearchParams | string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${sitwell.origin}/${path}`, { method: 'POST', body, headers })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const { username, password } = invigilator
  const form = { client_id: 'sitwell-player', grant_type: 'password', username, password, orgId: String(world.orgId) }
  const { access_token } = token.reply.parse(await post(`security/${token.path}`, new URLSearchParams(form)))
  const authorization = `Bearer ${access_token}`
  const list = await fetch(`${sitwell.origin}/${dashFormRuns.path}?examGuid=${examGuid}`, { headers: { authorization } })
  const runs = dashFormRuns.reply.parse(await list.json())
  const formRunGuid = runs.find((run) => run.username === world.people[0].username)?.formRunGuid
  if (formRunGuid === undefined) throw new Error('The learner has not begun this exam.')
  const act = async ({ path }: { readonly path: string }, fields: object) =>
    void (await post(path, JSON.stringify({ formRunGuid, ...fields }), { authorization, 'content-type': 'application/json' }))
  return {
    pause: () => act(pauseFormRuns, { paused: true }),
    resume: (within) => act(pauseFormRuns, { paused: false, ...(within !== undefined && { within }) }),
    decide: (extendable) => act(decideExtension, { extendable }),
    addTime: (seconds) => act(addTime, { seconds }),
    reopen: (reason, seconds) => act(reopenFormRun, { reason, seconds }),
    async ledger() {
      const response = await fetch(`${sitwell.origin}/${dashEvents.path}?formRunGuid=${formRunGuid}`, {
        headers: { authorization },
      })
      return dashEvents.reply.parse(await response.json()).map(({ kind }) => kind)
    },
  }
}
