import { calls, type Role } from '@sitwell/contract'
import { beforeEach, expect, test } from 'vitest'
import { columnsOfScope, type Scope } from '../roles/grant.ts'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { openOffice } from '../testing/open-office.ts'
import { acceptOption, arrangeRules } from '../testing/rules-desk.ts'

describeOnEach(
  oneDatabase,
  'who may decide about questions on %s',
  { config: { logLevel: 'fatal' } },
  ({ server, nextOrgId }) => {
    let orgId: number
    let desk: Awaited<ReturnType<typeof arrangeRules>>

    beforeEach(async () => {
      orgId = nextOrgId()
      desk = await arrangeRules(server, orgId, [{ q1: 'a' }])
    })

    const change = { basedOn: 0, decide: [acceptOption('q1', 'a')] }
    const place = () => ({ deliveryID: desk.deliveryID })
    const requests = (hash = 'x') =>
      [
        [calls.officeResultRules, { query: place() }],
        [calls.officeResultCurve, { query: place() }],
        [calls.officeGivenAnswers, { query: { ...place(), questionID: 'q1' } }],
        [calls.officePreviewResultRules, { body: { ...place(), change } }],
        [calls.officeTypedAnswer, { body: { ...place(), questionID: 'q3', values: ['Ash'] } }],
        [calls.officeApplyResultRules, { body: { ...place(), change, hash, reason: 'Both bend.' } }],
        [calls.officeUndoResultRules, { body: { ...place(), version: 1, reason: 'It does not.' } }],
      ] as const
    const outcomes = async (username: string, ofOrganisation = orgId, hash?: string) => {
      const one = await openOffice(server, ofOrganisation, username)
      const found = []
      for (const [call, input] of requests(hash)) {
        const { status, text } = await one.tryIt(call, input as never)
        found.push(status === 200 ? 'ok' : JSON.parse(text).error.code)
      }
      return found
    }
    const all = (code: string) => Array(7).fill(code)
    const reading = ['ok', 'ok', 'ok', 'ok', 'ok']

    const give = async (role: Role, scope: Scope) => {
      const row = {
        org_id: orgId,
        grant_id: `${role}-${scope.kind}`,
        user_guid: `${desk.prefix}-narrow`,
        role,
        ...columnsOfScope(scope),
      }
      const moments = { granted_at: 0, granted_by: 'x', valid_from: null, valid_until: null }
      await server.db.kysely
        .insertInto('role_grant')
        .values({ ...row, ...moments, withdrawn_at: null, withdrawn_by: null, withdrawn_reason: null })
        .execute()
    }

    test('reading takes results.read, changing results.confirm, and markers have neither', async () => {
      expect(await outcomes('auditor')).toEqual([...reading, 'NOT_ALLOWED', 'NOT_ALLOWED'])
      expect(await outcomes('marker')).toEqual(all('NOT_ALLOWED'))
      expect((await desk.show()).mayChange).toBe(true)
      expect((await desk.show(await openOffice(server, orgId, 'auditor'))).mayChange).toBe(false)
      expect((await desk.show()).versions).toEqual([])
    })

    test('a role in the exam or the delivery is enough, and one in a centre, a room or a group is not', async () => {
      const { hash } = await desk.preview(change)
      for (const kind of ['room', 'centre', 'group'] as const) await give('chief-examiner', { kind, id: 'somewhere' })
      expect(await outcomes('narrow')).toEqual(all('NOT_FOUND'))
      await give('auditor', { kind: 'exam', id: `${desk.prefix}-exam` })
      expect(await outcomes('narrow')).toEqual([...reading, 'NOT_FOUND', 'NOT_FOUND'])
      await give('chief-examiner', { kind: 'delivery', id: desk.deliveryID })
      expect(await outcomes('narrow', orgId, hash)).toEqual([...reading, 'ok', 'ok'])
    })

    test('nothing of a delivery is given to another organisation', async () => {
      const other = nextOrgId()
      await arrangeRules(server, other, [{ q1: 'b' }])
      expect(await outcomes('owner', other)).toEqual(all('NOT_FOUND'))
    })
  },
)
