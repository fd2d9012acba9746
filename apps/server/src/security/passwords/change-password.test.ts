import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { beforeEach, expect, test } from 'vitest'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, doCall, refusalIn, signIn, tryCall, type World } from '../../testing/test-world.ts'

const fresh = 'plum tree in rain'

describeOnEach(oneDatabase, 'changing one’s own password, on %s,', { isClockHeld: true }, (suite) => {
  const { database, server, clock, nextOrgId } = suite
  let world: World
  let token: string

  beforeEach(async () => {
    const orgId = nextOrgId()
    world = await arrange(server, { orgId, everyone: true })
    token = (await signIn(server, world)).access_token
  })

  const present = () => credentials(world, 'learner').body.password
  const change = (current: string, password: string, by = token) =>
    doCall(server, calls.changePassword, { body: { current, password } }, by)
  const signsInBy = async (password: string, username = 'learner') =>
    (await tryCall(server, calls.token, credentials(world, username, password))).status === 200
  const isOpen = async (by = token) => (await tryCall(server, calls.ownSessions, {}, by)).status === 200

  test('takes the present one, and the new one signs in from then on; whoever changed it stays signed in', async () => {
    expect(await doCall(server, calls.ownPassword, {}, token)).toEqual({
      username: 'learner',
      passwordPolicy: { minCharacters: 8, needsDigit: false, needsBothCases: false, needsSign: false },
    })
    expect(await change(present(), fresh)).toEqual({ changed: true })
    expect(await isOpen()).toBe(true)
    // Its reply got lost, and the browser asks again.
    expect(await change(present(), fresh)).toEqual({ changed: true })
    expect(await signsInBy(present())).toBe(false)
    expect(await signsInBy(fresh)).toBe(true)
    expect(await signsInBy(credentials(world, 'other').body.password, 'other')).toBe(true)
  })

  test('changes nothing by a wrong one, which is counted as a try to sign in, nor into one that is refused', async () => {
    expect(await change('not mine', fresh)).toEqual({ changed: false, isWrong: true })
    expect(await change(present(), 'learner1')).toMatchObject({ changed: false, reasons: ['has-username'] })
    expect(await change(present(), 'zq7 bx')).toEqual({ changed: false, reasons: ['too-short'] })
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1) {
      const body = { current: 'not mine', password: fresh }
      statuses.push((await tryCall(server, calls.changePassword, { body }, token)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    const rows = await server.db.kysely
      .selectFrom('security_event')
      .select('kind')
      .where('org_id', '=', world.orgId)
      .where('kind', 'in', ['password-refused', 'password-set'])
      .execute()
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['password-refused']))
  })

  test('refuses one that stands in the list of stolen ones, and takes it where the list can’t be read, which the log says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitwell-stolen-'))
    const list = join(folder, 'list.txt')
    const hashes = [fresh, 'wool and flax'].map((one) => createHash('sha1').update(one).digest('hex').toUpperCase())
    writeFileSync(list, hashes.sort().join(':3\n'))
    const careful = await startTestServer({ database, clock, config: { breachedPasswords: list } })
    const people = await arrange(careful, { orgId: world.orgId })
    const by = (await signIn(careful, people)).access_token
    const changeThere = (password: string) =>
      doCall(careful, calls.changePassword, { body: { current: credentials(people, 'learner').body.password, password } }, by)
    expect(await changeThere(fresh)).toEqual({ changed: false, reasons: ['common'] })
    rmSync(folder, { recursive: true })
    expect(await changeThere(fresh)).toEqual({ changed: true })
    await careful.stop()
  })

  test('ends the other sign-ins, and forgets the devices that pass the second step', async () => {
    const { kysely } = server.db
    const sessions = () => kysely.selectFrom('session').selectAll().where('org_id', '=', world.orgId)
    const mine = await sessions().where('ended_at', 'is', null).executeTakeFirstOrThrow()
    await kysely
      .insertInto('session')
      .values({ ...mine, session_id: 'b5a3c1f0-0000-4000-8000-000000000001' })
      .execute()
    const device = { device_hash: `device-${world.orgId}`, expires_at: clock.nowMs() + 60_000 }
    await kysely
      .insertInto('mfa_device')
      .values({ org_id: world.orgId, user_guid: mine.user_guid, ...device })
      .execute()
    expect(await change(present(), fresh)).toEqual({ changed: true })
    const open = await sessions().where('ended_at', 'is', null).execute()
    expect(open.map(({ session_id }) => session_id)).toEqual([mine.session_id])
    const devices = kysely.selectFrom('mfa_device').selectAll().where('org_id', '=', world.orgId)
    expect(await devices.execute()).toEqual([])
  })

  test('is for the person alone: an administrator who is signed in as them changes nothing', async () => {
    const admin = (await signIn(server, world, 'admin')).access_token
    const made = await doCall(server, calls.adminLogin, { params: { org: world.orgId }, query: { userID: 1 } }, admin)
    const body = { current: present(), password: fresh }
    for (const answer of [
      await tryCall(server, calls.changePassword, { body }, made.access_token),
      await tryCall(server, calls.ownPassword, {}, made.access_token),
    ])
      expect(refusalIn(answer)).toMatchObject({ code: 'NOT_ALLOWED' })
    expect(await signsInBy(fresh)).toBe(false)
  })
})
