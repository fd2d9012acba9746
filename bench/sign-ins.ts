import { token } from '@sitwell/contract'
import { argon2id } from '../apps/server/src/passwords.ts'
import { organisation, person } from '../e2e/arrange.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import { call } from './caller.ts'

/** How many work at once: twice the threads that Node hashes with, so that none of them waits for the load. */
const atOnce = 8

/** Does `work` again and again, `atOnce` at a time, for so long; gives how often a second. */
async function rateOf(seconds: number, work: (worker: number) => Promise<void>): Promise<number> {
  let done = 0
  const from = performance.now()
  const until = from + seconds * 1000
  const workers = Array.from({ length: atOnce }, async (_, worker) => {
    while (performance.now() < until) {
      await work(worker)
      done += 1
    }
  })
  await Promise.all(workers)
  return done / ((performance.now() - from) / 1000)
}

/** Sign-ins a second, each with the right password and each taking over from the one before, as the server serves them. */
export async function measureSignIns(sitwell: Sitwell, seconds: number): Promise<number> {
  const people = Array.from({ length: atOnce }, (_, index) => person({ username: `learner-${index}` }))
  const world = await sitwell.arrange(organisation({ people }))
  return rateOf(seconds, async (worker) => {
    const { username, password } = world.people[worker] ?? world.people[0]
    const body = { client_id: 'sitwell-player', grant_type: 'password', username, password, orgId: world.orgId } as const
    await call(sitwell.origin, token, { body })
  })
}

/** Password hashes verified a second, and nothing else. */
export async function measureVerifications(seconds: number): Promise<number> {
  const hashed = await argon2id.hash('learner')
  return rateOf(seconds, async () => {
    if (!(await argon2id.verify(hashed, 'learner'))) throw new Error('a hash did not verify')
  })
}
