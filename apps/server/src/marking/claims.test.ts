import { expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { claim, claimMs, release, renew, selectClaims } from './claims.ts'

describeOnEach(bothDatabases, 'a claim of a response on %s', {}, ({ server, nextOrgId }) => {
  const response = { formRunGuid: 'run', questionId: 'q', part: '' }

  // OFFICE-304
  test('one marker has a response until the claim runs out, and that marker alone keeps it for longer', async () => {
    const { kysely } = server.db
    const orgId = nextOrgId()
    const at = (userGuid: string, nowMs: number) => ({ orgId, userGuid, nowMs })
    const first = await claim(kysely, at('ann', 1000), response)
    expect(first).toMatchObject({ user_guid: 'ann', since: 1000, until_at: 1000 + claimMs })
    expect(await claim(kysely, at('bob', 1000), response)).toBeUndefined()
    expect(await claim(kysely, at('bob', 999 + claimMs), response)).toBeUndefined()
    expect(await renew(kysely, at('bob', 2000), response)).toBeUndefined()
    expect(await release(kysely, at('bob', 2000), response)).toBe(0)
    // Its own marker keeps it, with the moment from which they have had it.
    expect(await claim(kysely, at('ann', 2000), response)).toMatchObject({ since: 1000, until_at: 2000 + claimMs })
    expect(await renew(kysely, at('ann', 3000), response)).toMatchObject({ since: 1000, until_at: 3000 + claimMs })
    // One that has run out is nobody's: it isn't renewed, and somebody else gets the response.
    const over = 3000 + claimMs
    expect(await renew(kysely, at('ann', over), response)).toBeUndefined()
    expect(await selectClaims(kysely, at('ann', over))).toEqual([])
    expect(await claim(kysely, at('bob', over), response)).toMatchObject({ user_guid: 'bob', since: over })
    expect(await claim(kysely, at('ann', over + 1), response)).toBeUndefined()
  })
})
