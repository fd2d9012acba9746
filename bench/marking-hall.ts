import { randomUUID } from 'node:crypto'
import { type MarkingItem, officeMarkingGive, officeMarkingNext, officeMarkingQueues, officeSignIn } from '@sitwell/contract'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { createOfficeBrowser, type OfficeBrowser } from '../apps/server/src/testing/office-browser.ts'
import { runStatement } from '../apps/server/src/testing/run-statement.ts'
import type { Place } from '../chaos/place.ts'
import { beginSitting } from '../chaos/staff/staff-world.ts'
import { exam, longText, organisation, person } from '../e2e/arrange.ts'
import { copyRow } from './copy-rows.ts'

const nameOf = (at: number) => `marker-${at}`

/** An organisation with markers, and a learner who hands one essay in. */
const essayOf = (markers: number) =>
  organisation({
    settings: { OfficeSecondStep: 'off' },
    exams: [exam({ name: 'Trees', questions: [longText('Why do leaves fall?', { marks: 6 })] })],
    people: [
      person({ username: 'ann', firstName: 'Ann', lastName: 'Learner' }),
      ...Array.from({ length: markers }, (_, at) => person({ username: nameOf(at), roles: ['marker'] })),
    ],
    schedules: [{ username: 'ann' }],
  })

/** Past the server: this many completed sittings in all, each a copy of the one that a learner handed in, with its ledger, its answer and its place in the queue. */
const copySittings = async ({ config }: Place, orgId: number, sittings: number): Promise<void> => {
  const database = openDatabase(config)
  const rows = (table: string) =>
    runStatement<Record<string, unknown>>(database, `select * from ${table} where org_id = ${orgId}`)
  const count = sittings - 1
  const own = { form_run_guid: "'run-' || n", schedule_guid: "'schedule-' || n", user_guid: "'learner-' || n" }
  try {
    const people = await rows('person')
    const row = people.find(({ username }) => username === 'ann') ?? {}
    await copyRow(database, 'person', {
      ...{ row, count },
      own: {
        ...own,
        user_id: '1500000000 + n',
        username: "'learner-' || n",
        sign_in_name: "'learner-' || n",
        email: "'learner-' || n || '@x'",
      },
    })
    for (const table of ['schedule', 'form_run', 'form_run_event', 'answer', 'answer_event', 'mark', 'response_mark'])
      for (const one of await rows(table))
        await copyRow(database, table, { row: one, count, own: { ...own, form_run_id: '1500000000 + n' } })
    // As autovacuum does after a while.
    await runStatement(database, config.dialect === 'postgres' ? 'vacuum analyze' : 'analyze')
  } finally {
    await database.close()
  }
}

/** The responses that a marker may mark: all; a group at the end of the queue alone; or everything except for their own group, which is at its front. */
export type Reach = 'everything' | 'a group' | 'others'

/** Learners in the group of a marker. */
const groupSize = 200

/** Past the server: a group of learners at one end of the queue, and the markers' part in it. */
const narrow = async ({ config }: Place, orgId: number, reach: Exclude<Reach, 'everything'>): Promise<void> => {
  const database = openDatabase(config)
  const isMarker = "username like 'marker-%'"
  const join = (query: string) =>
    runStatement(
      database,
      `insert into people_group_member (org_id, group_id, user_guid, added_by, added_at)
       select ${orgId}, 'year-9', learner.user_guid, 'bench', 0 from (${query}) as learner`,
    )
  try {
    const order = reach === 'a group' ? 'desc' : 'asc'
    await join(
      `select user_guid from response_mark where org_id = ${orgId} order by changed_at ${order}, form_run_guid ${order} limit ${groupSize}`,
    )
    if (reach === 'others') await join(`select user_guid from person where org_id = ${orgId} and ${isMarker}`)
    else
      await runStatement(
        database,
        `update role_grant set scope_kind = 'group', scope_id = 'year-9' where org_id = ${orgId}
         and user_guid in (select user_guid from person where org_id = ${orgId} and ${isMarker})`,
      )
  } finally {
    await database.close()
  }
}

const bodyOf = ({ responseID, newestEntry, sequence, files }: MarkingItem) => ({
  ...{ responseID, requestId: randomUUID(), basedOn: newestEntry, marks: 2 },
  ...(sequence !== undefined && { sequence }),
  ...(files !== undefined && { files }),
})

/** Milliseconds of each mark, and of each call for the next response. */
export interface MarkTimes {
  readonly giveMs: number[]
  readonly nextMs: number[]
}

/** One marker at their queue, who holds one response. */
const sitAtQueue = async (browser: OfficeBrowser, times: MarkTimes) => {
  const [queue] = (await browser.doIt(officeMarkingQueues, { query: {} })).queues
  const body = { queueID: queue?.queueID ?? '', count: 1 }
  let [item] = (await browser.doIt(officeMarkingNext, { body })).responses
  return {
    /** Marks the response, and asks for the next one. */
    mark: async (): Promise<void> => {
      if (!item) throw new Error('There is nothing left to mark.')
      const from = performance.now()
      await browser.doIt(officeMarkingGive, { body: bodyOf(item) })
      const given = performance.now()
      ;[item] = (await browser.doIt(officeMarkingNext, { body })).responses
      times.giveMs.push(given - from)
      times.nextMs.push(performance.now() - given)
    },
  }
}

/** A server at which this many learners have handed an essay in, and markers who may sign in. */
export const arrangeEssays = async (
  place: Place,
  { sittings, markers }: { readonly sittings: number; readonly markers: number },
) => {
  const world = await place.arrange(essayOf(markers))
  const written = await beginSitting(world, 'ann')
  await written.write('Leaves fall because of frost.')
  await written.handIn()
  await copySittings(place, world.orgId, sittings)
  return world
}

/** Markers who are signed in, at the queue of an essay that this many learners have handed in. */
export const openMarkingHall = async (
  place: Place,
  { sittings, markers, reach }: { readonly sittings: number; readonly markers: number; readonly reach: Reach },
) => {
  const world = await arrangeEssays(place, { sittings, markers })
  if (reach !== 'everything') await narrow(place, world.orgId, reach)
  const times: MarkTimes = { giveMs: [], nextMs: [] }
  const desks: Awaited<ReturnType<typeof sitAtQueue>>[] = []
  for (let at = 0; at < markers; at += 1) {
    const browser = createOfficeBrowser(place)
    const password = world.people.find(({ username }) => username === nameOf(at))?.password ?? ''
    const signedIn = await browser.doIt(officeSignIn, { body: { orgId: world.orgId, username: nameOf(at), password } })
    browser.page(signedIn.sessionId)
    desks.push(await sitAtQueue(browser, times))
  }
  return { desks, times }
}

/** All markers give a mark every `everyMs` milliseconds, evenly spread, for `forMs` milliseconds. */
export const markAtPace = async (
  { desks }: Pick<Awaited<ReturnType<typeof openMarkingHall>>, 'desks'>,
  { everyMs, forMs }: { readonly everyMs: number; readonly forMs: number },
): Promise<void> => {
  const from = performance.now()
  const until = async (ms: number) => {
    const waitMs = from + ms - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  await Promise.all(
    desks.map(async (desk, at) => {
      for (let ms = (everyMs * at) / desks.length; ms < forMs; ms += everyMs) {
        await until(ms)
        await desk.mark()
      }
    }),
  )
}
