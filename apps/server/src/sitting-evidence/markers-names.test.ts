import { randomUUID } from 'node:crypto'
import { calls, permissionsOfRole, type Role, roles } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { addNote } from '../assessment/ledger/index.ts'
import { adjudicate } from '../assessment/marks/index.ts'
import { confirmResults } from '../assessment/results/index.ts'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { arrangeRules } from '../testing/rules-desk.ts'
import * as routes from './index.ts'

const has = (role: Role, permission: string) => (permissionsOfRole[role] as readonly string[]).includes(permission)
/** The roles that read evidence, from the contract: one that is added is tried too. */
const readers = roles.filter((role) => has(role, 'results.read'))

describeOnEach(oneDatabase, 'the evidence of a sitting on %s', {}, ({ server, nextOrgId }) => {
  /** A sitting that a marker did everything to by which evidence could name them, and each call that returns evidence of it. */
  const arranged = async () => {
    const orgId = nextOrgId()
    const { context, deliveryID, prefix, sittings } = await arrangeRules(server, orgId, [{ q1: 'b', q4: 'Because.' }])
    const formRunGuid = sittings[0]?.formRunGuid ?? ''
    const { kysely } = server.db
    const author = `${prefix}-marker`
    const named = { first_name: 'Quintessa', last_name: 'Marksbury', username: 'qmarks' }
    await kysely.updateTable('person').set(named).where('user_guid', '=', author).execute()
    const answer = await kysely
      .selectFrom('answer')
      .select('sequence')
      .where('form_run_guid', '=', formRunGuid)
      .where('question_id', '=', 'q4')
      .executeTakeFirstOrThrow()
    const given = { author, requestId: randomUUID(), sequence: answer.sequence, marks: 1_000_000_000, reason: 'So it is.' }
    await adjudicate(context, { orgId, formRunGuid, questionId: 'q4', part: '' }, given)
    await addNote(context, { orgId, formRunGuid }, { author, requestId: randomUUID(), text: 'It is in Greek.' })
    const outcome = {
      act: 'outcome',
      outcome: 'sat',
      reason: 'They were there.',
      author,
      at: 1,
      request_id: '',
      number: 1,
    } as const
    const place = { org_id: orgId, delivery_id: deliveryID, user_guid: `${prefix}-learner-1` }
    await kysely
      .insertInto('outcome_entry')
      .values({ ...place, ...outcome })
      .execute()
    // Marks are in a replay once their learner is shown them.
    await kysely.updateTable('form_run').set({ marks_told_at: 1 }).where('form_run_guid', '=', formRunGuid).execute()
    const confirmation = { author: 'command', what: 'confirmed', reason: '' } as const
    expect(await confirmResults(context, { orgId, formRunGuid }, confirmation)).toEqual({ kind: 'done' })
    const sitting = { deliveryID, userID: 1, formRunGuid }
    const note = () => ({ ...sitting, requestId: randomUUID(), text: 'Another one.' })
    const asked: Readonly<Record<string, (one: OfficeBrowser) => Promise<{ readonly status: number; readonly text: string }>>> =
      {
        officeEvidence: (one) => one.tryIt(calls.officeEvidence, { query: sitting }),
        officeReplaySteps: (one) => one.tryIt(calls.officeReplaySteps, { query: sitting }),
        officeReplaySitting: (one) => one.tryIt(calls.officeReplaySitting, { body: sitting }),
        officeVerifySitting: (one) => one.tryIt(calls.officeVerifySitting, { body: sitting }),
        officeAddNote: (one) => one.tryIt(calls.officeAddNote, { body: note() }),
      }
    return { orgId, asked }
  }

  // OFFICE-411
  test('names who marked only to a caller that may read roles, in every reply of the office that has evidence', async () => {
    const { orgId, asked } = await arranged()
    expect(
      Object.keys(asked)
        .map((name) => `${name}Route`)
        .toSorted(),
    ).toEqual(Object.keys(routes).toSorted())
    const found: Record<string, number> = {}
    for (const role of readers) {
      const one = await openOffice(server, orgId, role)
      for (const [name, ask] of Object.entries(asked)) {
        const { status, text } = await ask(one)
        const isRefused = status !== 200
        expect(isRefused, `${name} by ${role}`).toBe(
          (name === 'officeAddNote' && !has(role, 'results.confirm')) ||
            (name === 'officeVerifySitting' && !has(role, 'marks.read')),
        )
        const count = text.match(/Marksbury/g)?.length ?? 0
        const mayName = has(role, 'roles.read') && !isRefused
        if (!mayName) expect(text, `${name} by ${role}`).not.toMatch(/Quintessa|Marksbury|qmarks|-marker/)
        else found[name] = count
      }
    }
    // A mark, a note and an outcome; twice the mark and the note; and a note. A check has no names.
    expect(found).toEqual({
      ...{ officeEvidence: 3, officeReplaySteps: 2, officeReplaySitting: 2, officeVerifySitting: 0, officeAddNote: 1 },
    })
    // There is somebody of each kind.
    expect(new Set(readers.map((role) => has(role, 'roles.read')))).toEqual(new Set([true, false]))
  })
})
