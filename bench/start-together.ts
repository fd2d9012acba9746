import { canStart, confirmRubric, examJson, start, token, work } from '@sitwell/contract'
import { pathOf } from './caller.ts'
import { KeepAlive } from './keep-alive.ts'
import type { OneOfMany } from './many-learners.ts'

/** Milliseconds from the moment at which all begin until each has their questions. */
export async function measureStartTogether(
  origin: string,
  learners: readonly OneOfMany[],
  wishes: { signIn: boolean },
): Promise<number[]> {
  const from = performance.now()
  return Promise.all(
    learners.map(async (learner) => {
      const bearer = wishes.signIn ? await signIn(origin, learner) : learner.token
      const connection = new KeepAlive(origin, bearer)
      const { userGuid, scheduleGuid, exam } = learner
      const rubric = JSON.stringify({ userGuid, confirmed: ['name', 'instructions'] })
      const confirmed = await connection.post(pathOf(confirmRubric), rubric, 'application/json')
      if (confirmed.status !== 200) throw new Error(`the rubric was answered with ${confirmed.status}`)
      const query = queryOf({ userGuid, scheduleGuid, ...exam })
      // The calls of the way from the sign-in to the questions, in its order.
      for (const path of [
        `${pathOf(work)}?userGuid=${userGuid}`,
        ...[canStart, start, examJson].map((one) => pathOf(one) + query),
      ]) {
        const { status, body } = await connection.get(path)
        if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body.toString('utf8', 0, 300)}`)
      }
      connection.close()
      return performance.now() - from
    }),
  )
}

/** Answers the access token. */
async function signIn(origin: string, { username, orgId }: OneOfMany): Promise<string> {
  const connection = new KeepAlive(origin)
  const fields = { client_id: 'sitwell-player', grant_type: 'password', username, password: 'learner-0', orgId: String(orgId) }
  const form = new URLSearchParams(fields).toString()
  const { status, body } = await connection.post(pathOf(token), form, 'application/x-www-form-urlencoded')
  connection.close()
  if (status !== 200) throw new Error(`a sign-in was answered with ${status}: ${body}`)
  return JSON.parse(body.toString()).access_token
}

function queryOf(fields: Record<string, string | number>): string {
  return `?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}`
}
