import { calls } from '@sitwell/contract'
import { arrangeDeliveries } from '../apps/server/src/testing/delivery-desk.ts'
import { startTestServer } from '../apps/server/src/testing/start-test-server.ts'
import { seedPeople } from './people.ts'

const orgId = 1

/** Milliseconds to plan a delivery for so many people (preview and apply), and to read the readiness of one with as many as `ready`. */
export const measurePlanning = async (
  database: 'sqlite' | 'postgres',
  size: { readonly planned: number; readonly ready: number },
) => {
  const server = await startTestServer({ database, config: { logLevel: 'fatal', attemptsPerMinute: 1_000_000 } })
  try {
    const desk = await arrangeDeliveries(server, orgId)
    await seedPeople(server, size.ready)
    const { kysely } = server.db
    const seeded = await kysely.selectFrom('person').select('user_guid').where('user_guid', 'like', 'guid-%').execute()
    const opensMs = Date.now() + 24 * 3_600_000
    const wall = (ms: number) => new Date(ms).toISOString().slice(0, 16)
    const window = { opens: wall(opensMs), closes: wall(opensMs + 3 * 3_600_000) }
    const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
      const from = performance.now()
      const answer = await work()
      return [performance.now() - from, answer]
    }
    const plan = async (count: number, name: string) => {
      const groupID = await desk.addGroup(name, [4])
      const by = { added_by: 'bench', added_at: Date.now() }
      const members = seeded.slice(0, count).map(({ user_guid }) => ({ org_id: orgId, group_id: groupID, user_guid, ...by }))
      for (let from = 0; from < members.length; from += 500)
        await kysely
          .insertInto('people_group_member')
          .values(members.slice(from, from + 500))
          .execute()
      const { deliveryID } = await desk.add({ name, window, entries: [{ groupID }] })
      const [previewMs, { hash }] = await timed(() => desk.preview(deliveryID))
      const [applyMs] = await timed(() => desk.officer.doIt(calls.officeApplyDelivery, { body: { deliveryID, hash } }))
      return { deliveryID, previewMs, applyMs }
    }
    const { previewMs, applyMs, deliveryID: first } = await plan(size.planned, 'Planned')
    const { version, counts } = await desk.show(first)
    await desk.officer.doIt(calls.officeCancelDelivery, {
      body: { deliveryID: first, version, notStarted: counts['not-started'], reason: 'The next one has the same exam' },
    })
    const { deliveryID } = await plan(size.ready, 'Ready')
    const readinessMs: number[] = []
    for (let time = 0; time < 10; time += 1) readinessMs.push((await timed(() => desk.readiness(deliveryID)))[0])
    return { previewMs, applyMs, readinessMs }
  } finally {
    await server.stop()
  }
}
