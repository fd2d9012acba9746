import { canStart, confirmRubric, examJson, start, token, work } from '@sitwell/contract'
import { pathOf } from './caller.ts'
import { KeepAlive } from './keep-alive.ts'
import type { ManyLearners, OneOfMany } from './many-learners.ts'
import { type ProcessorTime, processorTimeOf, timeOfOne } from './processor-time.ts'

/** The page of a learner who comes to an exam, as far as the server sees it. */
interface Page {
  readonly learner: OneOfMany
  readonly connection: KeepAlive
}

/** Milliseconds from the moment at which all begin until each has their questions. */
export async function measureStartTogether(
  origin: string,
  learners: readonly OneOfMany[],
  wishes: { signIn: boolean },
): Promise<number[]> {
  const steps = wishes.signIn ? [signIn, ...starting] : starting
  const pages = await openPages(origin, learners)
  const from = performance.now()
  const tookMs = await Promise.all(
    pages.map(async (page) => {
      for (const { take } of steps) await take(page)
      return performance.now() - from
    }),
  )
  closePages(pages)
  return tookMs
}

/** What a learner costs in one call. */
interface CallFigure {
  readonly name: string
  /** Milliseconds of processor time for one learner. */
  readonly each: ProcessorTime
}

/** All make the first call together, then the second, and so on: what each costs. */
export async function measureCalls({ origin, processes }: ManyLearners, learners: readonly OneOfMany[]): Promise<CallFigure[]> {
  const pages = await openPages(origin, learners)
  const pids = await processes()
  const figures: CallFigure[] = []
  for (const { name, take } of [signIn, ...starting]) {
    const time = await processorTimeOf(pids, () => Promise.all(pages.map(take)))
    figures.push({ name, each: timeOfOne(time, pages.length) })
  }
  closePages(pages)
  return figures
}

/** Their connections are open before the moment at which all begin, as those of pages are that wait for it. */
async function openPages(origin: string, learners: readonly OneOfMany[]): Promise<Page[]> {
  return Promise.all(
    learners.map(async (learner) => {
      const connection = new KeepAlive(origin, learner.token, 'gzip, deflate, br')
      await connection.opened
      return { learner, connection }
    }),
  )
}

function closePages(pages: readonly Page[]): void {
  for (const { connection } of pages) connection.close()
}

interface Step {
  readonly name: string
  take(page: Page): Promise<void>
}

const signIn: Step = {
  name: 'sign-in',
  take: async ({ learner: { username, orgId }, connection }) => {
    const fields = {
      client_id: 'sitwell-player',
      grant_type: 'password',
      username,
      password: 'learner-0',
      orgId: String(orgId),
    }
    const form = new URLSearchParams(fields).toString()
    const { status, body } = await connection.post(pathOf(token), form, 'application/x-www-form-urlencoded')
    if (status !== 200) throw new Error(`a sign-in was answered with ${status}: ${body}`)
    connection.signedIn(JSON.parse(body.toString()).access_token)
  },
}

const rubric: Step = {
  name: confirmRubric.name,
  take: async ({ learner: { userGuid }, connection }) => {
    const body = JSON.stringify({ userGuid, confirmed: ['name', 'instructions'] })
    const { status } = await connection.post(pathOf(confirmRubric), body)
    if (status !== 200) throw new Error(`the rubric was answered with ${status}`)
  },
}

const getting = (name: string, pathFor: (learner: OneOfMany) => string): Step => ({
  name,
  take: async ({ learner, connection }) => {
    const path = pathFor(learner)
    const { status, body } = await connection.get(path)
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body.toString('utf8', 0, 300)}`)
  },
})

/** The calls of the way from the sign-in to the questions, in its order. */
const starting: readonly Step[] = [
  rubric,
  getting(work.name, ({ userGuid }) => `${pathOf(work)}?userGuid=${userGuid}`),
  ...[canStart, start, examJson].map((one) =>
    getting(one.name, ({ userGuid, scheduleGuid, exam }) => pathOf(one) + queryOf({ userGuid, scheduleGuid, ...exam })),
  ),
]

function queryOf(fields: Record<string, string | number>): string {
  return `?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}`
}
