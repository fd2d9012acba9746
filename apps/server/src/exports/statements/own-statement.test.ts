import { calls } from '@sitwell/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { commandResults } from '../../commands/results.ts'
import { pathOf } from '../../http/register.ts'
import { readPdf } from '../../paper/testing/read-pdf.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { type MarkedSitting, markedSitting, oneMark } from '../../testing/marked-sitting.ts'
import { examOf, personOf, refusalIn, signIn, tryCall } from '../../testing/test-world.ts'

describeOnEach(oneDatabase, 'the statement of an own result on %s', {}, ({ server, nextOrgId }) => {
  let orgId: number
  let prefix: string

  beforeEach(() => {
    orgId = nextOrgId()
    prefix = `o${orgId}`
  })

  const handedIn = async (mask: number, more: { readonly practice?: boolean } = {}): Promise<MarkedSitting> => {
    const exam = examOf(prefix, { settings: { examTime: 600, warningTime: 60, resultFeedbackMask: mask } } as never)
    const people = [
      { ...personOf(prefix, 'learner', 1), firstName: 'Zoë', lastName: 'Müller', learnerIdentifier: 'L-77' },
      personOf(prefix, 'other', 2),
    ]
    const schedules = [
      { guid: `${prefix}-schedule`, username: 'learner', exam: exam.examGuid, releasePolicy: 'confirmed' as const, ...more },
    ]
    const desk = await markedSitting(server, { orgId, exam, file: { people, schedules } })
    await desk.handIn()
    return desk
  }
  const marked = async (mask: number, more?: { readonly practice?: boolean }) => {
    const desk = await handedIn(mask, more)
    await desk.mark(2.5 * oneMark)
    return desk
  }
  const results = async ({ formRunGuid }: MarkedSitting, word: 'confirm' | 'withdraw') => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const options = { orgId, formRunGuid, examGuid: undefined, reason: 'Too early.', asFarAsMarked: false }
    await commandResults(server.db, word, { ...options, ...(word === 'confirm' && { reason: undefined }) })
    said.mockRestore()
  }
  const refused = async ({ formRunGuid }: MarkedSitting, token: string) =>
    refusalIn(await tryCall(server, calls.resultStatement, { query: { formRunGuid } }, token)).code
  const statement = async ({ formRunGuid, token }: MarkedSitting) => {
    const address = `${server.origin}${pathOf(calls.resultStatement)}?formRunGuid=${formRunGuid}`
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    return readPdf(new Uint8Array(await answer.arrayBuffer()))
  }

  // OFFICE-404
  test('is there once the result is released, and neither before nor after it is withdrawn', async () => {
    const desk = await marked(7)
    expect(await refused(desk, desk.token)).toBe('NOT_FOUND')
    await results(desk, 'confirm')
    const pdf = await statement(desk)
    const shown = await desk.result()
    expect(pdf.title).toBe(`Trees of ${prefix} – Statement of result`)
    expect(pdf.all('TR').filter((row) => !row.startsWith('Date'))).toEqual([
      ...['Name Zoë Müller', 'Number L-77', `Exam Trees of ${prefix}`, 'Outcome Sat'],
      ...[`Marks ${shown.score} of 8`, `Percentage ${shown.percentScore}%`, 'Grade Fail', 'Pass Not passed'],
    ])
    expect(pdf.text).not.toContain('review')
    await results(desk, 'withdraw')
    expect(await refused(desk, desk.token)).toBe('NOT_FOUND')
  })

  test('says no more than the exam shows', async () => {
    const desk = await marked(0)
    await results(desk, 'confirm')
    const pdf = await statement(desk)
    expect(pdf.all('TR').at(-1)).toBe('Outcome Sat')
  })

  test('is for nobody else, for no practice exam, and for nothing that waits for a marker', async () => {
    const desk = await marked(7)
    await results(desk, 'confirm')
    expect(await refused(desk, (await signIn(server, { orgId }, 'other')).access_token)).toBe('NOT_FOUND')
    orgId = nextOrgId()
    prefix = `o${orgId}`
    const practice = await marked(7, { practice: true })
    await results(practice, 'confirm')
    expect(await refused(practice, practice.token)).toBe('NOT_FOUND')
    orgId = nextOrgId()
    prefix = `o${orgId}`
    const waiting = await handedIn(7)
    await server.db.kysely.updateTable('form_run').set({ results_confirmed_at: 1 }).where('org_id', '=', orgId).execute()
    expect(await refused(waiting, waiting.token)).toBe('NOT_FOUND')
  })
})
